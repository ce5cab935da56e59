import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { GroupRequestDecision, verifyGroupRequest } from '@paddock/contract/calls/group-requests';
import type { ClientSession } from 'mongodb';
import type { Caller } from '../../community/calls/caller.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { UserCards } from '../../community/users/user-cards.js';
import { LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { GroupJoining } from './group-joining.js';
import { GroupRequestCases, type RequestCase } from './group-request-cases.js';
import { GroupRequestRepository } from './group-request.repository.js';

type Input = CallArguments<typeof verifyGroupRequest>;

/** Decides on requests to join groups, by the group's managers or by a mailed link. */
@Injectable()
export class GroupRequestDecisions {
  constructor(
    private readonly cases: GroupRequestCases,
    private readonly requests: GroupRequestRepository,
    private readonly conversations: Conversations,
    private readonly joining: GroupJoining,
    private readonly links: LinkTokens,
    private readonly cards: UserCards,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  async verify(caller: Caller, input: Input): Promise<GroupRequestDecision> {
    const found = await this.cases.find(caller, input);
    const { state } = found.request;
    return this.view(found, found.outcome ?? (state === 'waiting' ? state : `already_${state}`));
  }

  /** Idempotent: a decision made before, by this or another owner, is returned and nothing changes. */
  async decide(caller: Caller, input: Input, decision: 'granted' | 'denied'): Promise<GroupRequestDecision> {
    const found = await this.cases.find(caller, input);
    if (found.outcome) return this.view(found, found.outcome);
    return this.view(found, await this.mongo.transaction((session) => this.settle(found, decision, session)));
  }

  private async settle(
    found: RequestCase,
    decision: 'granted' | 'denied',
    session: ClientSession,
  ): Promise<GroupRequestDecision['state']> {
    const { tenant, actor, user, link } = found;
    const { group, request } = await this.cases.takeTurn(found, session);
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
