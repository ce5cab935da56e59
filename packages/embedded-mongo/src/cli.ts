#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { startEmbeddedMongo } from './start.js';
import { backup } from './transfer/backup.js';
import { dump } from './transfer/dump.js';
import { restore } from './transfer/restore.js';

const USAGE = `usage: embedded-mongo --data DIR [--port N] [--host ADDRESS] [--socket PATH]   serve a data folder
       embedded-mongo backup --data DIR --to FOLDER      copy it, also while it is served
       embedded-mongo dump --data DIR --to FOLDER        write it as lines of extended JSON, also while it is served
       embedded-mongo restore --data DIR --from FOLDER   make a data folder of a dump`;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        port: { type: 'string', default: '0' },
        host: { type: 'string', default: '127.0.0.1' },
        socket: { type: 'string' },
        to: { type: 'string' },
        from: { type: 'string' },
      },
    });
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

const { values, positionals } = readArguments();
const { data, port, host, socket, to, from } = values;
const [command = 'serve', ...rest] = positionals;
if (data === undefined || rest.length > 0) fail(USAGE);

async function serve(dataDir: string): Promise<void> {
  if (!/^\d+$/.test(port)) fail(USAGE);
  const server = await startEmbeddedMongo({
    dataDir,
    port: Number(port),
    host,
    ...(socket === undefined ? {} : { socketPath: socket }),
    log: (message) => process.stderr.write(`${message}\n`),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      server.stop().then(
        () => process.exit(0),
        (error: unknown) => fail(String(error)),
      );
    });
  }
  // Whoever reads it may end the server at once.
  process.stdout.write(`${server.uri}\n`);
}

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

try {
  if (command === 'serve') await serve(data);
  else if (command === 'backup' && to !== undefined) {
    await backup(data, to);
    say(`Copied ${data} to ${to}.`);
  } else if (command === 'dump' && to !== undefined) say(`Wrote ${await dump(data, to)} documents to ${to}.`);
  else if (command === 'restore' && from !== undefined)
    say(`Stored ${await restore(data, from)} documents in ${data}.`);
  else fail(USAGE);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
