import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IndexDefinition, IndexOptions } from 'mongoose';
import { readFile } from 'node:fs/promises';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from './mongo.js';

const guide = new URL('../../../../docs/how-to/run-against-mongodb.md', import.meta.url);

type Index = [fields: IndexDefinition, options?: IndexOptions];

let services: TestServices;
/** The fields of each collection's shard key, in the order of the guide's table; empty for an unsharded one. */
let keys: [collection: string, key: string[]][];
beforeAll(async () => {
  services = await startTestServices({}, '');
  const rows = [...(await readFile(guide, 'utf8')).matchAll(/^\| (`.+`) \| (.+) \| .+ \|$/gm)];
  keys = rows.flatMap(([, collections, key]) =>
    namesIn(collections!).map((collection): [string, string[]] => [collection, namesIn(key!)]),
  );
});
afterAll(() => services.close());

const namesIn = (cell: string) => [...cell.matchAll(/\w+(?=[`,])/g)].map(([name]) => name);
const models = () => Object.values(services.get(Mongo).connection.models);

/** Why MongoDB would refuse the shard key, or later lose the uniqueness of an index. */
function faultsOf(key: readonly string[], indexes: readonly Index[]): string[] {
  const begins = ([fields]: Index) => key.every((field, at) => Object.keys(fields)[at] === field);
  const refused = indexes.filter((index) => index[1]?.unique && !begins(index));
  const isWhole = ([, options]: Index) => !options?.partialFilterExpression && !options?.sparse;
  return [
    ...refused.map(([fields]) => `unique index ${Object.keys(fields).join(', ')}`),
    ...(indexes.some((index) => begins(index) && isWhole(index)) ? [] : ['no index begins with the key']),
  ];
}

describe('the shard keys of the guide', () => {
  it('name each collection of the services once', () => {
    const collections = models().map(({ collection }) => collection.collectionName);
    expect(keys.map(([collection]) => collection).sort()).toEqual(collections.sort());
  });

  it('begin each unique index of their collections, and have an index', () => {
    const sharded = keys.filter(([, key]) => key.length > 0);
    expect(sharded.length).toBeGreaterThan(5);
    for (const [collection, key] of sharded) {
      const { schema } = models().find((model) => model.collection.collectionName === collection)!;
      expect([collection, faultsOf(key, schema.indexes() as Index[])]).toEqual([collection, []]);
    }
  });

  it('would be refused if an index of the collection did not fit', () => {
    const fitting: Index = [{ community: 1, user: 1, key: 1 }, { unique: true }];
    expect(faultsOf(['community', 'user'], [fitting])).toEqual([]);
    expect(faultsOf(['community', 'user'], [fitting, [{ community: 1, client_id: 1 }, { unique: true }]])).toEqual([
      'unique index community, client_id',
    ]);
    const partial: Index = [{ community: 1, user: 1 }, { partialFilterExpression: { open: true } }];
    expect(faultsOf(['community', 'user'], [partial])).toEqual(['no index begins with the key']);
  });
});
