import { Injectable } from '@nestjs/common';
import { type FolderItem, maxNewFiles, type PlacedItem } from '@paddock/contract/calls/folders';
import { fileIconOf } from '../../community/files/file-icon.js';
import { type DescribedFile, FilesService } from '../../community/files/files.service.js';
import { UserCards } from '../../community/users/user-cards.js';
import { FileReadStates } from './file-read-states.js';
import { canEdit, type FolderViewer } from './folder-access.js';
import { FolderItemRepository, type StoredContent } from './folder-item.repository.js';
import type { FolderItemRow } from './folder-item.schema.js';
import { countsAbove, FolderSums } from './folder-sums.js';

type Viewer = Pick<FolderViewer, 'tenant' | 'user'>;

/** Files and folders as the contract shows them. */
@Injectable()
export class FolderViews {
  constructor(
    private readonly rows: FolderItemRepository,
    private readonly sums: FolderSums,
    private readonly states: FileReadStates,
    private readonly files: FilesService,
    private readonly cards: UserCards,
  ) {}

  async of(viewer: FolderViewer, rows: readonly FolderItemRow[]): Promise<FolderItem[]> {
    const { tenant, user } = viewer;
    const [owners, files, fresh, sums] = await Promise.all([
      this.cards.cards(tenant, user._id, [...new Set(rows.map(({ owner }) => owner))]),
      this.files.describe(
        tenant,
        user._id,
        rows.flatMap(({ content }) => content?.file ?? []),
      ),
      this.newFiles(viewer),
      this.sums.of(tenant),
    ]);
    const newIds = new Set(fresh.map(({ _id }) => _id));
    const badges = countsAbove(fresh);
    return rows.map((row): FolderItem => {
      const { _id, name, parent, folder, content, versions = [], created, updated, workplace } = row;
      const file = content && files.get(content.file);
      return {
        ...{
          id: _id,
          name,
          parent,
          folder,
          workplace,
          created: created.toISOString(),
          updated: updated?.toISOString(),
        },
        owner: owners.get(row.owner),
        ...(file && { file: named(file, name), icon: fileIconOf(name), versions: versions.length }),
        new: newIds.has(_id),
        badge: Math.min(maxNewFiles, badges.get(_id) ?? 0),
        files: folder ? (sums.files.get(_id) ?? 0) : undefined,
        can_edit: canEdit(viewer, row),
      };
    });
  }

  /** With the folders above each. */
  async placed(viewer: FolderViewer, rows: readonly FolderItemRow[]): Promise<PlacedItem[]> {
    const ids = [...new Set(rows.flatMap(({ path }) => path))];
    const [items, above] = await Promise.all([this.of(viewer, rows), this.rows.byIds(viewer.tenant, ids)]);
    const names = new Map(above.map(({ _id, name }) => [_id, name]));
    return items.map((item, at) => ({
      ...item,
      parents: rows[at]!.path.map((id) => ({ id, name: names.get(id) ?? '' })),
    }));
  }

  async one(viewer: FolderViewer, row: FolderItemRow): Promise<PlacedItem> {
    return (await this.placed(viewer, [row]))[0]!;
  }

  /** Files that the viewer has not read. Those from before the account count as read. */
  async newFiles({ tenant, user }: Viewer): Promise<StoredContent[]> {
    const [state, { newest }] = await Promise.all([this.states.of(tenant, user._id), this.sums.of(tenant)]);
    const read = new Set(state?.read);
    const since = state?.read_until ?? user.created;
    const end = newest.findIndex(({ content }) => content!.created <= since);
    return newest
      .slice(0, end < 0 ? newest.length : end)
      .filter(({ content }) => content!.by !== user._id && !read.has(content!.file));
  }

  async countNew(viewer: Viewer): Promise<number> {
    return Math.min(maxNewFiles, (await this.newFiles(viewer)).length);
  }
}

/** A stored file under the name that the folder shows. */
export const named = (file: DescribedFile, name: string) => ({ ...file, name });
