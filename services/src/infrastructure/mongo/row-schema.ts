import { Schema } from 'mongoose';
import { newId, type Row, type WorkplaceRow } from './row.js';

type Fields<T> = { [K in Exclude<keyof T, keyof WorkplaceRow>]-?: unknown };

// A misspelt field would otherwise be silently dropped from an update, and match nothing in a filter.
const options = { versionKey: false, minimize: false, strict: 'throw', strictQuery: 'throw' } as const;
const owner = { type: String, required: true } as const;
const ids = { _id: { type: String, default: newId }, community: owner };

/** Schema of records that belong to the community as a whole. A field without a definition does not compile. */
export function communitySchema<T extends Row>(fields: Fields<T>): Schema<T> {
  return new Schema({ ...ids, ...fields } as never, options);
}

/** Schema of records that belong to a workplace. */
export function workplaceSchema<T extends WorkplaceRow>(fields: Fields<T>): Schema<T> {
  // '' is a workplace too (the default option), and mongoose's `required` refuses it.
  const workplace = { type: String, default: '' };
  return new Schema({ ...ids, workplace, ...fields } as never, options);
}
