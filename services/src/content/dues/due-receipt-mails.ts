import { Injectable, type OnModuleInit } from '@nestjs/common';
import { payLabel } from '@paddock/contract/core/money';
import { UserRepository } from '../../community/users/user.repository.js';
import { languageOf } from '../../infrastructure/calls/language-of.js';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { Mailer } from '../../infrastructure/mail/mailer.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { DuePaymentRepository } from './due-payment.repository.js';
import { DueReceipts } from './due-receipts.js';
import { DueRepository } from './due.repository.js';

/** Mails each payment's receipt; no preference turns it off. */
@Injectable()
export class DueReceiptMails implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    private readonly dues: DueRepository,
    private readonly payments: DuePaymentRepository,
    private readonly users: UserRepository,
    private readonly address: CommunityAddress,
    private readonly communities: Communities,
    private readonly receipts: DueReceipts,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'due-receipt-mails',
      kinds: ['DuePaid'],
      durable: true,
      handle: (event) => this.mail(event),
    });
  }

  private async mail({ tenant, due, user: id, amount, currency, payment, at }: Delivered<'DuePaid'>): Promise<void> {
    const [row, paid, user] = await Promise.all([
      this.dues.byId(tenant, due),
      this.payments.of(tenant, { due, user: id }),
      this.users.byId(tenant, id),
    ]);
    const config = this.communities.find(tenant.community);
    if (!row || !user || !config || paid?.receipt === undefined) return;
    const reader = { tenant, config, language: languageOf(config, user.language) };
    await this.mailer.queue(tenant, {
      ...{ key: `due_receipt:${payment}`, to: user.email, language: user.language },
      template: 'due_receipt',
      data: {
        ...{ fullname: user.fullname, community: config.title, title: row.title },
        amount: payLabel(amount, currency),
        address: this.address.pageIn(tenant, `/main/dues/${due}`),
        ...(await this.receipts.mailed(reader, paid, at)),
      },
    });
  }
}
