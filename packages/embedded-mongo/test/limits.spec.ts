import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Document } from 'mongodb';
import { startEmbeddedMongo } from '../src/index.js';
import {
  connectRaw,
  message,
  serverError,
  startTestServer,
  temporaryFolder,
  type TestServer,
  until,
} from './support.js';

interface Row extends Document {
  _id?: number;
}

let it_: TestServer;
beforeAll(async () => {
  it_ = await startTestServer();
});
afterAll(() => it_.stop());

const LARGEST = 16 * 1024 * 1024;
// The size of `_id` and `text` without the text itself.
const AROUND = 4 + 9 + 11 + 1;

describe('limits', () => {
  it('accepts a document of exactly 16 MiB and rejects one byte more', async () => {
    const c = it_.db.collection<Row>('large');
    await c.insertOne({ _id: 1, text: 'x'.repeat(LARGEST - AROUND) });
    expect(((await c.findOne({ _id: 1 }))?.['text'] as string).length).toBe(LARGEST - AROUND);
    const raw = await connectRaw(it_.server.port);
    const insert = { insert: 'large', documents: [{ _id: 2, text: 'x'.repeat(LARGEST - AROUND + 1) }], $db: 'test' };
    expect(await raw.send(insert)).toMatchObject({ n: 0, writeErrors: [{ index: 0, code: 2 }] });
    raw.close();
    expect((await serverError(c.updateOne({ _id: 1 }, { $set: { more: 1 } }))).code).toBe(17419);
    expect(await c.countDocuments({ more: { $exists: true } })).toBe(0);
  });

  it('accepts 100 levels of nesting and rejects 101', async () => {
    const c = it_.db.collection<Row>('deep');
    const nested = (levels: number): Document => (levels === 0 ? { v: 1 } : { a: nested(levels - 1) });
    await c.insertOne({ _id: 1, ...nested(99) });
    expect((await serverError(c.insertOne({ _id: 2, ...nested(100) }))).code).toBe(15);
    expect((await serverError(c.updateOne({ _id: 1 }, { $set: { b: nested(99) } }))).code).toBe(15);
  });
});

describe('options', () => {
  const refused: [command: Document, code: number, named: string][] = [
    [{ find: 'c', readConcern: { level: 'snapshot' } }, 238, 'snapshot'],
    [{ find: 'c', readConcern: { level: 'nosuch' } }, 9, 'nosuch'],
    [{ insert: 'c', documents: [{}], writeConcern: { w: 'rack' } }, 79, 'rack'],
    [{ create: 'd', autoIndexId: false }, 40415, 'autoIndexId'],
  ];
  it.each(refused)('%j is rejected with %d', async (command, code, named) => {
    const error = await serverError(it_.db.command(command));
    expect(error.code).toBe(code);
    expect(error.message).toContain(named);
  });

  it('$addToSet accepts only $each', async () => {
    await it_.db.collection<Row>('set').insertOne({ _id: 1, list: [] });
    const update = it_.db
      .collection<Row>('set')
      .updateOne({ _id: 1 }, { $addToSet: { list: { $each: [1], $slice: 1 } } });
    expect((await serverError(update)).code).toBe(2);
  });
});

describe('the listener', () => {
  it.each(['0.0.0.0', '192.0.2.1', '::', 'no-such-host.invalid'])(
    'rejects the host %s with one sentence',
    async (host) => {
      const dataDir = temporaryFolder();
      await expect(startEmbeddedMongo({ dataDir, host })).rejects.toThrow(
        `The host '${host}' is not a loopback address`,
      );
    },
  );

  it('closes only the connection that sent a wrong checksum', async () => {
    const [bad, good] = [await connectRaw(it_.server.port), await connectRaw(it_.server.port)];
    const bytes = message({ ping: 1, $db: 'admin' }, 1);
    bytes[bytes.length - 1]! ^= 1;
    bad.socket.write(bytes);
    await until(() => bad.closed);
    expect(await good.send({ ping: 1, $db: 'admin' })).toMatchObject({ ok: 1 });
    good.close();
  });
});
