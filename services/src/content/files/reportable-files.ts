import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import type { Reportable, ReportableContent } from '../../community/extension-points/reportable.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { FolderAccess } from './folder-access.js';
import { FolderBin } from './folder-bin.js';
import { FolderBinSweep } from './folder-bin-sweep.js';
import { FolderItemRepository } from './folder-item.repository.js';
import type { FolderItemRow, FileVersion } from './folder-item.schema.js';

type FileItemRow = FolderItemRow & { content: FileVersion };
const isFile = (row: FolderItemRow): row is FileItemRow => row.content !== undefined;

/** Files of the files tab that members can report: name and current content. */
@Injectable()
export class ReportableFiles implements Reportable, OnModuleInit {
  readonly kind = 'file';

  constructor(
    private readonly rows: FolderItemRepository,
    private readonly access: FolderAccess,
    private readonly bin: FolderBin,
    private readonly sweep: FolderBinSweep,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('reportable', 'files', this);
  }

  async find(caller: SignedInCaller, id: string): Promise<ReportableContent> {
    const row = await this.access.find(caller, id);
    if (!isFile(row)) throw new PaddockError('NOT_FOUND');
    if (row.owner === caller.user._id) throw new PaddockError('FORBIDDEN');
    return contentOf(row);
  }

  async now(tenant: Tenant, id: string): Promise<ReportableContent | undefined> {
    const row = await this.rows.byId(tenant, id);
    return row && isFile(row) ? contentOf(row) : undefined;
  }

  checkRemoval(tenant: Tenant, admin: UserRow): Promise<void> {
    if (!isWorkplaceAdmin(admin, tenant.workplace)) throw new PaddockError('FORBIDDEN');
    return Promise.resolve();
  }

  /** For good: from the bin its owner would restore it. */
  async remove(tenant: Tenant, admin: string, id: string): Promise<void> {
    await this.bin.remove(tenant, admin, id);
    await this.sweep.empty(tenant, id);
  }
}

function contentOf({ owner, name, content, created }: FileItemRow): ReportableContent {
  return { author: owner, title: name, text: '', images: [], files: [content.file], created };
}
