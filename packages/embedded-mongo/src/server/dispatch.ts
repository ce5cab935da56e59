import { BSONError } from 'bson';
import { adminCommands } from '../commands/admin.js';
import { collectionCommands } from '../commands/collections.js';
import { explainCommands } from '../commands/explain.js';
import { readCommands } from '../commands/reading.js';
import { writeCommands } from '../commands/write-commands.js';
import { assert, CommandError, notImplemented } from '../errors.js';
import { letVariables } from '../query/filter.js';
import { Yielder } from '../query/pause.js';
import type { View } from '../storage/view.js';
import { type Doc, encode, isDocument, type Pieces, prependElement } from '../values/bson.js';
import type { Commands, Options, Services } from './command.js';
import { checkDatabaseName, checkOptions, documentOption, numberOption, optionTable } from './command.js';
import { sessionOf, type SessionRef } from './sessions.js';
import type { Request } from './wire.js';

const COMMANDS = new Map(
  [adminCommands, collectionCommands, writeCommands, readCommands, explainCommands].flatMap((commands: Commands) =>
    Object.entries(commands),
  ),
);

/**
 * Options that every command accepts. Those without effect (read preference, read concern, cluster time) cannot matter
 * on one server whose reads always see committed data.
 */
const COMMON_OPTIONS: Options = {
  string: '$db',
  object: 'lsid $clusterTime $readPreference readConcern writeConcern',
  whole: 'txnNumber maxTimeMS',
  bool: 'autocommit startTransaction',
  any: 'comment $comment',
};

const OPTIONS = new Map(
  [...COMMANDS].map(([name, { options = {} }]) => [name, optionTable({ any: name }, COMMON_OPTIONS, options)]),
);
const CURSOR = optionTable({ whole: 'batchSize' });
const READ_CONCERN = optionTable({ any: 'level provenance afterClusterTime' });
const LEVELS = ['local', 'available', 'majority', 'linearizable', 'snapshot'];
const WRITE_CONCERN = optionTable({ any: 'w wtimeout provenance', bool: 'j fsync' });

function checkCommand(name: string, command: Doc): void {
  checkOptions(name, OPTIONS.get(name)!, command);
  checkOptions(`${name}.cursor`, CURSOR, documentOption(command, 'cursor'));
  // An explained command is validated against its own options.
  const { explain } = command;
  const [explained] = isDocument(explain) ? Object.keys(explain) : [];
  if (explained !== undefined && COMMANDS.has(explained)) checkCommand(explained, explain as Doc);
}

/** @throws CommandError for an unknown level, or `snapshot` outside a transaction */
function checkReadConcern(command: Doc, inTransaction: boolean): void {
  const concern = documentOption(command, 'readConcern');
  checkOptions('readConcern', READ_CONCERN, concern);
  const level = String(concern['level'] ?? 'local');
  if (level === 'snapshot' && !inTransaction) throw notImplemented("the read concern 'snapshot' outside transactions");
  assert(LEVELS.includes(level), 'FailedToParse', `the read concern level '${level}' is not known`);
}

/** Whether a write must be on disk before the reply: always, unless the client requests `w: 1` or less without `j`. */
function isJournaled(command: Doc): boolean {
  const concern = documentOption(command, 'writeConcern');
  checkOptions('writeConcern', WRITE_CONCERN, concern);
  const { w = 'majority', j } = concern;
  const isNumber = typeof w === 'number';
  assert(!isNumber || w <= 1, 'UnsatisfiableWriteConcern', 'Not enough data-bearing nodes');
  assert(isNumber || w === 'majority', 'UnknownReplWriteConcern', `No write concern mode named '${String(w)}' found`);
  return j === true || (j !== false && w === 'majority');
}

/** Commands allowed in a multi-document transaction. */
const TRANSACTIONAL = new Set(
  'hello isMaster ismaster find getMore killCursors distinct aggregate insert update delete bulkWrite findAndModify'.split(
    ' ',
  ),
);
const TRANSACTION_ENDS = new Set(['commitTransaction', 'abortTransaction']);

/** The command's transaction, or the database. */
function viewOf({ sessions, base }: Services, name: string, command: Doc, session?: SessionRef): View {
  const { autocommit, startTransaction } = command;
  const isEnd = TRANSACTION_ENDS.has(name);
  if (autocommit === undefined && startTransaction === undefined && !isEnd) return base;
  const isWhole = autocommit === false && session?.number !== undefined;
  assert(isWhole, 'InvalidOptions', "'autocommit' has to be false, together with 'lsid' and 'txnNumber'");
  if (isEnd) return base;
  return startTransaction === true ? sessions.begin(session) : sessions.current(session).view;
}

async function run(server: Services, request: Request, connectionId: number): Promise<Doc | Pieces> {
  const command = request.body;
  const [name = ''] = Object.keys(command);
  const definition = COMMANDS.get(name);
  // OP_QUERY may carry the first handshake only.
  const isKnown = definition !== undefined && (!request.legacy || definition === COMMANDS.get('hello'));
  assert(isKnown, 'CommandNotFound', `no such command: '${name}'`);
  server.commandCounts.set(name, (server.commandCounts.get(name) ?? 0) + 1);
  const dbName = command['$db'];
  checkDatabaseName(dbName);
  checkCommand(name, command);
  const yielder = new Yielder(performance.now() + (numberOption(command, 'maxTimeMS') || Infinity));
  const session = sessionOf(command);
  const journaled = isJournaled(command);
  const view = viewOf(server, name, command, session);
  yielder.begin();
  try {
    checkReadConcern(command, view.isolated);
    const mayRun = !view.isolated || TRANSACTIONAL.has(name);
    assert(mayRun, 'OperationNotSupportedInTransaction', `'${name}' cannot run in a transaction.`);
    const { db, cursors, sessions } = server;
    const variables = letVariables(documentOption(command, 'let'));
    const about = { request, command, variables, name, dbName, session, view, journaled, connectionId, yielder };
    return await definition.run({ ...about, server, db, cursors, sessions });
  } catch (error) {
    // Any failure ends a transaction, as in MongoDB.
    if (view.isolated) server.sessions.abortOpen(session!.id);
    throw error;
  } finally {
    yielder.end();
  }
}

function errorOf(error: unknown, log: (message: string) => void): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof BSONError) return new CommandError('InvalidBSON', error.message);
  log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return new CommandError('InternalError', error instanceof Error ? error.message : String(error));
}

const isPieces = (reply: Doc | Pieces): reply is Pieces => Array.isArray(reply);

/** Runs a request's command and returns the reply document's bytes; failures become error replies. */
export async function dispatch(
  services: Services,
  request: Request,
  connectionId: number,
  log: (message: string) => void,
): Promise<Pieces> {
  try {
    const reply = await run(services, request, connectionId);
    return isPieces(reply) ? prependElement(3, 'cursor', reply, encode({ ok: 1 })) : [encode({ ...reply, ok: 1 })];
  } catch (caught) {
    const { message, code, codeName, extra } = errorOf(caught, log);
    return [encode({ ok: 0, errmsg: message, code, codeName, ...extra })];
  }
}
