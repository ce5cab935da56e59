import { Binary } from 'bson';
import { CommandError, notImplemented } from '../errors.js';
import { type CommandContext, type CommandDefinition, isJournaled } from '../server/context.js';
import { MAX_MESSAGE_BYTES } from '../server/wire.js';
import { isDocument, MAX_DOCUMENT_BYTES } from '../values/bson.js';

/** Name of the replica set that the one server presents itself as. */
export const SET_NAME = 'embedded';

/** The server version it speaks like; drivers and tools look at the major number. */
const SERVER_VERSION = '8.0.0';
const MAX_WIRE_VERSION = 25;

const hello: CommandDefinition = {
  // What a client tells about itself, and offers that this server does not take up (compression, authentication).
  options: {
    any: 'helloOk client compression topologyVersion maxAwaitTimeMS saslSupportedMechs speculativeAuthenticate loadBalanced backpressure',
  },
  transactional: true,
  run({ services, name, connectionId }) {
    const me = services.address();
    return {
      ...(name === 'hello' ? { isWritablePrimary: true } : { ismaster: true, isWritablePrimary: true }),
      helloOk: true,
      hosts: [me],
      setName: SET_NAME,
      setVersion: 1,
      secondary: false,
      primary: me,
      me,
      maxBsonObjectSize: MAX_DOCUMENT_BYTES,
      maxMessageSizeBytes: MAX_MESSAGE_BYTES,
      maxWriteBatchSize: 100_000,
      localTime: new Date(),
      logicalSessionTimeoutMinutes: 30,
      connectionId,
      minWireVersion: 0,
      maxWireVersion: MAX_WIRE_VERSION,
      readOnly: false,
      ok: 1,
    };
  },
};

const ok: CommandDefinition = { run: () => ({ ok: 1 }) };

const buildInfo: CommandDefinition = {
  run: () => ({
    version: SERVER_VERSION,
    versionArray: [...SERVER_VERSION.split('.').map(Number), 0],
    gitVersion: 'embedded-mongo',
    modules: [],
    storageEngines: ['lmdb'],
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    ok: 1,
  }),
};

const getParameter: CommandDefinition = {
  options: { any: 'featureCompatibilityVersion authenticationMechanisms transactionLifetimeLimitSeconds' },
  run({ command }) {
    const known = {
      featureCompatibilityVersion: { version: '7.0' },
      authenticationMechanisms: [],
      transactionLifetimeLimitSeconds: 60,
    };
    const asked = Object.entries(known).filter(
      ([name]) => command['getParameter'] === '*' || command[name] !== undefined,
    );
    if (asked.length === 0) throw new CommandError('InvalidOptions', 'no option found to get');
    return { ...Object.fromEntries(asked), ok: 1 };
  },
};

const connectionStatus: CommandDefinition = {
  options: { bool: 'showPrivileges' },
  run: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] }, ok: 1 }),
};

const serverStatus: CommandDefinition = {
  run: ({ services }) => ({
    host: services.address(),
    version: SERVER_VERSION,
    process: 'embedded-mongo',
    pid: process.pid,
    uptime: (Date.now() - services.startedAt) / 1000,
    localTime: new Date(),
    connections: { current: services.connections() },
    metrics: {
      commands: Object.fromEntries([...services.commandCounts].map(([name, total]) => [name, { total }])),
      cursor: { open: { total: services.cursors.size } },
    },
    repl: { setName: SET_NAME, isWritablePrimary: true, hosts: [services.address()] },
    storageEngine: { name: 'lmdb', persistent: true },
    ok: 1,
  }),
};

function sessionIds(context: CommandContext): Buffer[] {
  const list = context.command[context.name];
  return (Array.isArray(list) ? list : []).flatMap((item) => {
    const id = isDocument(item) ? item['id'] : undefined;
    return id instanceof Binary ? [Buffer.from(id.buffer)] : [];
  });
}

const endSessions: CommandDefinition = {
  run(context) {
    for (const id of sessionIds(context)) context.services.sessions.forget(id);
    return { ok: 1 };
  },
};

const commitTransaction: CommandDefinition = {
  options: { object: 'recoveryToken' },
  transactional: true,
  async run({ services, session, command }) {
    await services.sessions.commit(session!, isJournaled(command));
    return { ok: 1 };
  },
};

const abortTransaction: CommandDefinition = {
  options: { object: 'recoveryToken' },
  transactional: true,
  run({ services, session }) {
    services.sessions.abort(session!);
    return { ok: 1 };
  },
};

const noAuthentication: CommandDefinition = {
  options: { any: 'mechanism payload conversationId options autoAuthorize user nonce key pwd roles' },
  run() {
    throw notImplemented('authentication');
  },
};

/** The commands about the server and its sessions. */
export const adminCommands: Record<string, CommandDefinition> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: ok,
  buildInfo,
  buildinfo: buildInfo,
  getParameter,
  connectionStatus,
  serverStatus,
  endSessions,
  refreshSessions: ok,
  killSessions: endSessions,
  commitTransaction,
  abortTransaction,
  saslStart: noAuthentication,
  saslContinue: noAuthentication,
  authenticate: noAuthentication,
  createUser: noAuthentication,
};
