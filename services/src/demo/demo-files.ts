import { randomUUID } from 'node:crypto';
import { placeIn, rootPlace } from '../content/files/folder-item.repository.js';
import { type FolderItemRow, nameKeys } from '../content/files/folder-item.schema.js';
import type { UserRow } from '../community/users/user.schema.js';
import { newId } from '../infrastructure/mongo/row.js';
import type { NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { DemoContent } from './demo-content.js';
import type { DemoPicture } from './demo-picture.js';

interface Files {
  rows: NewRow<FolderItemRow>[];
  /** Each with the row whose content it is once it is stored. */
  contents: (DemoPicture & { row: NewRow<FolderItemRow>; created: Date })[];
}

/** The files of each workplace in their folders, which belong to the owner of the first file. */
export function demoFiles(
  { files }: Pick<DemoContent, 'files'>,
  users: ReadonlyMap<string, NewRow<UserRow>>,
  now: Date,
): { of: (workplace: string) => Files } {
  const made = new Map<string, Files>();
  for (const { workplace, folders, name, document, image, by, minutes_ago } of files) {
    const own = made.get(workplace) ?? { rows: [], contents: [] };
    made.set(workplace, own);
    const owner = users.get(by)!._id;
    const created = new Date(now.getTime() - minutes_ago * 60_000);
    const rowOf = (title: string, above: NewRow<FolderItemRow> | undefined, folder: boolean) => {
      const row: NewRow<FolderItemRow> = {
        ...{ _id: newId(), ...nameKeys(title), ...(above ? placeIn(above) : rootPlace), folder, owner, created },
        ...{ client_id: randomUUID(), live: true as const },
      };
      own.rows.push(row);
      return row;
    };
    let above: NewRow<FolderItemRow> | undefined;
    for (const title of folders) {
      const parent: string = above?._id ?? rootPlace.parent;
      above = own.rows.find((row) => row.name === title && row.parent === parent) ?? rowOf(title, above, true);
    }
    const row = rowOf(name, above, false);
    own.contents.push({
      ...{ row, created, owner, images: [], address: '', size: 0, of: { kind: 'folder_item', id: row._id } },
      ...(document === undefined ? { file: image! } : { file: document, folder: 'documents' as const }),
    });
  }
  return { of: (workplace) => made.get(workplace) ?? { rows: [], contents: [] } };
}
