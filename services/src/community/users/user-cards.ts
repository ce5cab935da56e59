import { Injectable } from '@nestjs/common';
import type { Self, UserCard } from '@paddock/contract/calls/users';
import { standardProfileFields } from '@paddock/contract/core/profile-fields';
import { FileLinks } from '../../infrastructure/file-links/file-links.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { UserRepository } from './user.repository.js';
import type { UserRow } from './user.schema.js';

/** Time without activity after which a member no longer counts as online; activity is stored once a minute. */
export const onlineForMs = 120_000;

/** Whether a member is online in any window. */
export function isOnline({ last_activity }: Pick<UserRow, 'last_activity'>, now = new Date()): boolean {
  return last_activity !== undefined && now.getTime() - last_activity.getTime() < onlineForMs;
}

const standardFields: readonly string[] = standardProfileFields;

/** The filled-in custom fields of a member. */
const customValues = ({ fields }: UserRow) =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== '' && !standardFields.includes(name)));

/** The card of a member whose account is deleted. */
export const deletedMemberCard = (id: string): UserCard => ({ id, username: '', fullname: '', online: false });

/** Users as the contract shows them. */
@Injectable()
export class UserCards {
  constructor(
    private readonly users: UserRepository,
    private readonly files: FileLinks,
    private readonly communities: Communities,
  ) {}

  card(tenant: Tenant, viewerId: string, user: UserRow): UserCard {
    return {
      id: user._id,
      username: user.username,
      fullname: user.fullname,
      company: user.fields['company'],
      profile_image: user.profile_image && this.files.fileAddress(tenant, viewerId, user.profile_image, 'thumb'),
      online: isOnline(user),
    };
  }

  /** Cards by id, in one query; deleted members have none. */
  async cards(tenant: Tenant, viewerId: string, ids: readonly string[]): Promise<Map<string, UserCard>> {
    if (ids.length === 0) return new Map();
    const rows = await this.users.byIds(tenant, ids);
    return new Map(rows.map((row) => [row._id, this.card(tenant, viewerId, row)]));
  }

  /** The member's own record. */
  self(tenant: Tenant, user: UserRow, memberships: readonly { group: string; read_only?: boolean }[]): Self {
    const flags = this.communities.find(tenant.community)?.flags;
    const mutes = flags?.per_user_read_only;
    const { mailing_dm, ...preferences } = user.preferences ?? {};
    return {
      ...this.card(tenant, user._id, user),
      online: true,
      email: user.email,
      phone: user.fields['phone'],
      description: user.fields['description'],
      job: user.fields['job'],
      tags: user.fields['tags'],
      url: user.fields['url'],
      user_type: user.fields['user_type'],
      custom_field_0: user.fields['custom_field_0'],
      fields: customValues(user),
      admin: user.admin,
      acl: user.acl,
      groups: memberships.map((row) => row.group),
      read_only_groups: mutes ? memberships.filter((row) => row.read_only).map((row) => row.group) : [],
      workplaces: user.workplaces,
      blocked_users: user.blocked_users,
      last_activity: user.last_activity?.toISOString(),
      email_verified: user.email_verified,
      pending: user.pending,
      denied: user.denied ?? false,
      banned: user.banned ?? false,
      subscription: user.subscription,
      ...preferences,
      quiet_hours: user.quiet_hours,
      // Only with direct messages (A §3); a missing preference counts as true.
      ...(flags?.direct_messages_enabled !== false && { mailing_dm }),
      language: user.language,
      created: user.created.toISOString(),
    };
  }
}
