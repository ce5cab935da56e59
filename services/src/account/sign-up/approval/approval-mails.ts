import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LinkMails } from '../../../community/mail/link-mails.js';
import { dayMs } from '@paddock/contract/core/durations';
import { CommunityAddress } from '../../../infrastructure/links/community-address.js';
import { Mailer } from '../../../infrastructure/mail/mailer.js';
import type { Delivered } from '../../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import type { UserRow } from '../../../community/users/user.schema.js';

const linkLifetimeMs = 30 * dayMs;

/** Mails each admin a personal link to decide on a new applicant, and mails the applicant the decision. */
@Injectable()
export class ApprovalMails implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly users: UserRepository,
    private readonly linkMails: LinkMails,
    private readonly mailer: Mailer,
    private readonly address: CommunityAddress,
    private readonly communities: Communities,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'access-request-mails',
      kinds: ['AccessRequested'],
      durable: true,
      handle: (event) => this.askAdmins(event),
    });
    this.outbox.subscribe({
      name: 'access-decision-mails',
      kinds: ['AccessGranted', 'AccessDenied'],
      durable: true,
      handle: (event) => this.mailApplicant(event),
    });
  }

  private async askAdmins({ id, tenant, user }: Delivered<'AccessRequested'>): Promise<void> {
    const applicant = await this.users.byId(tenant, user);
    // Decided or deleted meanwhile.
    if (!applicant?.pending || applicant.denied) return;
    const ofWorkplaces = applicant.workplaces.length > 0 ? await this.users.admins(tenant, applicant.workplaces) : [];
    const admins = ofWorkplaces.length > 0 ? ofWorkplaces : await this.users.admins(tenant, 'community');
    for (const admin of admins)
      await this.askAdmin(`access_requested:${id}:${admin._id}`, admin, applicant, { tenant });
  }

  private askAdmin(
    key: string,
    admin: UserRow,
    applicant: UserRow,
    { tenant }: Pick<Delivered, 'tenant'>,
  ): Promise<void> {
    const { company, user_type } = applicant.fields;
    const page = (verb: string, token: string) =>
      this.address.page(tenant.community, `/${verb}/${applicant._id}/${token}`);
    const facts = { admin: admin._id };
    const link = { kind: 'approve', user: applicant._id, facts, lifetimeMs: linkLifetimeMs } as const;
    return this.linkMails.queue(tenant, link, admin, (token) => ({
      key,
      template: 'access_requested',
      data: {
        fullname: admin.fullname,
        applicant: applicant.fullname,
        username: applicant.username,
        email: applicant.email,
        ...(company && { company }),
        ...(user_type && { user_type }),
        community: this.title(tenant.community),
        grant: page('grant', token),
        deny: page('deny', token),
      },
    }));
  }

  private async mailApplicant({ id, kind, tenant, user }: Delivered<'AccessGranted' | 'AccessDenied'>): Promise<void> {
    const applicant = await this.users.byId(tenant, user);
    if (!applicant) return;
    const { email: to, fullname, language } = applicant;
    const community = this.title(tenant.community);
    const mail = { key: `access_decided:${id}`, to, language };
    if (kind === 'AccessDenied')
      await this.mailer.queue(tenant, { ...mail, template: 'access_denied', data: { fullname, community } });
    else {
      const data = { fullname, community, address: this.address.origin(tenant.community) };
      await this.mailer.queue(tenant, { ...mail, template: 'access_granted', data });
    }
  }

  private title(community: string): string {
    return this.communities.find(community)?.title ?? '';
  }
}
