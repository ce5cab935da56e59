import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index.js';
import { stagesOf, temporaryFolder } from './support.js';

let server: EmbeddedMongo;
let connection: mongoose.Connection;

const partSchema = new mongoose.Schema({ kind: String, amount: Number });
const thingSchema = new mongoose.Schema(
  {
    name: { type: String, required: true, unique: true },
    n: { type: Number, default: 0 },
    tags: [String],
    parts: [partSchema],
    scores: { type: Map, of: Number },
    price: mongoose.Schema.Types.Decimal128,
    big: BigInt,
    owner: { type: mongoose.Schema.Types.ObjectId, ref: 'Owner' },
  },
  { timestamps: true, optimisticConcurrency: true },
);
thingSchema.index({ n: 1, name: -1 });
const ownerSchema = new mongoose.Schema({ title: String });

const models = () => ({
  Thing: connection.model('Thing', thingSchema),
  Owner: connection.model('Owner', ownerSchema),
});
let Thing: ReturnType<typeof models>['Thing'];
let Owner: ReturnType<typeof models>['Owner'];

beforeAll(async () => {
  server = await startEmbeddedMongo({ dataDir: temporaryFolder() });
  connection = await mongoose.createConnection(server.uri, { dbName: 'app' }).asPromise();
  ({ Thing, Owner } = models());
  await Promise.all([Thing.init(), Owner.init()]);
});
afterAll(async () => {
  await connection.close();
  await server.stop();
});

describe('mongoose', () => {
  it('saves, changes and loads documents with all their types', async () => {
    const thing = await Thing.create({
      name: 'a',
      tags: ['x'],
      parts: [{ kind: 'p', amount: 1 }],
      scores: { z: 1 },
      price: '1.10',
      big: 12345678901234567n,
    });
    thing.parts[0]!.amount = 5;
    thing.parts.push({ kind: 'q', amount: 2 });
    thing.tags.push('y');
    thing.scores!.set('w', 2);
    await thing.save();
    const loaded = (await Thing.findOne({ 'parts.kind': 'q' }))!;
    expect(loaded.toObject()).toMatchObject({
      name: 'a',
      tags: ['x', 'y'],
      parts: [{ amount: 5 }, { amount: 2 }],
      big: 12345678901234567n,
    });
    expect(loaded.scores!.get('w')).toBe(2);
    expect(String(loaded.price)).toBe('1.10');
    expect(loaded.updatedAt.getTime()).toBeGreaterThanOrEqual(loaded.createdAt.getTime());
  });

  it('detects a version changed by another writer', async () => {
    await Thing.create({ name: 'versioned' });
    const [one, two] = await Promise.all([Thing.findOne({ name: 'versioned' }), Thing.findOne({ name: 'versioned' })]);
    one!.n = 1;
    two!.n = 2;
    await one!.save();
    await expect(two!.save()).rejects.toThrow(mongoose.Error.VersionError);
  });

  it('writes in bulk', async () => {
    const result = await Thing.bulkWrite([
      { insertOne: { document: { name: 'b1' } } },
      { insertOne: { document: { name: 'b2' } } },
      { updateOne: { filter: { name: 'b1' }, update: { $inc: { n: 5 } } } },
      { updateOne: { filter: { name: 'b3' }, update: { $set: { n: 9 } }, upsert: true } },
      { deleteOne: { filter: { name: 'b2' } } },
    ]);
    expect(result).toMatchObject({ insertedCount: 2, modifiedCount: 1, upsertedCount: 1, deletedCount: 1 });
    const found = await Thing.find({ name: /^b\d/ }).sort('-n').select('name n -_id').lean();
    expect(found).toEqual([
      { name: 'b3', n: 9 },
      { name: 'b1', n: 5 },
    ]);
  });

  it('reports duplicates by field', async () => {
    await Thing.create({ name: 'once' });
    await expect(Thing.create({ name: 'once' })).rejects.toMatchObject({ code: 11000, keyValue: { name: 'once' } });
  });

  it('populates, aggregates and iterates', async () => {
    const owner = await Owner.create({ title: 'boss' });
    await Thing.insertMany([
      { name: 'o1', owner: owner._id },
      { name: 'o2', owner: owner._id },
    ]);
    const populated = await Thing.findOne({ name: 'o1' }).populate<{ owner: { title: string } }>('owner');
    expect(populated!.owner.title).toBe('boss');
    const [joined] = await Owner.aggregate([
      { $match: { _id: owner._id } },
      { $lookup: { from: 'things', localField: '_id', foreignField: 'owner', as: 'things' } },
      { $project: { count: { $size: '$things' } } },
    ]);
    expect(joined).toEqual({ _id: owner._id, count: 2 });
    const names: string[] = [];
    for await (const thing of Thing.find({ owner: owner._id }).sort('name').cursor({ batchSize: 1 }))
      names.push(thing.name);
    expect(names).toEqual(['o1', 'o2']);
  });

  it('runs transactions', async () => {
    await connection.transaction(async (session) => {
      await Thing.create([{ name: 't1' }], { session });
      expect(await Thing.exists({ name: 't1' }).session(session)).not.toBeNull();
      expect(await Thing.exists({ name: 't1' })).toBeNull();
    });
    expect(await Thing.exists({ name: 't1' })).not.toBeNull();
    const failed = connection.transaction(async (session) => {
      await Thing.create([{ name: 't2' }], { session });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await Thing.exists({ name: 't2' })).toBeNull();
  });

  it('synchronises indexes with the schema', async () => {
    expect(await Thing.diffIndexes()).toEqual({ toDrop: [], toCreate: [] });
    const explained = (await Thing.find({ n: 5 }).sort('-name').explain('queryPlanner')) as {
      queryPlanner?: { winningPlan: object };
    };
    expect(stagesOf(explained.queryPlanner!.winningPlan)).toEqual(['FETCH', 'IXSCAN']);
  });
});
