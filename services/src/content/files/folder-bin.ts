import { Injectable } from '@nestjs/common';
import { binDays, type PlacedItem, type readBin } from '@paddock/contract/calls/folders';
import type { CallReply } from '@paddock/contract/core/call';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { fileIconOf } from '../../community/files/file-icon.js';
import { UserCards } from '../../community/users/user-cards.js';
import { dayMs } from '@paddock/contract/core/durations';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { canEdit, FolderAccess, isAdmin } from './folder-access.js';
import { FolderItemRepository, placeIn, rootPlace } from './folder-item.repository.js';
import type { FolderItemRow } from './folder-item.schema.js';
import { FolderViews } from './folder-views.js';

/** Milliseconds that the bin keeps a file. */
export const retentionMs = binDays * dayMs;
const maxShown = 200;
/** Names that are tried for a restored file, with a number. */
const maxTries = 20;

/** Deletes files and folders into a bin, and restores them. */
@Injectable()
export class FolderBin {
  constructor(
    private readonly rows: FolderItemRepository,
    private readonly access: FolderAccess,
    private readonly views: FolderViews,
    private readonly cards: UserCards,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** @throws NOT_FOUND; FORBIDDEN for the file of another member, or a folder that contains one, except for admins. */
  async discard(caller: SignedInCaller, id: string): Promise<{ ok: true }> {
    const { tenant, user } = caller;
    await this.mongo.transaction(async (session) => {
      const row = await this.access.editable(caller, id, { session });
      const below = (row.folder ? await this.rows.below(tenant, id, { session }) : []).filter(({ live }) => live);
      if (!below.every((one) => canEdit(caller, one))) throw new PaddockError('FORBIDDEN');
      await this.put(tenant, user._id, [row, ...below], session);
    });
    return { ok: true };
  }

  /**
   * Puts a file alone into the bin by the decision of an admin, also one that came there with its folder and would come back with it. One
   * that is gone is no error.
   */
  async remove(tenant: Tenant, admin: string, id: string): Promise<void> {
    await this.mongo.transaction(async (session) => {
      const row = await this.rows.stored(tenant, id, { session });
      if (row) await this.put(tenant, admin, [row], session);
    });
  }

  private async put(
    tenant: Tenant,
    by: string,
    [row, ...below]: [FolderItemRow, ...FolderItemRow[]],
    session: ClientSession,
  ): Promise<void> {
    await this.rows.discard(tenant, row, by, { session });
    const gone = [row, ...below].filter(({ folder }) => !folder).map(({ _id }) => _id);
    await this.outbox.add(session, { kind: 'FoldersChanged', tenant, gone });
  }

  async list(caller: SignedInCaller): Promise<CallReply<typeof readBin>> {
    const { tenant, user } = caller;
    const rows = await this.rows.binned(tenant, isAdmin(caller) ? undefined : user._id, maxShown);
    const people = await this.cards.cards(
      tenant,
      user._id,
      rows.flatMap(({ binned_by }) => binned_by ?? []),
    );
    const items = rows.map(async ({ _id, name, folder, binned, binned_by }) => ({
      ...{ id: _id, name, folder, by: people.get(binned_by ?? '') },
      ...(folder ? { files: await this.rows.countBinned(tenant, _id) } : { icon: fileIconOf(name) }),
      deleted: binned!.toISOString(),
      expires: new Date(binned!.getTime() + retentionMs).toISOString(),
    }));
    return { items: await Promise.all(items) };
  }

  /** @throws NOT_FOUND; FORBIDDEN; CONFLICT if all names are taken. One that is in its folder already is returned. */
  async restore(caller: SignedInCaller, id: string): Promise<{ item: PlacedItem }> {
    for (let copy = 1; copy <= maxTries; copy += 1)
      try {
        const row = await this.mongo.transaction((session) => this.putBack(caller, id, copy, session));
        return { item: await this.views.one(caller, row) };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    throw new PaddockError('CONFLICT', { fields: { name: 'CONFLICT' } });
  }

  private async putBack(
    caller: SignedInCaller,
    id: string,
    copy: number,
    session: ClientSession,
  ): Promise<FolderItemRow> {
    const { tenant, user } = caller;
    const row = await this.rows.stored(tenant, id, { session });
    if (!row || (!row.live && row.bin !== id)) throw new PaddockError('NOT_FOUND');
    const isOwn = row.binned_by === user._id || canEdit(caller, row);
    if (!isOwn) throw row.live ? new PaddockError('FORBIDDEN') : new PaddockError('NOT_FOUND');
    if (row.live) return row;
    const folder = await this.rows.byId(tenant, row.parent, { session });
    if (folder) await this.rows.touch(tenant, folder._id, { session });
    const restored = await this.rows.restore(tenant, row, copy === 1 ? row.name : numbered(row, copy), { session });
    await this.outbox.add(session, { kind: 'FoldersChanged', tenant });
    const place = folder ? placeIn(folder) : rootPlace;
    // Its folder may have been moved, or be in the bin, meanwhile.
    const isThere = place.parent === row.parent && place.path.join() === row.path.join();
    return (isThere ? restored : await this.rows.move(tenant, row, place, { session })) ?? row;
  }
}

function numbered({ name, folder }: FolderItemRow, copy: number): string {
  const extension = folder ? '' : (/\.[^.]{1,16}$/.exec(name)?.[0] ?? '');
  const tail = ` (${copy})${extension}`;
  return name.slice(0, name.length - extension.length).slice(0, 140 - tail.length) + tail;
}
