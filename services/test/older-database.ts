import { BSON } from 'mongodb';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestDatabase } from './test-database.js';

const headerBytes = 16;

/** A proxy to a database that refuses one command with a code, as an older release does. */
export async function startOlderDatabase(
  { uri, name }: TestDatabase,
  command: string,
  code: number,
): Promise<TestDatabase> {
  const { hostname, port } = new URL(uri);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const to = connect(Number(port), hostname);
    for (const socket of [client, to]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    to.pipe(client);
    let waiting = Buffer.alloc(0);
    client.on('data', (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes]);
      while (waiting.length >= headerBytes && waiting.length >= waiting.readInt32LE(0)) {
        const message = waiting.subarray(0, waiting.readInt32LE(0));
        waiting = waiting.subarray(message.length);
        // The first field of a command is its name.
        const at = message.indexOf(`${command}\0`);
        if (at > 0 && at < 2 * headerBytes) client.write(refusalOf(message, code));
        else to.write(message);
      }
    });
    client.on('close', () => to.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  const { port: own } = server.address() as AddressInfo;
  return { uri: `mongodb://127.0.0.1:${own}/?directConnection=true`, name, stop };
}

function refusalOf(message: Buffer, code: number): Buffer {
  const body = BSON.serialize({ ok: 0, code, errmsg: 'refused' });
  // The header, flags, and the kind of the section.
  const head = Buffer.alloc(headerBytes + 5);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(message.readInt32LE(4), 8);
  head.writeInt32LE(message.readInt32LE(12), 12);
  return Buffer.concat([head, body]);
}
