import type { Document } from 'mongodb';
import { Mongo } from '../src/infrastructure/mongo/mongo.js';
import type { TestServices } from './start-test-services.js';

/**
 * Runs `work` and returns how many documents of a collection the database examines for its finds and aggregations; with `by` only
 * for those with a condition on this field, because a cache may reload rows at any time.
 */
export async function documentsRead(
  services: TestServices,
  collection: string,
  work: () => Promise<unknown>,
  by = '',
): Promise<number> {
  const { connection } = services.get(Mongo);
  const finds: { filter: Document; options: Document }[] = [];
  const pipelines: { stages: Document[]; options: Document | undefined }[] = [];
  connection.set('debug', (name: string, method: string, first: Document, options: Document) => {
    if (name !== collection || !JSON.stringify(first).includes(by)) return;
    if (method === 'find') finds.push({ filter: first, options });
    if (method === 'aggregate') pipelines.push({ stages: first as Document[], options });
  });
  try {
    await work();
  } finally {
    connection.set('debug', false);
  }
  const rows = connection.db!.collection(collection);
  let read = 0;
  const add = (plan: Document) => (read += Number((plan['executionStats'] as Document)['totalDocsExamined']));
  for (const { stages, options } of pipelines) {
    if (stages.some((stage) => '$group' in stage)) continue;
    const plan = await rows.aggregate(stages, options).explain('executionStats');
    add((plan['stages'] as Document[] | undefined)?.[0]!['$cursor'] ?? plan);
  }
  for (const { filter, options } of finds) {
    const { sort, limit, skip } = options;
    add(await rows.find(filter, { sort, limit, skip }).explain('executionStats'));
  }
  return read;
}
