import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { LinkMails } from '../../community/mail/link-mails.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { dayMs } from '@paddock/contract/core/durations';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { GroupAccess } from './group-access.js';
import { GroupRequestRepository } from './group-request.repository.js';

const linkLifetimeMs = 30 * dayMs;

/** Mails those who can decide on a request to join ({@link GroupAccess.deciders}) a personal link each. */
@Injectable()
export class GroupRequestMails implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly heads: ConversationRepository,
    private readonly access: GroupAccess,
    private readonly requests: GroupRequestRepository,
    private readonly users: UserRepository,
    private readonly mails: LinkMails,
    private readonly address: CommunityAddress,
    private readonly communities: Communities,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'group-request-mails',
      kinds: ['GroupRequested'],
      durable: true,
      handle: (event) => this.askOwners(event),
    });
  }

  private async askOwners(event: Delivered<'GroupRequested'>): Promise<void> {
    const { tenant, group, user } = event;
    const [row, applicant] = await Promise.all([this.heads.byId(tenant, group), this.users.byId(tenant, user)]);
    // The request was decided or deleted meanwhile.
    if (!row || !applicant || !(await this.requests.isWaiting(tenant, group, user))) return;
    const config = this.communities.find(tenant.community);
    for (const decider of config ? await this.access.deciders(tenant, group, applicant, config) : [])
      await this.askOwner(event, decider, applicant, row);
  }

  private askOwner(
    { id, tenant }: Delivered<'GroupRequested'>,
    owner: UserRow,
    applicant: UserRow,
    { _id: group, title }: ConversationRow,
  ): Promise<void> {
    const { community, workplace } = tenant;
    const config = this.communities.find(community);
    const workplaceTitle = config?.workplaces.find((one) => one.id === workplace)?.title;
    const { company } = applicant.fields;
    const page = (verb: string, token: string) =>
      this.address.pageIn(tenant, `/${verb}_group_request/${group}/${applicant._id}/${token}`);
    const facts = { owner: owner._id, group, workplace };
    const link = { kind: 'group_request', user: applicant._id, facts, lifetimeMs: linkLifetimeMs } as const;
    return this.mails.queue(tenant, link, owner, (token) => ({
      key: `group_requested:${id}:${owner._id}`,
      template: 'group_requested',
      data: {
        fullname: owner.fullname,
        applicant: applicant.fullname,
        username: applicant.username,
        ...(company && { company }),
        group: title,
        ...(workplaceTitle && { workplace: workplaceTitle }),
        community: config?.title ?? '',
        accept: page('accept', token),
        ignore: page('ignore', token),
      },
    }));
  }
}
