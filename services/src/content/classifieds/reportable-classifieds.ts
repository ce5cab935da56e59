import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import type { Reportable, ReportableContent } from '../../community/extension-points/reportable.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ClassifiedAccess, manages } from './classified-access.js';
import { ClassifiedRepository } from './classified.repository.js';
import type { ClassifiedRow } from './classified.schema.js';
import { ClassifiedWriter } from './classified-writer.js';

/** Ads that members can report. */
@Injectable()
export class ReportableClassifieds implements Reportable, OnModuleInit {
  readonly kind = 'classified';

  constructor(
    private readonly ads: ClassifiedRepository,
    private readonly access: ClassifiedAccess,
    private readonly writer: ClassifiedWriter,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('reportable', 'classifieds', this);
  }

  async find(caller: SignedInCaller, id: string): Promise<ReportableContent> {
    const row = await this.access.find(caller, id);
    if (row.owner === caller.user._id) throw new PaddockError('FORBIDDEN');
    return contentOf(row);
  }

  async now(tenant: Tenant, id: string): Promise<ReportableContent | undefined> {
    const row = await this.ads.byId(tenant, id);
    return row ? contentOf(row) : undefined;
  }

  async checkRemoval(tenant: Tenant, user: UserRow, id: string): Promise<void> {
    const row = await this.ads.byId(tenant, id);
    if (row && !manages({ tenant, user }, row)) throw new PaddockError('FORBIDDEN');
  }

  async remove(tenant: Tenant, admin: string, id: string): Promise<void> {
    await this.writer.remove(tenant, { _id: id }, admin);
  }
}

function contentOf({ owner, title, desc, images, created }: ClassifiedRow): ReportableContent {
  return { author: owner, title, text: desc, images, files: [], created };
}
