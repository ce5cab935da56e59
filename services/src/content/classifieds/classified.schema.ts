import { queryWords, wordsOf } from '../../community/search/words.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';

/** An ad. Ids ascend with the time of creation: lists sort by them. */
export interface ClassifiedRow extends WorkplaceRow {
  title: string;
  /** For the search, see {@link titleKeys}. */
  title_parts: string[];
  desc: string;
  /** A key of the deployment's categories. */
  category: string;
  /** Days. */
  lifetime: number;
  expires: Date;
  /** When the owner gets the reminder of this term; absent once it was sent. */
  remind?: Date;
  /** Ids of stored files. */
  images: string[];
  /** User id. */
  owner: string;
  client_id: string;
  created: Date;
  updated?: Date;
}

export const classifiedSchema = workplaceSchema<ClassifiedRow>({
  title: { type: String, required: true },
  title_parts: [String],
  desc: { type: String, required: true },
  category: { type: String, required: true },
  lifetime: { type: Number, required: true },
  expires: { type: Date, required: true },
  remind: Date,
  images: [String],
  owner: { type: String, required: true },
  client_id: { type: String, required: true },
  created: { type: Date, required: true },
  updated: Date,
});
// The lists; MongoDB skips expired and hidden ads in the index.
classifiedSchema.index({ community: 1, workplace: 1, _id: -1, expires: 1, owner: 1 });
classifiedSchema.index({ community: 1, workplace: 1, category: 1, _id: -1, expires: 1, owner: 1 });
classifiedSchema.index({ community: 1, workplace: 1, owner: 1, _id: -1, expires: 1, category: 1 });
// The search.
classifiedSchema.index({ community: 1, workplace: 1, title_parts: 1 });
// The counts, from the keys alone; the first serves the sweeps too.
classifiedSchema.index({ community: 1, workplace: 1, expires: 1 });
classifiedSchema.index({ community: 1, workplace: 1, category: 1, expires: 1 });
classifiedSchema.index(
  { community: 1, workplace: 1, remind: 1 },
  { partialFilterExpression: { remind: { $exists: true } } },
);
classifiedSchema.index({ community: 1, owner: 1, client_id: 1 }, { unique: true });

/** Characters of a word's end that are stored. */
const partLength = 16;

/** What the search reads of a title: all ends of its words, so that a text inside a word is the beginning of one of them. */
export function titleKeys(title: string): Pick<ClassifiedRow, 'title_parts'> {
  const ends = wordsOf(title).flatMap((word) => {
    const letters = Array.from(word);
    return letters.map((_, start) => letters.slice(start, start + partLength).join(''));
  });
  return { title_parts: [...new Set(ends)] };
}

/** The words of a query as {@link titleKeys} has them, the longest first. */
export const queryParts = (query: string): string[] =>
  queryWords(query)
    .map((word) => Array.from(word).slice(0, partLength).join(''))
    .toSorted((a, b) => b.length - a.length);
