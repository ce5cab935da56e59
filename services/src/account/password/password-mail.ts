import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommunityAddress } from '../../platform/links/community-address.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { Communities } from '../../platform/tenancy/communities.js';
import { UserRepository } from '../../platform/users/user.repository.js';

/** Tells the owner that their password was changed, and where to get the account back if it was somebody else. */
@Injectable()
export class PasswordMail implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    private readonly users: UserRepository,
    private readonly communities: Communities,
    private readonly address: CommunityAddress,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'password-mail',
      kinds: ['PasswordChanged'],
      durable: true,
      handle: async ({ tenant, user: userId, id }) => {
        const user = await this.users.byId(tenant, userId);
        const community = this.communities.find(tenant.community);
        // An address that is another account's gets no mail about this one.
        if (!user?.held_email || !community) return;
        const { fullname, language } = user;
        await this.mailer.queue(tenant, {
          key: `password_changed:${id}`,
          to: user.held_email,
          template: 'password_changed',
          data: {
            fullname,
            community: community.title,
            reset: this.address.page(tenant.community, '/send_password'),
          },
          language,
        });
      },
    });
  }
}
