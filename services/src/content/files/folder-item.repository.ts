import { Injectable } from '@nestjs/common';
import { rootFolder } from '@paddock/contract/calls/folders';
import { conversionStep } from '../../community/search/conversions.js';
import { rarestFirst } from '../../community/search/rarest-first.js';
import { queryWords, termOf } from '../../community/search/words.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { type InSession, TenantRepository, type TenantFilter } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { type FileVersion, folderItemSchema, type FolderItemRow, nameKeys } from './folder-item.schema.js';

type Filter = TenantFilter<FolderItemRow>;
/** Where a file or folder is. */
export type FolderPlace = Pick<FolderItemRow, 'parent' | 'path'>;
/** A file: its content, and the folders above it. */
export type StoredContent = Pick<FolderItemRow, '_id' | 'path' | 'content'>;

/** Words of a query that are looked up. */
const maxWords = 4;
const live = { live: true as const };

export const rootPlace: FolderPlace = { parent: rootFolder, path: [] };
/** The place of what is in a folder. */
export const placeIn = ({ _id, path }: Pick<FolderItemRow, '_id' | 'path'>): FolderPlace => ({
  parent: _id,
  path: [...path, _id],
});

@Injectable()
export class FolderItemRepository extends TenantRepository<FolderItemRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'folder_items', folderItemSchema, ['terms']);
  }

  byId(tenant: Tenant, id: string, options: InSession = {}): Promise<FolderItemRow | null> {
    return this.findOne(tenant, { _id: id, ...live }, options);
  }

  /** Also one in the bin. */
  stored(tenant: Tenant, id: string, options: InSession = {}): Promise<FolderItemRow | null> {
    return this.findOne(tenant, { _id: id }, options);
  }

  byIds(tenant: Tenant, ids: readonly string[]): Promise<FolderItemRow[]> {
    return ids.length === 0 ? Promise.resolve([]) : this.find(tenant, { _id: { $in: [...ids] }, ...live });
  }

  byClientId(tenant: Tenant, owner: string, client_id: string, options: InSession = {}): Promise<FolderItemRow | null> {
    return this.findOne(tenant, { owner, client_id }, options);
  }

  named(tenant: Tenant, parent: string, name: string, options: InSession = {}): Promise<FolderItemRow | null> {
    return this.findOne(tenant, { parent, name_key: nameKeys(name).name_key, ...live }, options);
  }

  /** What is in a folder, behind `after`. */
  async children(
    tenant: Tenant,
    parent: string,
    { after, limit }: { after?: string | undefined; limit: number },
  ): Promise<FolderItemRow[]> {
    const last = after === undefined ? null : await this.stored(tenant, after);
    if (after !== undefined && !last) return [];
    const sort = { folder: -1, sort_key: 1, _id: 1 } as const;
    return this.find(tenant, { ...live, parent, ...(last && behind(last)) }, { sort, limit });
  }

  /** By the words of a query, the newest first. */
  async search(tenant: Tenant, query: string, limit: number): Promise<FolderItemRow[]> {
    const words = queryWords(query).slice(0, maxWords);
    if (words.length === 0) return [];
    const count = (terms: string, limit: number) => this.count(tenant, { ...live, terms }, { limit });
    const found: Filter[] = (await rarestFirst(words.map(termOf), count)).map((terms) => ({ terms }));
    return this.find(tenant, { ...live, $and: found }, { sort: { _id: -1 }, limit });
  }

  countBinned(tenant: Tenant, id: string): Promise<number> {
    return this.count(tenant, { bin: id, folder: false });
  }

  /** All files of the workplace, that with the newest content first. */
  contents(tenant: Tenant): Promise<StoredContent[]> {
    return this.findParts(tenant, { ...live, 'content.created': { $exists: true } }, ['path', 'content'], {
      sort: { 'content.created': -1 },
    });
  }

  /** A name that the folder has throws MongoDB's duplicate key error. */
  add(
    tenant: Tenant,
    {
      _id = newId(),
      name,
      ...row
    }: FolderPlace &
      Pick<FolderItemRow, 'name' | 'folder' | 'owner' | 'client_id'> &
      Partial<Pick<FolderItemRow, '_id' | 'content'>>,
    options: InSession,
  ): Promise<FolderItemRow> {
    return this.insert(tenant, { _id, ...nameKeys(name), ...row, ...live, created: new Date() }, options);
  }

  /** Marks a folder as changed; false if it is not there any more. */
  async touch(tenant: Tenant, folder: string, options: InSession): Promise<boolean> {
    return (
      (await this.change(tenant, { _id: folder, ...live, folder: true }, { $inc: { changes: 1 } }, options)) !== null
    );
  }

  rename(tenant: Tenant, id: string, name: string, options: InSession): Promise<FolderItemRow | null> {
    return this.change(tenant, { _id: id, ...live }, { $set: { ...nameKeys(name), updated: new Date() } }, options);
  }

  /** Moves it with all that it contains. */
  async move(tenant: Tenant, row: FolderItemRow, to: FolderPlace, options: InSession): Promise<FolderItemRow | null> {
    const below = row.folder ? await this.below(tenant, row._id, options) : [];
    const moved = below.map(({ _id, path }) => ({
      filter: { _id },
      update: { $set: { path: [...to.path, ...path.slice(row.path.length)] } },
    }));
    if (moved.length > 0) await this.changeEach(tenant, moved, options);
    return this.change(tenant, { _id: row._id, ...live }, { $set: { ...to, updated: new Date() } }, options);
  }

  /** All below a folder, also in the bin. */
  below(tenant: Tenant, folder: string, options: InSession): Promise<FolderItemRow[]> {
    return this.find(tenant, { path: folder }, options);
  }

  setContent(
    tenant: Tenant,
    id: string,
    { content, versions }: { content: FileVersion; versions: FileVersion[] },
    options: InSession,
  ): Promise<FolderItemRow | null> {
    return this.change(tenant, { _id: id, ...live }, { $set: { content, versions, updated: new Date() } }, options);
  }

  /** Puts it into the bin with all that it contains. */
  async discard(tenant: Tenant, { _id }: FolderItemRow, by: string, options: InSession): Promise<void> {
    const change = { $set: { bin: _id }, $unset: { live: 1 as const } };
    await this.changeAll(tenant, { path: _id, ...live }, change, options);
    await this.change(tenant, { _id }, { ...change, $set: { bin: _id, binned: new Date(), binned_by: by } }, options);
  }

  binned(tenant: Tenant, by: string | undefined, limit: number): Promise<FolderItemRow[]> {
    const of = by === undefined ? {} : { $or: [{ binned_by: by }, { owner: by }] };
    return this.find(tenant, { binned: { $exists: true }, ...of }, { sort: { binned: -1 }, limit });
  }

  /** Takes it out of the bin with all that came with it. A name that the folder has throws the duplicate key error. */
  async restore(
    tenant: Tenant,
    { _id }: FolderItemRow,
    name: string,
    options: InSession,
  ): Promise<FolderItemRow | null> {
    const change = { $set: live, $unset: { bin: 1, binned: 1, binned_by: 1 } } as const;
    await this.changeAll(tenant, { bin: _id, _id: { $ne: _id } }, change, options);
    return this.change(tenant, { _id, bin: _id }, { ...change, $set: { ...live, ...nameKeys(name) } }, options);
  }

  /** What came into the bin before an instant. */
  binnedBefore(tenant: Tenant, before: Date): Promise<FolderItemRow[]> {
    return this.find(tenant, { binned: { $exists: true, $lt: before } }, { limit: 100 });
  }

  /** The files and folders that came into the bin together. */
  binnedWith(tenant: Tenant, id: string): Promise<FolderItemRow[]> {
    return this.find(tenant, { bin: id });
  }

  async deleteBinned(tenant: Tenant, ids: readonly string[]): Promise<void> {
    await this.remove(tenant, { _id: { $in: [...ids] }, bin: { $exists: true } });
  }

  workplaces(tenant: Tenant): Promise<Tenant[]> {
    return this.tenantsWithRows(tenant);
  }

  /** Derives the keys of the names behind an id; returns the last id, undefined at the end. */
  async convert(tenant: Tenant, after: string): Promise<string | undefined> {
    const rows = await this.find(tenant, { _id: { $gt: after } }, { sort: { _id: 1 }, limit: conversionStep });
    for (const { _id, name } of rows) await this.change(tenant, { _id, name }, { $set: nameKeys(name) });
    return rows.length < conversionStep ? undefined : rows.at(-1)!._id;
  }

  /** A member's files and folders in all workplaces. */
  async ofOwner(tenant: Tenant, owner: string): Promise<FolderItemRow[]> {
    return this.findEverywhere(tenant, { owner }, { sort: { _id: 1 } });
  }
}

/** Selects what a list has after a row. */
function behind({ folder, sort_key, _id }: FolderItemRow): Filter {
  const later: Filter[] = [
    { folder, sort_key: { $gt: sort_key } },
    { folder, sort_key, _id: { $gt: _id } },
  ];
  return { $or: folder ? [...later, { folder: false }] : later };
}
