import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, type Socket } from 'node:net';
import { BSON, type Db, type Document, MongoClient, MongoServerError } from 'mongodb';
import ts from 'typescript';
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index.js';
import { crc32c } from '../src/server/crc32c.js';

/** A server on its own data folder, with a client. */
export interface TestServer {
  readonly dataDir: string;
  server: EmbeddedMongo;
  client: MongoClient;
  db: Db;
  /** Restarts the server on the same folder. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
}

/** Starts a server and connects the official driver to it. */
export async function startTestServer({
  dataDir = temporaryFolder(),
  ...options
}: { ttlSweepMs?: number; dataDir?: string } = {}): Promise<TestServer> {
  const open = async () => {
    const server = await startEmbeddedMongo({ dataDir, ...options });
    const client = await new MongoClient(server.uri, { serverSelectionTimeoutMS: 5000 }).connect();
    return { server, client, db: client.db('test') };
  };
  const close = async (it: TestServer): Promise<void> => {
    await it.client.close();
    await it.server.stop();
  };
  const running: TestServer = {
    dataDir,
    ...(await open()),
    async restart() {
      await close(running);
      Object.assign(running, await open());
    },
    async stop() {
      await close(running);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return running;
}

/** The server error that a promise rejects with. */
export async function serverError(promise: Promise<unknown>): Promise<MongoServerError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof MongoServerError) return error;
    throw error;
  }
  throw new Error('expected the server to return an error');
}

/** The names of all stages of a plan, outermost first. */
export function stagesOf(plan: Document): string[] {
  const inputs: Document[] = [...(plan['inputStage'] ? [plan['inputStage']] : []), ...(plan['inputStages'] ?? [])];
  return [plan['stage'], ...inputs.flatMap(stagesOf)];
}

/** Waits until a condition holds. */
export async function until(condition: () => Promise<boolean> | boolean, withinMs = 5000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`the condition did not hold within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * Compiles the sources for child processes, which run outside Jest.
 *
 * @returns the output folder, inside the workspace so that packages resolve
 */
export function compileSources(): string {
  const source = fileURLToPath(new URL('../src', import.meta.url));
  const parent = fileURLToPath(new URL('../../../var', import.meta.url));
  mkdirSync(parent, { recursive: true });
  const out = mkdtempSync(join(parent, 'embedded-mongo-'));
  writeFileSync(join(out, 'package.json'), '{"type":"module"}');
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
    const { outputText } = ts.transpileModule(readFileSync(join(source, name), 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true },
    });
    const file = join(out, name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, outputText);
  }
  return out;
}

/** An OP_MSG with one body section. */
export function message(command: Document, flags = 0, id = 1): Buffer {
  const body = BSON.serialize(command);
  const out = Buffer.alloc(21 + body.length + (flags & 1 ? 4 : 0));
  out.writeInt32LE(out.length, 0);
  out.writeInt32LE(id, 4);
  out.writeInt32LE(2013, 12);
  out.writeUInt32LE(flags, 16);
  out.set(body, 21);
  if (flags & 1) out.writeUInt32LE(crc32c(out.subarray(0, -4)), out.length - 4);
  return out;
}

/** A raw connection without a driver. */
export class RawConnection {
  /** The request id of the last reply. */
  lastReplyTo = 0;
  private received = Buffer.alloc(0);
  private failure: Error | undefined;
  /** Callbacks of pending `reply` calls. */
  private waiting: (() => void)[] = [];

  constructor(readonly socket: Socket) {
    socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.wake();
    });
    socket.on('error', (error) => (this.failure = error));
    socket.on('close', () => {
      this.failure ??= new Error('connection closed');
      this.wake();
    });
  }

  private wake(): void {
    this.waiting.splice(0).forEach((go) => go());
  }

  get closed(): boolean {
    return this.failure !== undefined;
  }

  /** Resolves with the next reply document. */
  async reply(): Promise<Document> {
    const size = (): number => (this.received.length < 4 ? Infinity : this.received.readInt32LE(0));
    while (this.received.length < size()) {
      if (this.failure !== undefined) throw this.failure;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    const whole = this.received.subarray(0, size());
    this.received = this.received.subarray(size());
    this.lastReplyTo = whole.readInt32LE(8);
    return BSON.deserialize(whole.subarray(whole.readInt32LE(12) === 1 ? 36 : 21));
  }

  send(command: Document, id = 1): Promise<Document> {
    this.socket.write(message(command, 0, id));
    return this.reply();
  }

  close(): void {
    this.socket.destroy();
  }
}

export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return new RawConnection(socket);
}
