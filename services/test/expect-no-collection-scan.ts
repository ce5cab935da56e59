import { expect } from '@jest/globals';
import type { Document } from 'mongodb';
import { Mongo } from '../src/infrastructure/mongo/mongo.js';
import type { TestServices } from './start-test-services.js';

/** Collections that a worker reads entirely every few seconds, independently of `work`. */
const readWhole = ['departures'];

type Explained = { explain(verbosity: 'queryPlanner'): Promise<unknown> };

/**
 * Runs `work` and has the database explain each of its queries. Fails at a query without an index, naming its collection and
 * filter.
 */
export async function expectNoCollectionScan(services: TestServices, work: () => Promise<unknown>): Promise<void> {
  const { connection } = services.get(Mongo);
  const queries: { name: string; plan: () => Promise<unknown> }[] = [];
  connection.set('debug', (collection: string, method: string, first: Document | Document[], ...more: Document[]) => {
    if (readWhole.includes(collection)) return;
    const name = `${collection}.${method}(${JSON.stringify(first)})`;
    const explained = (): Explained | undefined => {
      const found = connection.db!.collection(collection);
      if (Array.isArray(first)) return method === 'aggregate' ? found.aggregate(first) : undefined;
      return /^(find|count|update|delete)/.test(method) ? found.find(first, { sort: sortOf(more) }) : undefined;
    };
    queries.push({ name, plan: async () => explained()?.explain('queryPlanner') });
  });
  try {
    await work();
  } finally {
    connection.set('debug', false);
  }
  expect(queries.length).toBeGreaterThan(0);
  for (const { name, plan } of queries) {
    const scans = JSON.stringify((await plan()) ?? {}).includes('COLLSCAN');
    expect({ name, scans }).toEqual({ name, scans: false });
  }
}

function sortOf(rest: readonly (Document | undefined)[]): Document | undefined {
  return rest.find((entry) => entry?.['sort'])?.['sort'] as Document | undefined;
}
