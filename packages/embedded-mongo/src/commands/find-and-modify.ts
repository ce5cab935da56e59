import { CommandError } from '../errors.js';
import { compileProjection } from '../query/projection.js';
import { parseSort } from '../query/sort.js';
import { collectionName, type CommandDefinition, documentOption } from '../server/context.js';
import { Updater } from '../update/apply.js';
import { type Doc, decodePlain, decodeTyped } from '../values/bson.js';
import { ensureOrFind } from './crud.js';
import { collectionForWrite, findTargets, runWrite, searchAhead } from './writing.js';

const findAndModify: CommandDefinition = {
  options: [
    'query',
    'sort',
    'remove',
    'update',
    'new',
    'fields',
    'upsert',
    'arrayFilters',
    'hint',
    'let',
    'bypassDocumentValidation',
  ],
  refused: ['collation'],
  transactional: true,
  async run(context) {
    const { command, request } = context;
    const name = collectionName(context);
    const typed = request.typedBody();
    const removing = command['remove'] === true;
    const upsert = command['upsert'] === true;
    if (removing === (command['update'] !== undefined)) {
      throw new CommandError('FailedToParse', 'Either an update or remove=true must be specified, and not both');
    }
    if (removing && (upsert || command['new'] === true)) {
      throw new CommandError('FailedToParse', 'Cannot specify upsert or new with remove=true');
    }
    const filter = documentOption(command, 'query');
    const fields = documentOption(command, 'fields');
    const variables = documentOption(command, 'let');
    const target = { filter, sort: parseSort(command['sort']), limit: 1, variables, hint: command['hint'] };
    const project = projectorFor(fields, filter, variables);
    const updater = removing
      ? undefined
      : new Updater({
          filter,
          typedFilter: documentOption(typed, 'query'),
          update: typed['update'] as Doc | Doc[],
          arrayFilters: (typed['arrayFilters'] as unknown[] | undefined) ?? [],
          variables,
        });
    if (upsert) await collectionForWrite(context, name);
    const ahead = await searchAhead(context, name, target);
    const certain = ahead?.length === 0 && upsert ? undefined : ahead;
    return runWrite(context, (view) => {
      const collection = ensureOrFind(view, context, name, upsert);
      const [found] = collection === undefined ? [] : findTargets(view, collection, target, certain);
      if (collection === undefined || (found === undefined && !upsert)) {
        const missed = removing ? { n: 0 } : { n: 0, updatedExisting: false };
        return { lastErrorObject: missed, value: null, ok: 1 };
      }
      if (found === undefined) {
        const made = updater!.insert();
        view.insert(collection, made.bytes, made.doc);
        const upserted = decodeTyped(made.bytes)['_id'];
        const value = command['new'] === true ? project(made.bytes) : null;
        return { lastErrorObject: { n: 1, updatedExisting: false, upserted }, value, ok: 1 };
      }
      if (updater === undefined) {
        view.remove(collection, found);
        return { lastErrorObject: { n: 1 }, value: project(found.bytes), ok: 1 };
      }
      const next = updater.apply(found);
      if (!next.bytes.equals(found.bytes)) view.update(collection, found, next.bytes, next.doc);
      const value = project(command['new'] === true ? next.bytes : found.bytes);
      return { lastErrorObject: { n: 1, updatedExisting: true }, value, ok: 1 };
    });
  },
};

function projectorFor(fields: Doc, filter: Doc, variables: Doc): (bytes: Buffer) => Doc {
  if (Object.keys(fields).length === 0) return decodeTyped;
  const project = compileProjection(fields, filter, variables);
  return (bytes) => project([decodePlain(bytes)])[0]!;
}

/** The command that changes one document and answers it. */
export const findAndModifyCommands: Record<string, CommandDefinition> = {
  findAndModify,
  findandmodify: findAndModify,
};
