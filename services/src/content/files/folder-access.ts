import { Injectable } from '@nestjs/common';
import { rootFolder } from '@paddock/contract/calls/folders';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { FolderItemRepository, type FolderPlace, placeIn, rootPlace } from './folder-item.repository.js';
import type { FolderItemRow } from './folder-item.schema.js';

export type FolderViewer = Pick<SignedInCaller, 'tenant' | 'user' | 'flags'>;

/** The rights on files and folders: all members of the workplace read, admins and owners change (specification B §6). */
@Injectable()
export class FolderAccess {
  constructor(private readonly rows: FolderItemRepository) {}

  /** @throws NOT_FOUND */
  async find({ tenant }: Pick<FolderViewer, 'tenant'>, id: string, options: InSession = {}): Promise<FolderItemRow> {
    const row = await this.rows.byId(tenant, id, options);
    if (!row) throw new PaddockError('NOT_FOUND');
    return row;
  }

  /** @throws NOT_FOUND; FORBIDDEN for all but the owner and admins. */
  async editable(viewer: FolderViewer, id: string, options: InSession): Promise<FolderItemRow> {
    const row = await this.find(viewer, id, options);
    if (!canEdit(viewer, row)) throw new PaddockError('FORBIDDEN');
    return row;
  }

  /**
   * The place of what is put into a folder, in a transaction that conflicts with one that moves or deletes the folder.
   *
   * @throws NOT_FOUND with the field `parent`
   */
  async placeIn({ tenant }: FolderViewer, parent: string, options: InSession): Promise<FolderPlace> {
    if (parent === rootFolder) return rootPlace;
    const folder = await this.rows.byId(tenant, parent, options);
    if (!folder?.folder || !(await this.rows.touch(tenant, parent, options)))
      throw new PaddockError('NOT_FOUND', { fields: { parent: 'NOT_FOUND' } });
    return placeIn(folder);
  }
}

export const isAdmin = ({ tenant, user }: FolderViewer): boolean => isWorkplaceAdmin(user, tenant.workplace);

export const canEdit = (viewer: FolderViewer, { owner }: Pick<FolderItemRow, 'owner'>): boolean =>
  owner === viewer.user._id || isAdmin(viewer);

/** Admins, or everybody where the deployment says so (B §6). */
export const canCreate = (viewer: FolderViewer): boolean =>
  viewer.flags.files_tab.everybody_can_create || isAdmin(viewer);
