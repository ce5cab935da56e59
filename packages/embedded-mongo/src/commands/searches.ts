import { compileFilter } from '../query/filter.js';
import { planQuery } from '../query/planner.js';
import type { Search } from '../query/scan.js';
import { parseSort } from '../query/sort.js';
import { documentOption, numberOption } from '../server/options.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { Doc } from '../values/bson.js';

/** The search that a command or statement asks for. */
export function searchOf(given: Doc, collection: CollectionMeta, filterField: string): Search {
  const filter = documentOption(given, filterField);
  const sort = parseSort(given['sort']);
  const limit = Math.abs(numberOption(given, 'limit') ?? 0);
  return {
    plan: planQuery(collection, { filter, sort, limited: limit > 0, hint: given['hint'] }),
    matches: compileFilter(filter, documentOption(given, 'let')),
    sort,
    skip: numberOption(given, 'skip') ?? 0,
    limit,
  };
}
