import { BSON } from 'mongodb';
import { createServer, type AddressInfo, type Socket } from 'node:net';

const { deserialize, serialize } = BSON;
const opQuery = 2004;
const opMsg = 2013;

/** What a server says of itself. */
export interface ServerFacts {
  version: string;
  /** The fields of its `hello` that name its topology. */
  topology: Record<string, unknown>;
}

/** A server that speaks MongoDB's wire protocol, reports these facts, and acknowledges every other command. */
export async function startMongoStandIn(facts: ServerFacts): Promise<{ uri: string; stop: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    let received = Buffer.alloc(0);
    socket.on('data', (part) => {
      received = Buffer.concat([received, part]);
      while (received.length >= 16 && received.length >= received.readInt32LE(0)) {
        const length = received.readInt32LE(0);
        socket.write(replyTo(received.subarray(0, length), facts));
        received = received.subarray(length);
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    uri: `mongodb://127.0.0.1:${port}/?directConnection=true`,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

function replyTo(message: Buffer, { version, topology }: ServerFacts): Buffer {
  const isQuery = message.readInt32LE(12) === opQuery;
  // Behind the name of the collection and two numbers, or behind flags and the kind of the section.
  const start = isQuery ? message.indexOf(0, 20) + 1 + 8 : 21;
  const command = deserialize(message.subarray(start, start + message.readInt32LE(start)));
  const hello = {
    helloOk: true,
    isWritablePrimary: true,
    ismaster: true,
    minWireVersion: 0,
    maxWireVersion: 21,
    ...topology,
  };
  const name = Object.keys(command)[0]!.toLowerCase();
  const reply = name === 'hello' || name === 'ismaster' ? hello : name === 'buildinfo' ? { version } : {};
  const body = serialize({ ok: 1, ...reply });
  const prefix = Buffer.alloc(isQuery ? 20 : 5);
  if (isQuery) prefix.writeInt32LE(1, 16);
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + prefix.length + body.length, 0);
  header.writeInt32LE(message.readInt32LE(4), 8);
  header.writeInt32LE(isQuery ? 1 : opMsg, 12);
  return Buffer.concat([header, prefix, body]);
}
