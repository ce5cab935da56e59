import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type {
  askToJoinGroup,
  GroupRequestDecision,
  readGroupRequests,
  verifyGroupRequest,
} from '@paddock/contract/calls/group-requests';
import { isWorkplaceAdmin, missingAccess } from '@paddock/contract/calls/users';
import type { ClientSession } from 'mongodb';
import type { Caller, SignedInCaller } from '../../community/calls/caller.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { FormerMemberRepository } from '../../community/memberships/former-member.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { UserCards } from '../../community/users/user-cards.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { GroupAccess } from './group-access.js';
import { GroupJoining } from './group-joining.js';
import { GroupRequestCases, type RequestCase } from './group-request-cases.js';
import { GroupRequestRepository, type RequestCursor } from './group-request.repository.js';

type Input = CallArguments<typeof verifyGroupRequest>;
type Decided = 'granted' | 'denied';

/** Requests to join groups, and their decisions. */
@Injectable()
export class GroupRequestsService {
  constructor(
    private readonly access: GroupAccess,
    private readonly cases: GroupRequestCases,
    private readonly requests: GroupRequestRepository,
    private readonly conversations: Conversations,
    private readonly heads: ConversationRepository,
    private readonly memberships: MembershipRepository,
    private readonly former: FormerMemberRepository,
    private readonly joining: GroupJoining,
    private readonly links: LinkTokens,
    private readonly users: UserRepository,
    private readonly cards: UserCards,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** With autojoin, except for removed members, and for workplace admins at once. Idempotent. */
  async ask(
    caller: SignedInCaller,
    { id }: CallArguments<typeof askToJoinGroup>,
  ): Promise<CallReply<typeof askToJoinGroup>> {
    const { tenant, user } = caller;
    const { row } = await this.access.find(caller, id);
    if (row.kind === 'everybody') return { state: 'added' };
    const isAdmin = isWorkplaceAdmin(user, tenant.workplace);
    return this.mongo.transaction(async (session) => {
      const group = await this.heads.takeTurn(tenant, row._id, { session });
      const [own] = group ? await this.memberships.inGroup(tenant, row._id, [user._id], { session }) : [];
      if (!group || (group.invisible && !isAdmin && !own)) throw new PaddockError('GROUP_NOT_FOUND');
      if (own) return { state: 'added' };
      const isRemoved = (await this.former.of(tenant, group._id, user._id, { session }))?.removed === true;
      if (isAdmin || (group.autojoin && !isRemoved)) {
        await this.joining.join(tenant, group, [user._id], { session });
        return { state: 'added' };
      }
      if (await this.requests.ask(tenant, group._id, user._id, { session }))
        await this.outbox.add(session, { kind: 'GroupRequested', tenant, group: group._id, user: user._id });
      return { state: 'pending' };
    });
  }

  async list(
    caller: SignedInCaller,
    { id, count, after }: CallArguments<typeof readGroupRequests>,
  ): Promise<CallReply<typeof readGroupRequests>> {
    const { tenant, user, flags } = caller;
    const group = (await this.access.findManaged(caller, id)).row._id;
    const [found, total] = await Promise.all([
      this.requests.waiting(tenant, group, count + 1, after === undefined ? undefined : readCursor(after)),
      this.requests.waitingCount(tenant, group),
    ]);
    const shown = found.slice(0, count);
    const rows = await this.users.byIds(
      tenant,
      shown.map((one) => one.user),
    );
    // Members who lost their access wait for it first.
    const present = new Map(rows.filter((row) => missingAccess(row, flags) === undefined).map((row) => [row._id, row]));
    const requests = shown.flatMap((one) => {
      const row = present.get(one.user);
      return row ? [{ user: this.cards.card(tenant, user._id, row), created: one.created.toISOString() }] : [];
    });
    return { requests, total, ...(found.length > count && { next: cursorOf(shown.at(-1)!) }) };
  }

  async verify(caller: Caller, input: Input): Promise<GroupRequestDecision> {
    const found = await this.cases.find(caller, input);
    const { state } = found.request;
    return this.view(found, found.outcome ?? (state === 'waiting' ? state : `already_${state}`));
  }

  /** Idempotent: a decision made before, by this or another owner, is returned and nothing changes. */
  async decide(caller: Caller, input: Input, decision: Decided): Promise<GroupRequestDecision> {
    const found = await this.cases.find(caller, input);
    if (found.outcome) return this.view(found, found.outcome);
    return this.view(found, await this.mongo.transaction((session) => this.settle(found, decision, session)));
  }

  private async settle(
    { tenant, actor, user, row, link }: RequestCase,
    decision: Decided,
    session: ClientSession,
  ): Promise<GroupRequestDecision['state']> {
    const group = await this.access.takeTurn(tenant, row._id, actor, session).catch((error: unknown) => {
      throw link && error instanceof PaddockError ? new PaddockError('LINK_INVALID') : error;
    });
    const request = await this.requests.of(tenant, group._id, user._id, { session });
    if (!request) throw new PaddockError(link ? 'LINK_INVALID' : 'USER_NOT_FOUND');
    if (request.state !== 'waiting') return `already_${request.state}`;
    await this.requests.settle(tenant, group._id, [user._id], decision, { session });
    if (link) await this.links.spend(tenant, link, decision, { session });
    if (decision === 'granted') await this.joining.join(tenant, group, [user._id], { session, by: actor._id });
    else await this.outbox.add(session, { kind: 'MembershipChanged', tenant, group: group._id, user: user._id });
    return decision;
  }

  private view({ tenant, actor, user, row }: RequestCase, state: GroupRequestDecision['state']): GroupRequestDecision {
    return {
      state,
      group: this.conversations.groupCard(tenant, actor._id, row),
      user: this.cards.card(tenant, actor._id, user),
    };
  }
}

const cursorOf = ({ created, user }: RequestCursor) => `${created.getTime()}-${user}`;

/** Unreadable cursors begin at the start. */
function readCursor(text: string): RequestCursor | undefined {
  const [, time, user] = /^(\d{1,15})-([\w:-]+)$/.exec(text) ?? [];
  return time !== undefined && user !== undefined ? { created: new Date(Number(time)), user } : undefined;
}
