import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type readFolder, type readVersions, rootFolder, type searchFolders } from '@paddock/contract/calls/folders';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { FilesService } from '../../community/files/files.service.js';
import { UserCards } from '../../community/users/user-cards.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { FileReadStates } from './file-read-states.js';
import { canCreate, FolderAccess, type FolderViewer } from './folder-access.js';
import { FolderItemRepository } from './folder-item.repository.js';
import { FolderViews, named } from './folder-views.js';

/** Reads folders, and decides who may read their files. */
@Injectable()
export class FoldersService implements OnModuleInit {
  constructor(
    private readonly rows: FolderItemRepository,
    private readonly access: FolderAccess,
    private readonly views: FolderViews,
    private readonly states: FileReadStates,
    private readonly files: FilesService,
    private readonly cards: UserCards,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('badge', 'files', (tenant, user) => this.views.countNew({ tenant, user }));
    // A file in the bin is not served, also to those who may restore it.
    this.files.attachedTo('folder_item', async (tenant, _user, id) => (await this.rows.byId(tenant, id)) !== null);
  }

  /** @throws NOT_FOUND */
  async list(
    caller: FolderViewer,
    { parent, count, page }: CallArguments<typeof readFolder>,
  ): Promise<CallReply<typeof readFolder>> {
    const folder = parent === rootFolder ? null : await this.access.find(caller, parent);
    if (folder && !folder.folder) throw new PaddockError('NOT_FOUND');
    const rows = await this.rows.children(caller.tenant, parent, { after: page, limit: count + 1 });
    const shown = rows.slice(0, count);
    return {
      folder: folder && (await this.views.one(caller, folder)),
      items: await this.views.of(caller, shown),
      next: rows.length > count ? shown.at(-1)!._id : null,
      can_create: canCreate(caller),
    };
  }

  /** @throws NOT_FOUND */
  async read(caller: FolderViewer, id: string) {
    return { item: await this.views.one(caller, await this.access.find(caller, id)) };
  }

  async search(
    caller: FolderViewer,
    { query, count }: CallArguments<typeof searchFolders>,
  ): Promise<CallReply<typeof searchFolders>> {
    const rows = await this.rows.search(caller.tenant, query, count + 1);
    return { items: await this.views.placed(caller, rows.slice(0, count)), more: rows.length > count };
  }

  /** @throws NOT_FOUND */
  async markRead(caller: FolderViewer, id: string) {
    const { content } = await this.access.find(caller, id);
    if (content) await this.states.markRead(caller.tenant, caller.user._id, content.file);
    return { file_new_receipts: await this.views.countNew(caller) };
  }

  async markAllRead(caller: FolderViewer) {
    await this.states.markAllRead(caller.tenant, caller.user._id, new Date());
    return { file_new_receipts: await this.views.countNew(caller) };
  }

  /** The contents of a file, the newest first. @throws NOT_FOUND, also for a folder */
  async versions(caller: FolderViewer, id: string): Promise<CallReply<typeof readVersions>> {
    const { tenant, user } = caller;
    const row = await this.access.find(caller, id);
    if (!row.content) throw new PaddockError('NOT_FOUND');
    const all = [row.content, ...(row.versions ?? []).toReversed()];
    const [files, people] = await Promise.all([
      this.files.describe(
        tenant,
        user._id,
        all.map(({ file }) => file),
      ),
      this.cards.cards(
        tenant,
        user._id,
        all.map(({ by }) => by),
      ),
    ]);
    return {
      versions: all.map(({ file, size, by, created }, at) => {
        const described = files.get(file);
        return {
          ...{ id: file, size, created: created.toISOString(), by: people.get(by), current: at === 0 },
          ...(described && { file: named(described, row.name) }),
        };
      }),
    };
  }
}
