import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommunityAddress } from '../../../infrastructure/links/community-address.js';
import { Mailer } from '../../../infrastructure/mail/mailer.js';
import type { Delivered } from '../../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import { UserRepository } from '../../../community/users/user.repository.js';

/** Mails the owner after each change of the account's credentials, with the page to recover it if another person made the change. */
@Injectable()
export class SecurityMail implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    private readonly users: UserRepository,
    private readonly communities: Communities,
    private readonly address: CommunityAddress,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'security-mail',
      kinds: ['PasswordChanged', 'SecurityChanged'],
      durable: true,
      handle: (event) => this.send(event),
    });
  }

  private async send(event: Delivered<'PasswordChanged' | 'SecurityChanged'>): Promise<void> {
    const { tenant } = event;
    const user = await this.users.byId(tenant, event.user);
    const community = this.communities.find(tenant.community);
    // An address that another account verified gets no mail about this one.
    if (!user?.held_email || !community) return;
    const { fullname, held_email: to, language } = user;
    const reset = this.address.page(tenant.community, '/send_password');
    const data = { fullname, community: community.title, reset };
    const mail =
      event.kind === 'PasswordChanged'
        ? ({ key: `password_changed:${event.id}`, template: 'password_changed', data } as const)
        : ({
            key: `security_changed:${event.id}`,
            template: 'security_changed',
            data: { ...data, change: event.change },
          } as const);
    await this.mailer.queue(tenant, { ...mail, to, language });
  }
}
