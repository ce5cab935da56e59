import type { ObjectId, Timestamp } from 'bson';
import { bsonType, type Doc } from './bson.js';
import { fieldsOf, RANK, rankOf, regexOf, textOf } from './compare.js';

/** A value as MongoDB's messages and plans show it. */
function show(value: unknown): string {
  switch (rankOf(value)) {
    case RANK.min:
      return 'MinKey';
    case RANK.max:
      return 'MaxKey';
    case RANK.null:
      return 'null';
    case RANK.number:
      return bsonType(value) === 'Decimal128'
        ? `Decimal128('${String(value)}')`
        : String(value).replace('Infinity', 'inf');
    case RANK.string:
      return JSON.stringify(textOf(value));
    case RANK.objectId:
      return `ObjectId('${(value as ObjectId).toHexString()}')`;
    case RANK.boolean:
      return String(value);
    case RANK.date:
      return `new Date(${(value as Date).getTime()})`;
    case RANK.timestamp:
      return `Timestamp(${(value as Timestamp).t}, ${(value as Timestamp).i})`;
    case RANK.regex:
      return `/${regexOf(value).join('/')}`;
    case RANK.array:
      return (value as unknown[]).length === 0 ? '[]' : `[ ${(value as unknown[]).map(show).join(', ')} ]`;
    case RANK.object:
      return showFields(fieldsOf(value));
    default:
      return JSON.stringify(value) ?? String(value);
  }
}

function showFields(fields: readonly [string, unknown][]): string {
  return fields.length === 0 ? '{}' : `{ ${fields.map(([name, field]) => `${name}: ${show(field)}`).join(', ')} }`;
}

/** A document as {@link show} gives it. */
export function showDocument(doc: Doc): string {
  return showFields(Object.entries(doc));
}
