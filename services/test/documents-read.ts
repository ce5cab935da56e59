import type { Document } from 'mongodb';
import { Mongo } from '../src/infrastructure/mongo/mongo.js';
import type { TestServices } from './start-test-services.js';

/**
 * Runs `work` and returns how many documents of a collection the database examines for its finds; with `by` only for those with a
 * condition on this field, because a cache may reload rows at any time.
 */
export async function documentsRead(
  services: TestServices,
  collection: string,
  work: () => Promise<unknown>,
  by = '',
): Promise<number> {
  const { connection } = services.get(Mongo);
  const finds: { filter: Document; options: Document }[] = [];
  connection.set('debug', (name: string, method: string, filter: Document, options: Document) => {
    if (name === collection && method === 'find' && JSON.stringify(filter).includes(by))
      finds.push({ filter, options });
  });
  try {
    await work();
  } finally {
    connection.set('debug', false);
  }
  let read = 0;
  for (const { filter, options } of finds) {
    const { sort, limit, skip } = options;
    const found = connection.db!.collection(collection).find(filter, { sort, limit, skip });
    const { executionStats } = (await found.explain('executionStats')) as { executionStats: Document };
    read += Number(executionStats['totalDocsExamined']);
  }
  return read;
}
