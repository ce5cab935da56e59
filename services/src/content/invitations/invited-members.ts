import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { InvitableGroups } from './invitable-groups.js';
import { InvitationRepository } from './invitation.repository.js';
import type { InvitationRow } from './invitation.schema.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';

/**
 * What an invitation gives the member who signed up by it: the groups that it names, as soon as the member has access to their
 * workplace, where the inviter may still add members and the group has not removed the member. It replaces no approval.
 */
@Injectable()
export class InvitedMembers implements OnModuleInit {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
    private readonly groups: InvitableGroups,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('accept_invitation', 'invitations', async (tenant, token, user, session) => {
      const row = await this.invitations.byToken(tenant, token, { session });
      if (row) await this.invitations.accept(tenant, row._id, user, { session });
    });
    this.extensions.provide('export', 'invitations', async (tenant, { _id }) => ({
      invitations: (await this.invitations.sentBy(tenant, _id)).map(({ place, groups, created, joined }) => {
        return { workplace: place, groups, created, joined };
      }),
    }));
    this.extensions.provide('forget', 'invitations', (tenant, { _id }) => this.invitations.forget(tenant, _id));
    this.outbox.subscribe({
      name: 'invited-members',
      kinds: ['EmailVerified', 'AddressClaimed', 'AccessGranted', 'MemberChanged'],
      durable: true,
      handle: ({ kind, tenant, user }) => this.admitted(tenant, user, kind !== 'MemberChanged'),
    });
  }

  /** `isNew`: the address was just verified or claimed, or the access granted. */
  private async admitted(tenant: Tenant, id: string, isNew: boolean): Promise<void> {
    const user = await this.users.byId(tenant, id);
    if (!user?.email_verified || user.pending || user.denied) return;
    const isEarlier = ({ created }: InvitationRow) => created < user.created;
    // An invitation to the verified address counts without its link: the member may have signed up by a provider. A link that was opened
    // without the member's session does not prove that the member reads its mail (ADR 0020). A later address takes none (ADR 0049).
    if (isNew && !user.verified_by_link && !user.later_email)
      for (const row of (await this.invitations.openTo(tenant, user.email)).filter(isEarlier))
        await this.invitations.accept(tenant, row._id, user._id, {});
    // Accepting a later invitation would show its sender which member has the address (ADR 0049).
    for (const row of (await this.invitations.acceptedBy(tenant, user._id)).filter(isEarlier))
      if (!row.joined) await this.join(row, user);
  }

  private async join(row: InvitationRow, user: UserRow): Promise<void> {
    const tenant = tenantOf(row.community, row.place);
    // A member who gets the workplace later joins the groups then.
    if (!this.workplaces.includes(tenant, user)) return;
    const inviter = await this.users.byId(tenant, row.inviter);
    const mayJoin = inviter && !inviter.banned && this.workplaces.includes(tenant, inviter);
    const groups = mayJoin ? await this.groups.among(tenant, inviter, row.groups) : [];
    await this.mongo.transaction(async (session) => {
      if (!(await this.invitations.setJoined(tenant, row._id, { session }))) return;
      for (const group of groups) await this.groups.join(tenant, group, { user, by: row.inviter, session });
    });
  }
}
