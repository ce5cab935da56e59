#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { startEmbeddedMongo } from './start.js';
import { backup, dump, restore } from './transfer.js';

const USAGE = `usage: embedded-mongo --data DIR [--port N] [--host ADDRESS] [--socket PATH]   serve a data folder
       embedded-mongo backup --data DIR --to FOLDER      copy it; works while a server runs
       embedded-mongo dump --data DIR --to FOLDER        write extended JSON lines; works while a server runs
       embedded-mongo restore --data DIR --from FOLDER   create a data folder from a dump`;

const OPTIONS = {
  data: { type: 'string' },
  port: { type: 'string', default: '0' },
  host: { type: 'string', default: '127.0.0.1' },
  socket: { type: 'string' },
  to: { type: 'string' },
  from: { type: 'string' },
} as const;

function fail(error: NodeJS.ErrnoException): never {
  process.stderr.write(`${error.message}\n${error.code?.startsWith('ERR_PARSE_ARGS') ? `${USAGE}\n` : ''}`);
  process.exit(1);
}

/** @returns the connection string */
async function serve(dataDir: string, host: string, port: number, socketPath: string | undefined): Promise<string> {
  // Half of the live data may be added before V8 collects all; V8's own choice, up to 300 %, is mostly garbage.
  setFlagsFromString('--heap-growing-percent=50');
  const server = await startEmbeddedMongo({
    ...{ dataDir, host, port, log: (message) => process.stderr.write(`${message}\n`) },
    ...(socketPath === undefined ? {} : { socketPath }),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void server.stop().then(() => process.exit(0), fail));
  }
  // The process that started this one over a channel is gone.
  process.once('disconnect', () => void server.stop().then(() => process.exit(0), fail));
  // Its end of the pipe is closed then.
  process.stderr.on('error', () => undefined);
  return server.uri;
}

/** @returns the line to print */
async function run(): Promise<string> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const { data, port, host, socket, to, from } = values;
  const [command, ...others] = positionals.length === 0 ? ['serve'] : positionals;
  if (data === undefined || others.length > 0) throw new Error(USAGE);
  if (command === 'serve' && /^\d+$/.test(port)) return serve(data, host, Number(port), socket);
  if (command === 'backup' && to !== undefined) {
    await backup(data, to);
    return `Copied ${data} to ${to}.`;
  }
  if (command === 'dump' && to !== undefined) return `Wrote ${await dump(data, to)} documents to ${to}.`;
  if (command === 'restore' && from !== undefined) return `Stored ${await restore(data, from)} documents in ${data}.`;
  throw new Error(USAGE);
}

// Data folders, copies and dumps are readable by their owner only, and so is a unix socket.
process.umask(0o077);
await run().then((line) => process.stdout.write(`${line}\n`), fail);
