import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type {
  addGroupMembers,
  leaveGroup,
  liftGroupRemoval,
  removeGroupMember,
  setGroupOwner,
  setGroupReadOnly,
} from '@paddock/contract/calls/group-members';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { seesMembers } from '../../community/memberships/member-list.js';
import { FormerMemberRepository } from '../../community/memberships/former-member.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import type { MembershipRow } from '../../community/memberships/membership.schema.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { GroupAccess, groupRefusal } from './group-access.js';
import { GroupDeletion } from './group-deletion.js';
import { GroupJoining } from './group-joining.js';

type Done = CallReply<typeof leaveGroup>;

/** Changes who belongs to a group, and their roles. Each change takes the group's turn, so that an owner always remains. */
@Injectable()
export class GroupMembersService {
  constructor(
    private readonly access: GroupAccess,
    private readonly memberships: MembershipRepository,
    private readonly former: FormerMemberRepository,
    private readonly users: UserRepository,
    private readonly joining: GroupJoining,
    private readonly deletion: GroupDeletion,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  async add(
    caller: SignedInCaller,
    { id, uid }: CallArguments<typeof addGroupMembers>,
  ): Promise<CallReply<typeof addGroupMembers>> {
    const { tenant, user } = caller;
    const { row, membership } = await this.access.findManaged(caller, id);
    await this.access.people(caller, uid, 'uid');
    const added = await this.mongo.transaction(async (session) => {
      const group = await this.access.takeTurn(tenant, row._id, user, session);
      return this.joining.join(tenant, group, uid, { session, by: user._id });
    });
    if (!seesMembers(caller.flags, user, tenant.workplace, membership, true)) return { added: added.length };
    const without = user.admin ? [] : await this.users.banned(tenant);
    return { added: added.length, total_users: await this.memberships.size(tenant, row._id, { without }) };
  }

  async remove(caller: SignedInCaller, { id, uid }: CallArguments<typeof removeGroupMember>): Promise<Done> {
    return this.change(caller, id, uid, async (row, target, session) => {
      if (target.role === 'owner') await this.checkOtherOwner(caller, row, uid, session);
      await this.memberships.leave(caller.tenant, row._id, uid, { session });
      const { read_only } = target;
      await this.former.remember(caller.tenant, { group: row._id, user: uid, read_only, removed: true }, { session });
      return true;
    });
  }

  async setOwner(caller: SignedInCaller, { id, uid, owner }: CallArguments<typeof setGroupOwner>): Promise<Done> {
    return this.change(caller, id, uid, async (row, target, session) => {
      if (owner === (target.role === 'owner')) return false;
      if (!owner) await this.checkOtherOwner(caller, row, uid, session);
      await this.memberships.setRole(caller.tenant, row._id, uid, owner ? 'owner' : 'member', { session });
      return true;
    });
  }

  async setReadOnly(
    caller: SignedInCaller,
    { id, uid, read_only }: CallArguments<typeof setGroupReadOnly>,
  ): Promise<Done> {
    return this.change(caller, id, uid, async (row, target, session) => {
      if (read_only && (target.role === 'owner' || (await this.isAdmin(caller.tenant, uid))))
        throw groupRefusal('ownerMuted', caller.language);
      if (target.read_only === read_only) return false;
      await this.memberships.setReadOnly(caller.tenant, row._id, uid, read_only, { session });
      return true;
    });
  }

  /** The last member's leave deletes the group. Leaving again changes nothing. @throws FORBIDDEN for the everybody group */
  async leave(caller: SignedInCaller, { id }: CallArguments<typeof leaveGroup>): Promise<Done> {
    const { tenant, user } = caller;
    const { row } = await this.access.find(caller, id);
    if (row.kind === 'everybody') throw new PaddockError('FORBIDDEN');
    await this.mongo.transaction(async (session) => {
      const { group, own } = (await this.access.takeOwnTurn(tenant, row._id, user, session)) ?? {};
      if (!group || !own) return;
      if (await this.memberships.isAlone(tenant, group._id, user._id, { session }))
        return this.deletion.delete(tenant, group, session);
      if (own.role === 'owner') await this.checkOtherOwner(caller, group, user._id, session);
      await this.memberships.leave(tenant, group._id, user._id, { session });
      if (own.read_only) {
        const mark = { group: group._id, user: user._id, read_only: true, removed: false };
        await this.former.remember(tenant, mark, { session });
      }
      await this.outbox.add(session, { kind: 'MembershipChanged', tenant, group: group._id, user: user._id });
    });
    return { ok: true };
  }

  /** The former member may join again as others do. @throws USER_NOT_FOUND for a user whom the group has not removed */
  async liftRemoval(caller: SignedInCaller, { id, uid }: CallArguments<typeof liftGroupRemoval>): Promise<Done> {
    const { tenant, user } = caller;
    const group = (await this.access.findManaged(caller, id)).row._id;
    await this.mongo.transaction(async (session) => {
      await this.access.takeTurn(tenant, group, user, session);
      if (!(await this.former.lift(tenant, group, uid, { session })))
        throw new PaddockError('USER_NOT_FOUND', { fields: { uid: 'USER_NOT_FOUND' } });
      await this.outbox.add(session, { kind: 'MembershipChanged', tenant, group, user: uid });
    });
    return { ok: true };
  }

  async delete(caller: SignedInCaller, id: string): Promise<Done> {
    const { row } = await this.access.findManaged(caller, id);
    await this.mongo.transaction(async (session) => {
      const group = await this.access.takeTurn(caller.tenant, row._id, caller.user, session);
      await this.deletion.delete(caller.tenant, group, session);
    });
    return { ok: true };
  }

  /** Changes one member's membership. `work` returns false for no change. @throws USER_NOT_FOUND for no member */
  private async change(
    caller: SignedInCaller,
    id: string,
    uid: string,
    work: (row: ConversationRow, target: MembershipRow, session: ClientSession) => Promise<boolean>,
  ): Promise<Done> {
    const { tenant, user } = caller;
    const group = (await this.access.findManaged(caller, id)).row._id;
    await this.mongo.transaction(async (session) => {
      const row = await this.access.takeTurn(tenant, group, user, session);
      const [target] = await this.memberships.inGroup(tenant, group, [uid], { session });
      if (!target) throw new PaddockError('USER_NOT_FOUND', { fields: { uid: 'USER_NOT_FOUND' } });
      if (!(await work(row, target, session))) return;
      await this.outbox.add(session, { kind: 'MembershipChanged', tenant, group, user: uid });
    });
    return { ok: true };
  }

  private async isAdmin(tenant: Tenant, id: string): Promise<boolean> {
    const user = await this.users.byId(tenant, id);
    return user !== null && isWorkplaceAdmin(user, tenant.workplace);
  }

  /** @throws FORBIDDEN 'Cannot remove last group admin' */
  private async checkOtherOwner(
    { tenant, language }: SignedInCaller,
    { _id }: ConversationRow,
    user: string,
    session: ClientSession,
  ): Promise<void> {
    const owners = await this.memberships.owners(tenant, _id, { session });
    if (owners.every((owner) => owner.user === user)) throw groupRefusal('lastOwner', language);
  }
}
