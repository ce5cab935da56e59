import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dayMs } from '@paddock/contract/core/durations';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { UserRepository } from '../users/user.repository.js';
import { Mailer } from '../../infrastructure/mail/mailer.js';

/** Sent mails are stored for this long, too. */
const greetedWithinMs = 30 * dayMs;

/**
 * Welcomes a new member with their first verified address. Where admins approve members, the mail about the decision is the
 * welcome.
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
        // Either may be deleted by now; then there is no welcome.
        if (!user || !community) return;
        // Applicants stay pending when the deployment turns approval off.
        if (user.pending || community.flags.admin_approval_required) return;
        // An address verified later is a changed one.
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
