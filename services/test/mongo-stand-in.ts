import { BSON } from 'mongodb';
import { createServer, type AddressInfo, type Socket } from 'node:net';

const { deserialize, serialize } = BSON;
const opQuery = 2004;
const opMsg = 2013;

/** The fields of the reply to a command, by the command's name; every other command is acknowledged. */
export type Commands = Readonly<Record<string, (command: Record<string, unknown>) => object>>;

/** A server that speaks MongoDB's wire protocol and answers some commands. */
export async function startMongoStandIn(
  commands: Commands,
  { port = 0, host = '127.0.0.1' }: { port?: number; host?: string } = {},
): Promise<{ uri: string; stop: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    let received = Buffer.alloc(0);
    socket.on('data', (part) => {
      received = Buffer.concat([received, part]);
      while (received.length >= 16 && received.length >= received.readInt32LE(0)) {
        const length = received.readInt32LE(0);
        socket.write(replyTo(received.subarray(0, length), commands));
        received = received.subarray(length);
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(port, host, resolve));
  return {
    uri: `mongodb://${host}:${(server.address() as AddressInfo).port}/?directConnection=true`,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

const hello = { helloOk: true, minWireVersion: 0, maxWireVersion: 21 };

function replyTo(message: Buffer, commands: Commands): Buffer {
  const isQuery = message.readInt32LE(12) === opQuery;
  // Behind the name of the collection and two numbers, or behind flags and the kind of the section.
  const start = isQuery ? message.indexOf(0, 20) + 1 + 8 : 21;
  const command = deserialize(message.subarray(start, start + message.readInt32LE(start)));
  // Drivers spell `hello` in two ways, and call it by its former name first.
  const name = Object.keys(command)[0]!.replace(/^(ismaster|isMaster)$/, 'hello');
  const body = serialize({ ok: 1, ...(name === 'hello' && hello), ...commands[name]?.(command) });
  const prefix = Buffer.alloc(isQuery ? 20 : 5);
  if (isQuery) prefix.writeInt32LE(1, 16);
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + prefix.length + body.length, 0);
  header.writeInt32LE(message.readInt32LE(4), 8);
  header.writeInt32LE(isQuery ? 1 : opMsg, 12);
  return Buffer.concat([header, prefix, body]);
}
