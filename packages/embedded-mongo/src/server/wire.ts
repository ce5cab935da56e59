import { deserialize } from 'bson';
import { crc32c } from './crc32c.js';
import { bufferOf, decodePlain, type Doc, type Pieces } from '../values/bson.js';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** The protocol requires servers to reject unknown flag bits below 16. */
const KNOWN_FLAGS = CHECKSUM_PRESENT | MORE_TO_COME;

/** Largest message a client may send, in bytes. */
export const MAX_MESSAGE_BYTES = 48_000_000;

/** Malformed bytes; the connection has to be closed. */
class ProtocolError extends Error {}

/** A client message. */
export interface Request {
  readonly id: number;
  /** Whether it arrived as OP_QUERY and needs an OP_REPLY. */
  readonly legacy: boolean;
  /** Whether the client expects no reply. */
  readonly unacknowledged: boolean;
  /** The command as `decodePlain` returns it; document sequences stay lists of encoded documents. */
  readonly body: Doc;
  /** The command without its document sequences. */
  readonly bytes: Buffer;
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
}

/** A command's list of documents as bytes, from its body or a document sequence. */
export function rawList({ bytes, sequences }: Request, field: string): readonly Buffer[] | undefined {
  if (sequences.has(field)) return sequences.get(field);
  const list = deserialize(bytes, { fieldsAsRaw: { [field]: true } })[field] as unknown;
  if (!Array.isArray(list) || !list.every((item) => item instanceof Uint8Array)) return undefined;
  return list.map(bufferOf);
}

function readDocument(message: Buffer, at: number, end: number): Buffer {
  const size = at + 5 <= end ? message.readInt32LE(at) : 0;
  if (size < 5 || at + size > end || message[at + size - 1] !== 0) throw new ProtocolError('malformed document');
  return message.subarray(at, at + size);
}

function readName(message: Buffer, at: number, end: number): string {
  const zero = message.indexOf(0, at);
  if (zero === -1 || zero >= end) throw new ProtocolError('unterminated name');
  return message.toString('utf8', at, zero);
}

function parseMessage(id: number, message: Buffer): Request {
  if (message.length < HEADER_BYTES + 9) throw new ProtocolError('message too short');
  const flags = message.readUInt32LE(HEADER_BYTES);
  if ((flags & 0xffff & ~KNOWN_FLAGS) !== 0) throw new ProtocolError('unknown required flag');
  const hasChecksum = (flags & CHECKSUM_PRESENT) !== 0;
  const end = message.length - (hasChecksum ? 4 : 0);
  if (hasChecksum && message.readUInt32LE(end) !== crc32c(message.subarray(0, end))) {
    throw new ProtocolError('checksum does not match');
  }
  let body: Buffer | undefined;
  const sequences = new Map<string, Buffer[]>();
  for (let at = HEADER_BYTES + 4; at < end;) {
    const kind = message[at++];
    if (kind === 0) {
      if (body !== undefined) throw new ProtocolError('more than one body');
      body = readDocument(message, at, end);
      at += body.length;
    } else if (kind === 1) {
      const size = at + 4 <= end ? message.readInt32LE(at) : 0;
      const stop = at + size;
      if (size < 5 || stop > end) throw new ProtocolError('malformed document sequence');
      const name = readName(message, at + 4, stop);
      if (sequences.has(name)) throw new ProtocolError('document sequence given twice');
      const documents: Buffer[] = [];
      for (at += 5 + Buffer.byteLength(name); at < stop; at += documents.at(-1)!.length) {
        documents.push(readDocument(message, at, stop));
      }
      sequences.set(name, documents);
    } else {
      throw new ProtocolError(`unknown section kind ${kind}`);
    }
  }
  if (body === undefined) throw new ProtocolError('message without a body');
  const command = { ...decodePlain(body), ...Object.fromEntries(sequences) };
  return { id, legacy: false, unacknowledged: (flags & MORE_TO_COME) !== 0, body: command, bytes: body, sequences };
}

function parseQuery(id: number, message: Buffer): Request {
  const name = readName(message, HEADER_BYTES + 4, message.length);
  const at = HEADER_BYTES + 4 + Buffer.byteLength(name) + 1 + 8;
  const bytes = readDocument(message, at, message.length);
  const body = { ...decodePlain(bytes), $db: name.split('.', 1)[0] };
  return { id, legacy: true, unacknowledged: false, body, bytes, sequences: new Map() };
}

/** Splits a byte stream into messages. */
export class MessageReader {
  private pending: Buffer[] = [];
  private size = 0;

  /**
   * Adds received bytes.
   *
   * @returns the messages that are now complete
   * @throws Error when the bytes are malformed
   */
  push(chunk: Buffer): Request[] {
    this.pending.push(chunk);
    this.size += chunk.length;
    const requests: Request[] = [];
    while (this.size >= HEADER_BYTES) {
      if (this.pending[0]!.length < HEADER_BYTES) this.pending = [Buffer.concat(this.pending)];
      const length = this.pending[0]!.readInt32LE(0);
      if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) throw new ProtocolError(`message of ${length} bytes`);
      if (this.size < length) break;
      const all = this.pending.length === 1 ? this.pending[0]! : Buffer.concat(this.pending);
      requests.push(parse(all.subarray(0, length)));
      this.pending = all.length > length ? [all.subarray(length)] : [];
      this.size -= length;
    }
    return requests;
  }
}

function parse(message: Buffer): Request {
  const id = message.readInt32LE(4);
  const operation = message.readInt32LE(12);
  if (operation === OP_MSG) return parseMessage(id, message);
  if (operation === OP_QUERY) return parseQuery(id, message);
  throw new ProtocolError(`operation ${operation} is not supported`);
}

export function encodeReply({ id, legacy }: Request, document: Pieces): Buffer {
  // OP_REPLY: flags, cursor id, starting from, number returned. OP_MSG: flags, section kind 0.
  const head = Buffer.alloc(HEADER_BYTES + (legacy ? 20 : 5));
  head.writeInt32LE(
    document.reduce((sum, { length }) => sum + length, head.length),
    0,
  );
  head.writeInt32LE(id, 8);
  head.writeInt32LE(legacy ? OP_REPLY : OP_MSG, 12);
  if (legacy) head.writeInt32LE(1, HEADER_BYTES + 16);
  return Buffer.concat([head, ...document]);
}
