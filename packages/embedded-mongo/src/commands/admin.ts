import { assert } from '../errors.js';
import type { CommandDefinition, Commands } from '../server/command.js';
import { sessionId } from '../server/sessions.js';
import { MAX_MESSAGE_BYTES } from '../server/wire.js';
import { MAX_DOCUMENT_BYTES } from '../values/bson.js';

/** The name of the one-member replica set that the server presents. */
export const SET_NAME = 'embedded';

/** The reported server version; drivers and tools check the major number. */
const SERVER_VERSION = '8.0.0';
const MAX_WIRE_VERSION = 25;

const hello: CommandDefinition = {
  // Client metadata, and features that this server does not negotiate (compression, authentication).
  options: {
    any: 'helloOk client compression topologyVersion maxAwaitTimeMS saslSupportedMechs speculativeAuthenticate loadBalanced backpressure',
  },
  run({ server: { address: me }, connectionId }) {
    return {
      ismaster: true,
      isWritablePrimary: true,
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
    };
  },
};

const buildInfo: CommandDefinition = {
  run: () => ({
    version: SERVER_VERSION,
    versionArray: [8, 0, 0, 0],
    modules: ['embedded-mongo'],
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  }),
};

/** Server and session commands. */
export const adminCommands: Commands = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: { run: () => ({}) },
  buildInfo,
  buildinfo: buildInfo,

  getParameter: {
    options: { any: 'featureCompatibilityVersion' },
    run({ command }) {
      const isAsked = command['getParameter'] === '*' || command['featureCompatibilityVersion'] !== undefined;
      assert(isAsked, 'InvalidOptions', 'no option found to get');
      return { featureCompatibilityVersion: { version: '7.0' } };
    },
  },

  connectionStatus: {
    options: { bool: 'showPrivileges' },
    run: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } }),
  },

  serverStatus: {
    run: ({ server: { address, startedAt, connections, commandCounts }, cursors }) => ({
      host: address,
      version: SERVER_VERSION,
      process: 'embedded-mongo',
      pid: process.pid,
      uptime: (Date.now() - startedAt) / 1000,
      connections: { current: connections() },
      metrics: {
        commands: Object.fromEntries([...commandCounts].map(([name, total]) => [name, { total }])),
        cursor: { open: { total: cursors.size } },
      },
    }),
  },

  endSessions: {
    options: { array: 'endSessions' },
    run({ command, sessions }) {
      for (const lsid of command['endSessions'] as unknown[]) sessions.forget(sessionId(lsid));
      return {};
    },
  },

  commitTransaction: {
    options: { object: 'recoveryToken' },
    async run({ sessions, session, journaled }) {
      await sessions.commit(session!, journaled);
      return {};
    },
  },

  abortTransaction: {
    options: { object: 'recoveryToken' },
    run({ sessions, session }) {
      sessions.abort(session!);
      return {};
    },
  },
};
