import { nameKey } from '@paddock/contract/calls/folders';
import { foldText } from '@paddock/contract/core/folding';
import { termsOf, wordsOf } from '../../community/search/words.js';
import { withClientId } from '../../infrastructure/idempotency/once.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';

/** A content of a file. */
export interface FileVersion {
  /** Id of the stored file. */
  file: string;
  size: number;
  /** User id. */
  by: string;
  created: Date;
}

/** A file or folder of the files tab. */
export interface FolderItemRow extends WorkplaceRow {
  name: string;
  /** Unique in its folder: equal for names that differ in case or Unicode form only. */
  name_key: string;
  sort_key: string;
  /** The beginnings of its words, by which the search finds it. Only in filters. */
  terms: string[];
  /** Id of its folder; 'null' for the root. */
  parent: string;
  /** Ids of the folders above it, the outermost first. */
  path: string[];
  folder: boolean;
  /** The current content, of a file. */
  content?: FileVersion;
  /** Former contents, the oldest first. */
  versions?: FileVersion[];
  owner: string;
  client_id: string;
  created: Date;
  updated?: Date;
  /** Absent in the bin. */
  live?: true;
  /** Id of the deleted file or folder with which it came into the bin. */
  bin?: string;
  /** Set on the deleted item only, not on the items inside it. */
  binned?: Date;
  binned_by?: string;
  /** Raised by each change of what a folder contains, so that it conflicts with a change of the folder's place. */
  changes?: number;
}

const content = { type: Object } as const;

export const folderItemSchema = workplaceSchema<FolderItemRow>({
  name: { type: String, required: true },
  name_key: { type: String, required: true },
  sort_key: { type: String, required: true },
  terms: [String],
  parent: { type: String, required: true },
  path: [String],
  folder: { type: Boolean, required: true },
  content,
  versions: { type: [Object], default: undefined },
  owner: { type: String, required: true },
  client_id: { type: String, required: true },
  created: { type: Date, required: true },
  updated: Date,
  live: Boolean,
  bin: String,
  binned: Date,
  binned_by: String,
  changes: Number,
});
const place = { community: 1, workplace: 1 } as const;
const live = { partialFilterExpression: { live: { $exists: true } } };
folderItemSchema.index({ ...place, parent: 1, name_key: 1 }, { unique: true, ...live });
// A folder's list.
folderItemSchema.index({ ...place, live: 1, parent: 1, folder: -1, sort_key: 1, _id: 1 });
// What is below a folder, and how many files of it.
folderItemSchema.index({ ...place, path: 1, live: 1, folder: 1 });
// New files.
folderItemSchema.index({ ...place, live: 1, 'content.created': -1 });
// The search.
folderItemSchema.index({ ...place, terms: 1, live: 1, _id: -1 });
folderItemSchema.index({ ...place, bin: 1 }, { partialFilterExpression: { bin: { $exists: true } } });
folderItemSchema.index({ ...place, binned: -1 }, { partialFilterExpression: { binned: { $exists: true } } });
folderItemSchema.index({ community: 1, owner: 1, _id: 1 });
withClientId(folderItemSchema, 'owner');

/** The stored keys of a name. Part of every write of it. */
export function nameKeys(given: string): Pick<FolderItemRow, 'name' | 'name_key' | 'sort_key' | 'terms'> {
  const name = given.normalize('NFC');
  return {
    name,
    name_key: nameKey(name),
    // Race 2 before Race 10.
    sort_key: foldText(name)
      .slice(0, 80)
      .replace(/\d+/g, (number) => number.padStart(12, '0')),
    terms: termsOf(wordsOf(name), 1),
  };
}
