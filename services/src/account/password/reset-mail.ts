import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommunityAddress } from '../../platform/links/community-address.js';
import { LinkTokens } from '../../platform/links/link-tokens.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { Mongo } from '../../platform/mongo/mongo.js';
import type { Delivered } from '../../platform/outbox/domain-events.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { Communities } from '../../platform/tenancy/communities.js';
import { UserRepository } from '../../platform/users/user.repository.js';

const lifetimeMinutes = 60;

/** Mails the link for a new password, behind the answer to whoever asked for it. */
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

  /** Delivered again, it finds the link that it made: a second one would take the mailed one's place. */
  private async send({ tenant, user: userId, id: request }: Delivered<'PasswordResetRequested'>): Promise<void> {
    const user = userId === undefined ? null : await this.users.byId(tenant, userId);
    const community = this.communities.find(tenant.community);
    const email = user?.held_email;
    if (!user || !email || !community) return;
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
}
