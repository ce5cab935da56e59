import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { askToJoinGroup, readGroupRequests } from '@paddock/contract/calls/group-requests';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { FormerMemberRepository } from '../../community/memberships/former-member.repository.js';
import { UserCards } from '../../community/users/user-cards.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { cursorOf, readCursor } from '../chat-cursor.js';
import { GroupAccess } from './group-access.js';
import { GroupJoining } from './group-joining.js';
import { GroupRequestRepository } from './group-request.repository.js';

/** Requests to join groups. */
@Injectable()
export class GroupRequestsService {
  constructor(
    private readonly access: GroupAccess,
    private readonly requests: GroupRequestRepository,
    private readonly former: FormerMemberRepository,
    private readonly joining: GroupJoining,
    private readonly cards: UserCards,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** Idempotent. Workplace admins join at once, and others where autojoin is on, unless the group has removed them. */
  async ask(
    caller: SignedInCaller,
    { id }: CallArguments<typeof askToJoinGroup>,
  ): Promise<CallReply<typeof askToJoinGroup>> {
    const { tenant, user } = caller;
    const { row } = await this.access.find(caller, id);
    if (row.kind === 'everybody') return { state: 'added' };
    const isAdmin = isWorkplaceAdmin(user, tenant.workplace);
    return this.mongo.transaction(async (session) => {
      const { group, own } = (await this.access.takeOwnTurn(tenant, row._id, user, session)) ?? {};
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
    const { tenant, user, config } = caller;
    const group = (await this.access.findManaged(caller, id)).row._id;
    const [found, total] = await Promise.all([
      this.requests.waiting(tenant, group, count + 1, after === undefined ? undefined : readCursor(after)),
      this.access.countApplicants(tenant, group, config),
    ]);
    const shown = found.slice(0, count);
    const last = shown.at(-1);
    // The request of a member who lost the access to the community or workplace waits until it returns.
    const applicants = shown.map((one) => one.user);
    const rows = await this.access.present(tenant, applicants, config);
    const present = new Map(rows.map((row) => [row._id, row]));
    const requests = shown.flatMap((one) => {
      const row = present.get(one.user);
      return row ? [{ user: this.cards.card(tenant, user._id, row), created: one.created.toISOString() }] : [];
    });
    return { requests, total, ...(found.length > count && { next: cursorOf(last!.created, last!.user) }) };
  }
}
