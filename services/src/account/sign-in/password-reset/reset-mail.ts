import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommunityAddress } from '../../../infrastructure/links/community-address.js';
import { LinkTokens } from '../../../infrastructure/links/link-tokens.js';
import { Mailer } from '../../../infrastructure/mail/mailer.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import type { Delivered } from '../../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import type { UserRow } from '../../../community/users/user.schema.js';

const lifetimeMinutes = 60;

/** Mails the reset link after the reply to the request. */
@Injectable()
export class ResetMail implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly links: LinkTokens,
    private readonly mailer: Mailer,
    private readonly users: UserRepository,
    private readonly communities: Communities,
    private readonly address: CommunityAddress,
    private readonly mongo: Mongo,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'reset-mail',
      kinds: ['PasswordResetRequested'],
      durable: true,
      handle: (event) => this.send(event),
    });
  }

  /** Skips a redelivered event: a second link would invalidate the mailed one. */
  private async send({ tenant, user: userId, id: request }: Delivered<'PasswordResetRequested'>): Promise<void> {
    const user = userId === undefined ? null : await this.users.byId(tenant, userId);
    const community = this.communities.find(tenant.community);
    if (!user || !community) return;
    const email = user.held_email;
    if (!email) return this.mailUnverified(tenant, user, community.title, request);
    const { fullname, language } = user;
    await this.mongo.transaction(async (session) => {
      if (await this.links.wasMade(tenant, user._id, 'reset_password', { request }, { session })) return;
      await this.links.withdraw(tenant, user._id, 'reset_password', { session });
      const facts = { email, request };
      const lifetimeMs = lifetimeMinutes * 60_000;
      const token = await this.links.make(
        tenant,
        { kind: 'reset_password', user: user._id, facts, lifetimeMs },
        { session },
      );
      const address = this.address.page(tenant.community, `/reset_password/${token}`);
      const data = { fullname, community: community.title, address, minutes: lifetimeMinutes };
      const mail = { key: `reset_password:${request}`, to: email, template: 'reset_password', data, language } as const;
      await this.mailer.queue(tenant, mail, session);
    });
  }

  /** No account with this address may be reset; the mail says how to sign up. */
  private async mailUnverified(tenant: Tenant, { email, language }: UserRow, community: string, request: string) {
    const data = { community, signup: this.address.page(tenant.community, '/signup') };
    const mail = {
      key: `address_unproved:${request}`,
      to: email,
      template: 'address_unproved',
      data,
      language,
    } as const;
    await this.mailer.queue(tenant, mail);
  }
}
