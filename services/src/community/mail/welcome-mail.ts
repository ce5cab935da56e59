import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { UserRepository } from '../users/user.repository.js';
import { Mailer } from '../../infrastructure/mail/mailer.js';

/** As long as stored mails tell that somebody was greeted. */
const greetedWithinMs = 30 * 24 * 3_600_000;

/**
 * Greets a new member once they are in, that is with their first verified address. Where admins decide, the mail that tells of the
 * decision is the greeting.
 */
@Injectable()
export class WelcomeMail implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    private readonly users: UserRepository,
    private readonly communities: Communities,
    private readonly address: CommunityAddress,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'welcome-mail',
      kinds: ['EmailVerified'],
      durable: true,
      handle: async ({ tenant, user: userId }) => {
        const user = await this.users.byId(tenant, userId);
        const community = this.communities.find(tenant.community);
        // Either may be gone by now; then nobody is to be greeted.
        if (!user || !community || community.flags.admin_approval_required) return;
        // An address that is verified later is a changed one.
        if (Date.now() - user.created.getTime() > greetedWithinMs) return;
        const { fullname, username, email, language } = user;
        await this.mailer.queue(tenant, {
          key: `welcome:${userId}`,
          to: email,
          template: 'welcome',
          data: {
            fullname,
            username,
            community: community.title,
            address: this.address.origin(community.id),
          },
          language,
        });
      },
    });
  }
}
