import { CommandError } from '../errors.js';
import { compileProjection } from '../query/projection.js';
import { parseSort } from '../query/sort.js';
import { collectionName, type CommandDefinition } from '../server/context.js';
import { documentOption, flag } from '../server/options.js';
import { type Doc, decodePlain, decodeTyped } from '../values/bson.js';
import { deleteSteps, updateSteps } from './statements.js';
import { collectionForWrite, runWrite } from './writing.js';

const findAndModify: CommandDefinition = {
  options: {
    object: 'query sort fields let',
    bool: 'remove new upsert bypassDocumentValidation',
    array: 'arrayFilters',
    any: 'update hint',
    refused: 'collation',
  },
  transactional: true,
  async run(context) {
    const { command, request } = context;
    const place = { db: context.dbName, name: collectionName(context) };
    const typed = request.typedBody();
    const [removing, upsert, wantsNew] = ['remove', 'upsert', 'new'].map((name) => flag(command, name)) as [
      boolean,
      boolean,
      boolean,
    ];
    if (removing === (command['update'] !== undefined)) {
      throw new CommandError('FailedToParse', 'Either an update or remove=true must be specified, and not both');
    }
    if (removing && (upsert || wantsNew)) {
      throw new CommandError('FailedToParse', 'Cannot specify upsert or new with remove=true');
    }
    const filter = documentOption(command, 'query');
    const variables = documentOption(command, 'let');
    const { sort, hint } = command;
    const project = projectorFor(documentOption(command, 'fields'), filter, variables);
    if (upsert) await collectionForWrite(context, place.db, place.name);
    return runWrite(context, function* (view) {
      if (removing) {
        const target = { filter, sort: parseSort(sort), limit: 1, variables, hint };
        const { removed: n, before } = yield* deleteSteps(view, place, target);
        return { lastErrorObject: { n }, value: before === undefined ? null : project(before.bytes), ok: 1 };
      }
      const done = yield* updateSteps(view, place, {
        ...{ filter, typedFilter: documentOption(typed, 'query'), variables, multi: false, upsert, sort, hint },
        update: typed['update'],
        arrayFilters: typed['arrayFilters'],
      });
      const { matched: n, upserted, before, after } = done;
      const document = wantsNew ? after : before;
      const lastErrorObject = {
        n,
        updatedExisting: before !== undefined,
        ...(upserted === undefined ? {} : { upserted }),
      };
      return { lastErrorObject, value: document === undefined ? null : project(document.bytes), ok: 1 };
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
