#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { startEmbeddedMongo } from './start.js';

const USAGE = 'usage: embedded-mongo --data DIR [--port N] [--host ADDRESS] [--socket PATH]';

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        data: { type: 'string' },
        port: { type: 'string', default: '0' },
        host: { type: 'string', default: '127.0.0.1' },
        socket: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

const { data, port, host, socket } = readArguments();
if (data === undefined || !/^\d+$/.test(port)) fail(USAGE);

try {
  const server = await startEmbeddedMongo({
    dataDir: data,
    port: Number(port),
    host,
    ...(socket === undefined ? {} : { socketPath: socket }),
    log: (message) => process.stderr.write(`${message}\n`),
  });
  process.stdout.write(`${server.uri}\n`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      server.stop().then(
        () => process.exit(0),
        (error: unknown) => fail(String(error)),
      );
    });
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
