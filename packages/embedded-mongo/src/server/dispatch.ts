import { BSONError } from 'bson';
import { adminCommands } from '../commands/admin.js';
import { bulkWriteCommands } from '../commands/bulk-write.js';
import { collectionCommands } from '../commands/collections.js';
import { crudCommands } from '../commands/crud.js';
import { explainCommands } from '../commands/explain.js';
import { findAndModifyCommands } from '../commands/find-and-modify.js';
import { indexCommands } from '../commands/indexes.js';
import { readingCommands } from '../commands/reading.js';
import { CommandError, ERROR_CODES, type ErrorName, notImplemented } from '../errors.js';
import { Breather } from '../query/pause.js';
import { type Doc, encode, encodeArray, isDocument, prependElement } from '../values/bson.js';
import {
  checkDatabaseName,
  checkReadConcern,
  type CommandContext,
  type CommandDefinition,
  isJournaled,
  type Reply,
  type Services,
} from './context.js';
import { checkOptions, numberOption, type Options } from './options.js';
import { sessionOf, type SessionRef } from './sessions.js';
import type { Request } from './wire.js';

const COMMANDS = new Map<string, CommandDefinition>(
  Object.entries({
    ...adminCommands,
    ...collectionCommands,
    ...indexCommands,
    ...crudCommands,
    ...findAndModifyCommands,
    ...bulkWriteCommands,
    ...readingCommands,
    ...explainCommands,
  }),
);

/**
 * Options that every command takes. They are carried out, or change nothing on one server whose reads are always of committed
 * data (read preference, read concern, cluster time).
 */
const COMMON_OPTIONS: Options = {
  string: '$db apiVersion',
  object: 'lsid $clusterTime $readPreference readConcern writeConcern',
  whole: 'txnNumber maxTimeMS',
  bool: 'autocommit startTransaction apiStrict apiDeprecationErrors',
  any: 'comment $comment',
};

/** Commands that are no part of MongoDB's stable API. */
const NOT_STABLE = new Set([
  ...['buildInfo', 'collStats', 'connectionStatus', 'dbStats', 'distinct', 'getParameter', 'killSessions'],
  ...['listIndexes', 'serverStatus'],
]);

/** MongoDB has these commands, this server has not: the answer says so rather than that they are unknown. */
const REFUSED_COMMANDS: Record<string, string> = {
  collMod: 'collMod',
  convertToCapped: 'capped collections',
  mapReduce: 'mapReduce',
  renameCollection: 'renameCollection',
  createSearchIndexes: 'search indexes',
  listSearchIndexes: 'search indexes',
};

/** Every option as one table, with the command's own name. */
const optionsOf = new Map(
  [...COMMANDS].map(([name, { options = {} }]): [string, Options] => {
    const types = new Set([...Object.keys(COMMON_OPTIONS), ...Object.keys(options), 'any']) as Set<keyof Options>;
    const all = [...types].map((type) => [
      type,
      [COMMON_OPTIONS[type], options[type], type === 'any' ? name : undefined].filter(Boolean).join(' '),
    ]);
    return [name, Object.fromEntries(all) as Options];
  }),
);

function checkCommand(name: string, command: Doc): void {
  checkOptions(name, optionsOf.get(name)!, command);
  if (isDocument(command['cursor'])) checkOptions(`${name}.cursor`, { whole: 'batchSize' }, command['cursor']);
}

function checkApi(name: string, { apiVersion, apiStrict, apiDeprecationErrors }: Doc): void {
  if (apiVersion === undefined && (apiStrict !== undefined || apiDeprecationErrors !== undefined)) {
    throw new CommandError('APIVersionError', "'apiStrict' and 'apiDeprecationErrors' need 'apiVersion'");
  }
  if (apiVersion !== undefined && apiVersion !== '1') {
    throw new CommandError('APIVersionError', "API version must be '1'");
  }
  if (apiStrict === true && NOT_STABLE.has(name)) {
    throw new CommandError(
      'APIStrictError',
      `Provided apiStrict:true, but the command ${name} is not in API Version 1`,
    );
  }
}

/** An explained command is held to its own options. */
function checkExplained(command: Doc): void {
  const inner = command['explain'];
  const [name] = isDocument(inner) ? Object.keys(inner) : [];
  if (name !== undefined && COMMANDS.has(name)) checkCommand(name, inner as Doc);
}

const TRANSACTION_ENDS = new Set(['commitTransaction', 'abortTransaction']);

function transactionView(services: Services, name: string, command: Doc, session: SessionRef | undefined) {
  if (command['autocommit'] === undefined) {
    if (TRANSACTION_ENDS.has(name) || command['startTransaction'] !== undefined) {
      throw new CommandError('InvalidOptions', `'autocommit' is required for ${name} in a transaction`);
    }
    return undefined;
  }
  if (command['autocommit'] !== false || session?.number === undefined) {
    throw new CommandError('InvalidOptions', "'autocommit' has to be false, together with 'lsid' and 'txnNumber'");
  }
  if (TRANSACTION_ENDS.has(name)) return services.base;
  return command['startTransaction'] === true ? services.sessions.begin(session) : services.sessions.current(session);
}

async function run(services: Services, request: Request, connectionId: number): Promise<Reply> {
  const command = request.body;
  const [name] = Object.keys(command);
  const definition = name === undefined ? undefined : COMMANDS.get(name);
  if (name === undefined || definition === undefined) {
    const refused = name === undefined ? undefined : REFUSED_COMMANDS[name];
    if (refused !== undefined) throw notImplemented(refused);
    throw new CommandError('CommandNotFound', `no such command: '${name}'`);
  }
  services.commandCounts.set(name, (services.commandCounts.get(name) ?? 0) + 1);
  if (request.legacy && !['hello', 'isMaster', 'ismaster'].includes(name)) {
    throw new CommandError('CommandNotFound', `OP_QUERY is for the handshake alone, not for ${name}`);
  }
  const dbName = command['$db'];
  checkDatabaseName(dbName);
  const lists = Object.fromEntries(request.sequenceNames().map((field) => [field, []]));
  checkCommand(name, { ...command, ...lists });
  checkApi(name, command);
  checkExplained(command);
  const timeLimit = numberOption(command, 'maxTimeMS') || Infinity;
  const session = sessionOf(command);
  const view = transactionView(services, name, command, session);
  const inTransaction = view !== undefined && !TRANSACTION_ENDS.has(name);
  const context: CommandContext = {
    services,
    request,
    command,
    name,
    dbName,
    session,
    view: view ?? services.base,
    inTransaction,
    connectionId,
    breather: new Breather(performance.now() + timeLimit),
  };
  isJournaled(command);
  checkReadConcern(command, view !== undefined);
  try {
    if (view !== undefined && definition.transactional !== true) {
      throw new CommandError(
        'OperationNotSupportedInTransaction',
        `Cannot run '${name}' in a multi-document transaction.`,
      );
    }
    return await definition.run(context);
  } catch (error) {
    // Any failure ends a transaction, as in MongoDB.
    if (inTransaction) services.sessions.abortOpen(session!.id);
    throw error;
  }
}

function errorReply(error: unknown, log: (message: string) => void): Doc {
  if (error instanceof CommandError) {
    return { ok: 0, errmsg: error.message, code: error.code, codeName: error.codeName, ...error.extra };
  }
  const name: ErrorName = error instanceof BSONError ? 'InvalidBSON' : 'InternalError';
  if (name === 'InternalError') log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const errmsg = error instanceof Error ? error.message : String(error);
  return { ok: 0, errmsg, code: ERROR_CODES[name], codeName: name };
}

function encodeAnswer(reply: Reply): Buffer {
  if (!('batch' in reply) || !('first' in reply)) return encode(reply);
  const { batch, first } = reply as Extract<Reply, { first: boolean }>;
  const rest = encode({ id: batch.id, ns: batch.namespace });
  const cursor = prependElement(4, first ? 'firstBatch' : 'nextBatch', encodeArray(batch.documents), rest);
  return prependElement(3, 'cursor', cursor, encode({ ok: 1 }));
}

/** Runs a request's command and gives the reply document's bytes; every failure becomes an error reply. */
export async function dispatch(
  services: Services,
  request: Request,
  connectionId: number,
  log: (message: string) => void,
): Promise<Buffer> {
  try {
    return encodeAnswer(await run(services, request, connectionId));
  } catch (error) {
    return encode(errorReply(error, log));
  }
}
