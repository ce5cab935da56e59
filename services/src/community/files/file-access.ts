import { Injectable } from '@nestjs/common';
import { missingAccess } from '@paddock/contract/calls/users';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { type Tenant, tenantOf } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../users/user.schema.js';
import { Workplaces } from '../workplaces/workplaces.js';
import type { AttachmentKind, FileRow } from './file.schema.js';

/** Whether a member may read a file of the record that it is attached to. */
export type CanRead = (tenant: Tenant, viewer: UserRow, id: string, file: string) => Promise<boolean>;

/** Decides who may see a file: the readers of the record it is attached to. */
@Injectable()
export class FileAccess {
  private readonly checks = new Map<AttachmentKind, CanRead>();

  constructor(
    private readonly communities: Communities,
    private readonly workplaces: Workplaces,
  ) {}

  /** Registers the access check of the service that owns a kind of record. */
  attachedTo(kind: AttachmentKind, canRead: CanRead): void {
    if (this.checks.has(kind)) throw new Error(`files: there is already a check for ${kind}`);
    this.checks.set(kind, canRead);
  }

  async maySee(row: FileRow, viewer: UserRow): Promise<boolean> {
    // An admin who uploaded a link's document may have another role or plan by now.
    if (viewer._id === row.owner && row.attached?.kind !== 'link') return true;
    const config = this.communities.find(row.community);
    if (!config || row.audience === 'own' || missingAccess(viewer, config)) return false;
    if (row.audience === 'community') return true;
    if (await this.seesReport(row, viewer)) return true;
    // Calls are refused in a workplace that the viewer has left; the address names no workplace.
    if (!this.workplaces.includes(tenantOf(row.community, row.place), viewer)) return false;
    const check = row.attached && this.checks.get(row.attached.kind);
    return check ? check(tenantOf(row.community, row.place), viewer, row.attached!.id, row._id) : false;
  }

  private async seesReport({ _id, community, holds = [] }: FileRow, viewer: UserRow): Promise<boolean> {
    const check = this.checks.get('report');
    for (const { id, workplace } of check ? holds : [])
      if (
        this.workplaces.includes({ community, workplace }, viewer) &&
        (await check!(tenantOf(community, workplace), viewer, id, _id))
      )
        return true;
    return false;
  }
}
