import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommunityAddress } from '../../platform/links/community-address.js';
import { Mailer } from '../../platform/mail/mailer.js';
import type { SecurityChange } from '../../platform/outbox/domain-events.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { Communities } from '../../platform/tenancy/communities.js';
import { UserRepository } from '../../platform/users/user.repository.js';

const english: Record<SecurityChange, string> = {
  totp_added: 'An authenticator app was set up: signing in by password now asks for its code too.',
  totp_removed: 'The authenticator app was turned off: the password alone is enough again.',
  passkey_added: 'A passkey was added: it signs in without the password.',
  passkey_removed: 'A passkey was removed.',
  third_party_linked: 'A third-party account was linked: it signs in without the password.',
};
const arabic: Record<SecurityChange, string> = {
  totp_added: 'أُعِدّ تطبيق مصادقة: تسجيل الدخول بكلمة المرور يطلب الآن رمزه أيضًا.',
  totp_removed: 'أُوقف تطبيق المصادقة: تكفي كلمة المرور وحدها من جديد.',
  passkey_added: 'أُضيف مفتاح مرور: يسجّل الدخول دون كلمة المرور.',
  passkey_removed: 'أُزيل مفتاح مرور.',
  third_party_linked: 'رُبط حساب خارجي: يسجّل الدخول دون كلمة المرور.',
};

/** Tells the owner of each change of what opens the account, and where to get it back if it was somebody else. */
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
      kinds: ['SecurityChanged'],
      durable: true,
      handle: async ({ tenant, user: userId, id, change }) => {
        const user = await this.users.byId(tenant, userId);
        const community = this.communities.find(tenant.community);
        // An address that is another account's gets no mail about this one.
        if (!user?.held_email || !community) return;
        const { fullname, language } = user;
        await this.mailer.queue(tenant, {
          key: `security_changed:${id}`,
          to: user.held_email,
          template: 'security_changed',
          data: {
            fullname,
            community: community.title,
            what: (language === 'ar' ? arabic : english)[change],
            reset: this.address.page(tenant.community, '/send_password'),
          },
          language,
        });
      },
    });
  }
}
