import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import type { Reportable, ReportableContent } from '../../community/extension-points/reportable.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { SponsorAccess } from './sponsor-access.js';
import { SponsorWriter } from './sponsor-writer.js';
import { SponsorRepository } from './sponsor.repository.js';
import type { SponsorRow } from './sponsor.schema.js';

/** Notices that members can report. */
@Injectable()
export class ReportableSponsors implements Reportable, OnModuleInit {
  readonly kind = 'sponsor';

  constructor(
    private readonly sponsors: SponsorRepository,
    private readonly access: SponsorAccess,
    private readonly writer: SponsorWriter,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('reportable', 'notices', this);
  }

  async find(caller: SignedInCaller, id: string): Promise<ReportableContent> {
    const row = await this.access.find(caller, id);
    if (row.owner === caller.user._id) throw new PaddockError('FORBIDDEN');
    return contentOf(row);
  }

  async now(tenant: Tenant, id: string): Promise<ReportableContent | undefined> {
    const row = await this.sponsors.byId(tenant, id);
    return row ? contentOf(row) : undefined;
  }

  async checkRemoval(tenant: Tenant, user: UserRow, id: string): Promise<void> {
    if ((await this.sponsors.byId(tenant, id)) && !isWorkplaceAdmin(user, tenant.workplace))
      throw new PaddockError('FORBIDDEN');
  }

  async remove(tenant: Tenant, admin: string, id: string): Promise<void> {
    const row = await this.sponsors.byId(tenant, id);
    // The decision runs again after a failure: then the notice is gone.
    if (row) await this.writer.remove(tenant, row, admin);
  }
}

/** The text with the links and custom fields, which can be what is reported. */
function contentOf(row: SponsorRow): ReportableContent {
  const { owner, title, desc, images, files, posted: created } = row;
  const fields = [row.url, row.url2, row.email, row.phone, row.twitter_handle, row.location];
  const more = [...fields, row.custom_field_0, row.custom_field_1, row.custom_field_2];
  const text = [desc, ...more].filter((part) => part !== undefined && part !== '').join('\n');
  return { author: owner, title, text, images, files, created };
}
