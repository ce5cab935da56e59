import { CommandError } from '../errors.js';
import { collectionName, type CommandContext, type CommandDefinition } from '../server/context.js';
import { documentOption, flag } from '../server/options.js';
import { decodeTyped } from '../values/bson.js';
import { deleteSteps, itemOf, itemsOf, type Place, prepared, refuseRetry, updateSteps } from './statements.js';
import { collectionForWrite, ensureCollection, runBulk } from './writing.js';

const placeOf = (context: CommandContext): Place => ({ db: context.dbName, name: collectionName(context) });

const insert: CommandDefinition = {
  options: { array: 'documents', bool: 'ordered bypassDocumentValidation' },
  transactional: true,
  async run(context) {
    const { db, name } = placeOf(context);
    const documents = itemsOf(context, 'documents');
    await collectionForWrite(context, db, name);
    return runBulk(context, documents, { n: 0 }, (view, { counts }, bytes) => {
      const { bytes: stored, doc } = prepared(bytes);
      view.insert(ensureCollection(view.db, db, name), stored, doc);
      counts['n']!++;
    });
  },
};

const UPDATE_OPTIONS = { object: 'q c', array: 'arrayFilters', bool: 'multi upsert', any: 'u hint sort' };

const update: CommandDefinition = {
  options: { array: 'updates', bool: 'ordered bypassDocumentValidation', object: 'let' },
  transactional: true,
  async run(context) {
    const place = placeOf(context);
    const items = itemsOf(context, 'updates').map((bytes) => ({ bytes, typed: decodeTyped(bytes) }));
    const are = (option: string): boolean => items.some(({ typed }) => flag(typed, option));
    refuseRetry(context, are('multi'), 'multi=true');
    if (are('upsert')) await collectionForWrite(context, place.db, place.name);
    return runBulk(context, items, { n: 0, nModified: 0 }, function* (view, { counts, results }, statement, index) {
      const { bytes, typed } = statement;
      const item = itemOf(bytes, 'update.updates', UPDATE_OPTIONS);
      const done = yield* updateSteps(view, place, {
        filter: documentOption(item, 'q'),
        typedFilter: documentOption(typed, 'q'),
        update: typed['u'],
        arrayFilters: typed['arrayFilters'],
        variables: { ...documentOption(context.command, 'let'), ...documentOption(item, 'c') },
        multi: flag(item, 'multi'),
        upsert: flag(item, 'upsert'),
        sort: item['sort'],
        hint: item['hint'],
      });
      counts['n']! += done.matched;
      counts['nModified']! += done.modified;
      if (done.upserted !== undefined) results.push({ index, _id: done.upserted });
    });
  },
};

const remove: CommandDefinition = {
  options: { array: 'deletes', bool: 'ordered', object: 'let' },
  transactional: true,
  async run(context) {
    const place = placeOf(context);
    const items = itemsOf(context, 'deletes');
    const isMulti = items.some((bytes) => Number(decodeTyped(bytes)['limit']) === 0);
    refuseRetry(context, isMulti, 'limit=0');
    return runBulk(context, items, { n: 0 }, function* (view, { counts }, bytes) {
      const item = itemOf(bytes, 'delete.deletes', { object: 'q', any: 'limit hint' });
      const { limit, hint } = item;
      if (limit !== 0 && limit !== 1) {
        const message = `The limit field in delete objects must be 0 or 1. Got ${String(limit)}`;
        throw new CommandError('FailedToParse', message);
      }
      const variables = documentOption(context.command, 'let');
      const target = { filter: documentOption(item, 'q'), sort: [], limit, variables, hint };
      counts['n']! += (yield* deleteSteps(view, place, target)).removed;
    });
  },
};

/** The commands that write documents. */
export const crudCommands: Record<string, CommandDefinition> = { insert, update, delete: remove };
