import { Injectable } from '@nestjs/common';
import type { Deployment, Language } from '@paddock/contract/core/deployment';
import { isWorkplaceAdmin, missingAccess } from '@paddock/contract/calls/users';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import type { MembershipRow } from '../../community/memberships/membership.schema.js';
import { UserVisibility } from '../../community/memberships/user-visibility.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { isBlockBetween, type UserRow } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';
import { GroupRequestRepository } from './group-request.repository.js';

/** A group as its caller sees it. */
export interface SeenGroup {
  row: ConversationRow;
  membership: MembershipRow | null;
  /** Whether the caller reads its conversation and members. */
  reads: boolean;
  /** Whether the caller may write to its conversation. */
  posts: boolean;
  /** Owner or workplace admin; never of the everybody group. */
  manages: boolean;
  /** The group has removed the caller. */
  removed: boolean;
  /** Muted, also from outside. */
  readOnly: boolean;
}

/** Applicants whose access is checked to count requests. */
const maxApplicantsRead = 100;

type Who = Pick<SignedInCaller, 'tenant' | 'user'>;

/** Texts of FORBIDDEN for the rules that the specification words itself (A §8). */
const refusals = {
  lastOwner: { en: 'Cannot remove last group admin', ar: 'لا يمكن إزالة آخر مشرف في المجموعة' },
  ownerMuted: { en: 'Cannot mute group admin', ar: 'لا يمكن كتم مشرف المجموعة' },
} as const;

/** FORBIDDEN with the specified text. */
export function groupRefusal(reason: keyof typeof refusals, language: Language): PaddockError {
  const texts: Partial<Record<Language, string>> = refusals[reason];
  return new PaddockError('FORBIDDEN', { message: texts[language] ?? refusals[reason].en });
}

/** Finds groups for their callers; every call about a group begins here. */
@Injectable()
export class GroupAccess {
  constructor(
    private readonly conversations: Conversations,
    private readonly heads: ConversationRepository,
    private readonly memberships: MembershipRepository,
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
    private readonly visibility: UserVisibility,
    private readonly requests: GroupRequestRepository,
  ) {}

  /** @throws GROUP_NOT_FOUND for an unknown id, a group that is invisible to the caller, and a direct chat. */
  async find({ tenant, user }: Who, id: string): Promise<SeenGroup> {
    const access = await this.conversations.findVisible(tenant, user, id).catch((error: unknown) => {
      throw error instanceof PaddockError && error.status < 500 ? new PaddockError('GROUP_NOT_FOUND') : error;
    });
    const { conversation: row, reads, can_post: posts } = access;
    if (row.kind === 'direct') throw new PaddockError('GROUP_NOT_FOUND');
    const marks = { removed: access.removed === true, readOnly: access.reason === 'read_only' };
    if (row.kind === 'everybody') return { row, membership: null, reads, posts, manages: false, ...marks };
    const membership = await this.memberships.of(tenant, row._id, user._id);
    return { row, membership, reads, posts, manages: access.manages, ...marks };
  }

  /** @throws GROUP_NOT_FOUND as {@link find}; FORBIDDEN unless the caller is an owner or a workplace admin. */
  async findManaged(caller: Who, id: string): Promise<SeenGroup> {
    const group = await this.find(caller, id);
    if (!group.manages) throw new PaddockError('FORBIDDEN');
    return group;
  }

  /**
   * Takes the group's turn in a transaction, for a change that `actor` may still make.
   *
   * @throws GROUP_NOT_FOUND for a group that was deleted meanwhile; FORBIDDEN when the actor does not manage it any more.
   */
  async takeTurn(tenant: Tenant, id: string, actor: UserRow, session: ClientSession): Promise<ConversationRow> {
    const row = await this.heads.takeTurn(tenant, id, { session });
    if (!row) throw new PaddockError('GROUP_NOT_FOUND');
    if (isWorkplaceAdmin(actor, tenant.workplace)) return row;
    const [own] = await this.memberships.inGroup(tenant, id, [actor._id], { session });
    if (own?.role !== 'owner') throw new PaddockError('FORBIDDEN');
    return row;
  }

  /** Takes the group's turn for a change of the user's own membership. Null for a group that was deleted meanwhile. */
  async takeOwnTurn(
    tenant: Tenant,
    id: string,
    user: UserRow,
    session: ClientSession,
  ): Promise<{ group: ConversationRow; own: MembershipRow | undefined } | null> {
    const group = await this.heads.takeTurn(tenant, id, { session });
    if (!group) return null;
    const [own] = await this.memberships.inGroup(tenant, id, [user._id], { session });
    return { group, own };
  }

  /** Whether a user manages a group. The user need not be the caller: mailed links name their owner. */
  async manages(tenant: Tenant, user: UserRow, group: string): Promise<boolean> {
    if (isWorkplaceAdmin(user, tenant.workplace)) return true;
    return (await this.memberships.of(tenant, group, user._id))?.role === 'owner';
  }

  /** The only owner of a group stays with its other members. */
  async mayLeave(tenant: Tenant, { group, user, role }: MembershipRow): Promise<boolean> {
    if (role !== 'owner' || (await this.memberships.owners(tenant, group)).length > 1) return true;
    return this.memberships.isAlone(tenant, group, user, {});
  }

  /**
   * The owners who can act on a request; where there are none (banned, erased, pending, a block between them and the applicant), the
   * workplace's admins, else the super admins, if possible without a block.
   */
  async deciders(tenant: Tenant, group: string, applicant: UserRow, config: Deployment): Promise<UserRow[]> {
    const canAct = (row: UserRow) => this.isPresent(tenant, row, config) && !isBlockBetween(row, applicant);
    const owners = (await this.memberships.owners(tenant, group)).map(({ user }) => user);
    const acting = (await this.users.byIds(tenant, owners)).filter(canAct);
    if (acting.length > 0) return acting;
    const admins = (await this.users.admins(tenant, [tenant.workplace])).filter(canAct);
    if (admins.length > 0) return admins;
    const chiefs = await this.users.admins(tenant, 'community');
    const unblocked = chiefs.filter((row) => !isBlockBetween(row, applicant));
    return unblocked.length > 0 ? unblocked : chiefs;
  }

  /** The members with these ids who are in the workplace and have access to the community: only they can join. */
  async present(tenant: Tenant, ids: readonly string[], config: Deployment): Promise<UserRow[]> {
    return (await this.users.byIds(tenant, ids)).filter((row) => this.isPresent(tenant, row, config));
  }

  /** The number of waiting requests. Of the oldest ones those count whose members have access; the others all, unread. */
  async countApplicants(tenant: Tenant, group: string, config: Deployment): Promise<number> {
    const { users, more } = await this.requests.waitingUsers(tenant, group, maxApplicantsRead);
    return (await this.present(tenant, users, config)).length + more;
  }

  private isPresent(tenant: Tenant, row: UserRow, config: Deployment): boolean {
    return this.workplaces.includes(tenant, row) && missingAccess(row, config) === undefined;
  }

  /**
   * The members of the workplace with these ids, whom the caller sees.
   *
   * @throws USER_NOT_FOUND if one is unknown, pending, not verified, banned, of another workplace or hidden from the caller.
   */
  async people(caller: SignedInCaller, ids: readonly string[], field: string): Promise<UserRow[]> {
    const { tenant, config } = caller;
    const rows = await this.present(tenant, ids, config);
    const visible = await this.visibility.among(caller);
    const seen = visible && new Set(visible);
    if (rows.length < ids.length || (seen && !rows.every((row) => seen.has(row._id))))
      throw new PaddockError('USER_NOT_FOUND', { fields: { [field]: 'USER_NOT_FOUND' } });
    return rows;
  }
}
