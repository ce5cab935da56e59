import { rmSync } from 'node:fs';
import { SET_NAME } from './commands/admin.js';
import { sweepExpired } from './commands/writing.js';
import type { Services } from './server/command.js';
import { Cursors } from './server/cursors.js';
import { dispatch } from './server/dispatch.js';
import { Listener } from './server/listener.js';
import { Sessions } from './server/sessions.js';
import { Database } from './storage/database.js';
import { cleanUp } from './storage/index-build.js';
import { baseView } from './storage/view.js';

/** Options of {@link startEmbeddedMongo}. */
export interface EmbeddedMongoOptions {
  /** The data folder; created if missing. Only one process at a time may use it. */
  readonly dataDir: string;
  /** TCP port; 0, the default, picks a free one. */
  readonly port?: number;
  /** Loopback address, 127.0.0.1 by default. Others are refused, because there is no authentication. */
  readonly host?: string;
  /** Path of a unix socket to listen on instead of TCP. */
  readonly socketPath?: string;
  /** Milliseconds between sweeps of expired documents, sessions and cursors; 60,000 by default. */
  readonly ttlSweepMs?: number;
  /** Receives messages about closed connections and internal failures; nothing is logged by default. */
  readonly log?: (message: string) => void;
}

/** A running server. */
export interface EmbeddedMongo {
  /** The connection string for the driver and mongoose. */
  readonly uri: string;
  /** The TCP port; 0 on a unix socket. */
  readonly port: number;
  /** Waits for running commands, then closes all connections and files. Safe to call more than once. */
  stop(): Promise<void>;
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1)$/;

/**
 * Starts a MongoDB-compatible server on a data folder.
 *
 * @throws DataFolderError when another process uses the folder, a newer version wrote it, or it is unreadable
 * @throws Error when the host is not a loopback address, or the server cannot listen on the port or socket
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const { dataDir, port = 0, socketPath, ttlSweepMs = 60_000, log = () => undefined } = options;
  const { host: name = 'localhost' } = options;
  const host = name === 'localhost' ? '127.0.0.1' : name;
  if (!LOOPBACK.test(host)) {
    throw new Error(`The host '${host}' is not a loopback address; without authentication, no other is allowed.`);
  }
  const db = Database.open(dataDir);
  const services: Services = {
    db,
    base: baseView(db),
    cursors: new Cursors(),
    sessions: new Sessions(db),
    address: socketPath ?? '',
    startedAt: Date.now(),
    connections: () => listener.connections,
    commandCounts: new Map(),
  };
  const listener = new Listener((request, connection) => dispatch(services, request, connection, log), log);
  let actualPort: number;
  try {
    await cleanUp(db);
    if (socketPath !== undefined) rmSync(socketPath, { force: true });
    actualPort = await listener.listen(socketPath === undefined ? { host, port } : { path: socketPath });
  } catch (error) {
    await db.close();
    throw error;
  }
  services.address ||= `${host.includes(':') ? `[${host}]` : host}:${actualPort}`;

  const sweep = async (): Promise<void> => {
    services.cursors.sweep();
    await services.sessions.sweep();
    await sweepExpired(db);
  };
  let sweeping = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch((error: unknown) => log(`sweep failed: ${String(error)}`));
  }, ttlSweepMs).unref();

  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await listener.close();
    await sweeping;
    await db.close();
  };
  const authority = socketPath === undefined ? services.address : encodeURIComponent(socketPath);
  return {
    uri: `mongodb://${authority}/?replicaSet=${SET_NAME}&directConnection=true`,
    port: actualPort,
    stop: () => (stopped ??= stop()),
  };
}
