import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../community/calls/caller.js';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import type { Reportable, ReportableContent } from '../community/extension-points/reportable.js';
import { MemberBans } from '../community/users/member-bans.js';
import { UserRepository } from '../community/users/user.repository.js';
import type { UserRow } from '../community/users/user.schema.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { UserVisibility } from '../community/memberships/user-visibility.js';

/** Members that others can report. Their removal is the ban, which a super admin can lift. */
@Injectable()
export class ReportableMembers implements Reportable, OnModuleInit {
  readonly kind = 'user';

  constructor(
    private readonly users: UserRepository,
    private readonly visibility: UserVisibility,
    private readonly bans: MemberBans,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('reportable', 'people', this);
  }

  /** Members report members, not admins (A §6). */
  async find(caller: SignedInCaller, id: string): Promise<ReportableContent> {
    const member = await this.visibility.find(caller, id);
    if (id === caller.user._id || isWorkplaceAdmin(member, caller.tenant.workplace))
      throw new PaddockError('FORBIDDEN');
    return contentOf(member);
  }

  async now(tenant: Tenant, id: string): Promise<ReportableContent | undefined> {
    const member = await this.users.byId(tenant, id);
    return member ? contentOf(member) : undefined;
  }

  checkRemoval(_tenant: Tenant, admin: UserRow): Promise<void> {
    if (!admin.admin) throw new PaddockError('FORBIDDEN');
    return Promise.resolve();
  }

  async remove(tenant: Tenant, admin: string, id: string): Promise<void> {
    if (await this.users.byId(tenant, id)) await this.bans.set(tenant, id, true, { by: admin });
  }
}

function contentOf({ _id, fullname, fields, profile_image }: UserRow): ReportableContent {
  const images = profile_image ? [profile_image] : [];
  return { author: _id, title: fullname, text: fields['description'] ?? '', images, files: [] };
}
