import type { CommandContext, Reply } from '../server/context.js';
import { documentOption, numberOption } from '../server/options.js';
import { type Doc, encode } from '../values/bson.js';

/** Answers documents that are at hand as a cursor. */
export async function batchOf(context: CommandContext, namespace: string, docs: readonly Doc[]): Promise<Reply> {
  const stream = (async function* () {
    yield* docs.map(encode);
  })();
  const batchSize = numberOption(documentOption(context.command, 'cursor'), 'batchSize');
  return {
    batch: await context.services.cursors.open(namespace, stream, batchSize, false, context.breather),
    first: true,
  };
}
