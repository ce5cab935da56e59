import { BSONError } from 'bson';
import { adminCommands } from '../commands/admin.js';
import { collectionCommands } from '../commands/collections.js';
import { explainCommands } from '../commands/explain.js';
import { indexCommands } from '../commands/indexes.js';
import { readingCommands } from '../commands/reading.js';
import { writeCommands } from '../commands/write-commands.js';
import { CommandError, notImplemented } from '../errors.js';
import { Breather } from '../query/pause.js';
import type { View } from '../storage/view.js';
import { type Doc, encode, encodeArray, isDocument, prependElement } from '../values/bson.js';
import { checkDatabaseName, type Commands, type Services } from './context.js';
import { Batch } from './cursors.js';
import { checkOptions, documentOption, numberOption, type Options, optionTable } from './options.js';
import { sessionOf, type SessionRef } from './sessions.js';
import type { Request } from './wire.js';

const COMMANDS = new Map(
  [adminCommands, collectionCommands, indexCommands, writeCommands, readingCommands, explainCommands].flatMap(
    (commands: Commands) => Object.entries(commands),
  ),
);

/**
 * Options that every command takes. They are carried out, or change nothing on one server whose reads are always of committed
 * data (read preference, read concern, cluster time).
 */
const COMMON_OPTIONS: Options = {
  string: '$db',
  object: 'lsid $clusterTime $readPreference readConcern writeConcern',
  whole: 'txnNumber maxTimeMS',
  bool: 'autocommit startTransaction',
  any: 'comment $comment',
  refused: 'apiVersion apiStrict apiDeprecationErrors',
};

const OPTIONS = new Map(
  [...COMMANDS].map(([name, { options = {} }]) => {
    const tables = [{ any: name }, COMMON_OPTIONS, options].map(optionTable);
    return [name, new Map(tables.flatMap((table) => [...table]))];
  }),
);
const CURSOR = optionTable({ whole: 'batchSize' });
const READ_CONCERN = optionTable({ any: 'level provenance afterClusterTime', refused: 'atClusterTime' });
const WRITE_CONCERN = optionTable({ any: 'w wtimeout provenance', bool: 'j fsync' });

// MongoDB has these commands, this server has not: the answer says so rather than that they are unknown.
const AUTHENTICATION = ['saslStart', 'saslContinue', 'authenticate', 'createUser'];
const REFUSED_COMMANDS = [
  ...['collMod', 'convertToCapped', 'mapReduce', 'renameCollection', 'refreshSessions', 'killSessions'],
  ...['createSearchIndexes', 'listSearchIndexes'],
];

function checkCommand(name: string, command: Doc): void {
  checkOptions(name, OPTIONS.get(name)!, command);
  checkOptions(`${name}.cursor`, CURSOR, documentOption(command, 'cursor'));
  // An explained command is held to its own options.
  const { explain } = command;
  const [explained] = isDocument(explain) ? Object.keys(explain) : [];
  if (explained !== undefined && COMMANDS.has(explained)) checkCommand(explained, explain as Doc);
}

/** @throws CommandError when a read concern is none, or asks for a snapshot outside a transaction */
function checkReadConcern(command: Doc, inTransaction: boolean): void {
  const concern = documentOption(command, 'readConcern');
  checkOptions('readConcern', READ_CONCERN, concern);
  const level = String(concern['level'] ?? 'local');
  if (level === 'snapshot' && !inTransaction) throw notImplemented("the read concern 'snapshot' outside transactions");
  if (!['local', 'available', 'majority', 'linearizable', 'snapshot'].includes(level)) {
    throw new CommandError('FailedToParse', `the read concern level '${level}' is not known`);
  }
}

/** Whether a write must be on the disk before it is answered: unless the client asks for `w: 1` or less without `j`. */
function isJournaled(command: Doc): boolean {
  const concern = documentOption(command, 'writeConcern');
  checkOptions('writeConcern', WRITE_CONCERN, concern);
  const { w = 'majority', j } = concern;
  if (typeof w === 'number' && w > 1)
    throw new CommandError('UnsatisfiableWriteConcern', 'Not enough data-bearing nodes');
  if (typeof w !== 'number' && w !== 'majority') {
    throw new CommandError('UnknownReplWriteConcern', `No write concern mode named '${String(w)}' found`);
  }
  return j === true || (j !== false && w === 'majority');
}

const TRANSACTION_ENDS = new Set(['commitTransaction', 'abortTransaction']);

/** The state of the transaction that a command runs in. */
function transactionOf({ sessions }: Services, name: string, command: Doc, session?: SessionRef): View | undefined {
  const { autocommit, startTransaction } = command;
  const isEnd = TRANSACTION_ENDS.has(name);
  if (autocommit === undefined && startTransaction === undefined && !isEnd) return undefined;
  if (autocommit !== false || session?.number === undefined) {
    throw new CommandError('InvalidOptions', "'autocommit' has to be false, together with 'lsid' and 'txnNumber'");
  }
  if (isEnd) return undefined;
  return startTransaction === true ? sessions.begin(session) : sessions.current(session);
}

async function run(services: Services, request: Request, connectionId: number): Promise<Doc | Batch> {
  const command = request.body;
  const [name = ''] = Object.keys(command);
  const definition = COMMANDS.get(name);
  if (AUTHENTICATION.includes(name)) throw notImplemented('authentication');
  if (REFUSED_COMMANDS.includes(name)) throw notImplemented(name);
  if (definition === undefined || (request.legacy && definition !== COMMANDS.get('hello'))) {
    throw new CommandError('CommandNotFound', `no such command: '${name}'${request.legacy ? ' in an OP_QUERY' : ''}`);
  }
  services.commandCounts.set(name, (services.commandCounts.get(name) ?? 0) + 1);
  const dbName = command['$db'];
  checkDatabaseName(dbName);
  checkCommand(name, command);
  const breather = new Breather(performance.now() + (numberOption(command, 'maxTimeMS') || Infinity));
  const session = sessionOf(command);
  const journaled = isJournaled(command);
  const transaction = transactionOf(services, name, command, session);
  const inTransaction = transaction !== undefined;
  const view = transaction ?? services.base;
  try {
    checkReadConcern(command, inTransaction);
    if (inTransaction && definition.transactional !== true) {
      throw new CommandError('OperationNotSupportedInTransaction', `'${name}' cannot run in a transaction.`);
    }
    const context = { services, request, command, name, dbName, session, view, inTransaction, journaled };
    return await definition.run({ ...context, connectionId, breather });
  } catch (error) {
    // Any failure ends a transaction, as in MongoDB.
    if (inTransaction) services.sessions.abortOpen(session!.id);
    throw error;
  }
}

function encodeAnswer(reply: Doc | Batch): Buffer {
  if (!(reply instanceof Batch)) return encode({ ...reply, ok: 1 });
  const { field, id, namespace, documents } = reply;
  const cursor = prependElement(4, field, encodeArray(documents), encode({ id, ns: namespace }));
  return prependElement(3, 'cursor', cursor, encode({ ok: 1 }));
}

function errorOf(error: unknown, log: (message: string) => void): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof BSONError) return new CommandError('InvalidBSON', error.message);
  log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return new CommandError('InternalError', error instanceof Error ? error.message : String(error));
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
  } catch (caught) {
    const { message, code, codeName, extra } = errorOf(caught, log);
    return encode({ ok: 0, errmsg: message, code, codeName, ...extra });
  }
}
