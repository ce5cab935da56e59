import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommunityAddress } from '../links/community-address.js';
import { Outbox } from '../outbox/outbox.js';
import { Communities } from '../tenancy/communities.js';
import { UserRepository } from '../users/user.repository.js';
import { Mailer } from './mailer.js';

/** Greets whoever signed up, once. */
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
      kinds: ['MemberSignedUp'],
      durable: true,
      handle: async ({ id, tenant, user: userId }) => {
        const user = await this.users.byId(tenant, userId);
        const community = this.communities.find(tenant.community);
        // Either may be gone by now; then nobody is to be greeted.
        if (!user || !community) return;
        const { fullname, username, email, language } = user;
        await this.mailer.queue(tenant, {
          key: `welcome:${id}`,
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
