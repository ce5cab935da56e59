import { Injectable } from '@nestjs/common';
import type { readReceipt } from '@paddock/contract/calls/dues';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { payLabel, testPublicKey } from '@paddock/contract/core/money';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { FilesPersonalData } from '../../community/files/files.personal-data.js';
import { Ledger } from '../../community/payments/ledger.js';
import type { LedgerEntry } from '../../community/payments/ledger.schema.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DueAccess } from './due-access.js';
import { DueClock } from './due-clock.js';
import { DuePaymentRepository } from './due-payment.repository.js';
import type { DuePaymentRow } from './due-payment.schema.js';
import type { ReceiptPage } from './due-receipt-page.js';
import { receiptTexts } from './due-receipt-texts.js';

const lifetimeSeconds = 600;

type Reader = Pick<SignedInCaller, 'tenant' | 'config' | 'language'>;

/** A receipt's number as it is printed. */
const receiptNumber = (receipt: number): string => String(receipt).padStart(6, '0');

/** Receipts of paid dues. */
@Injectable()
export class DueReceipts {
  constructor(
    private readonly access: DueAccess,
    private readonly payments: DuePaymentRepository,
    private readonly ledger: Ledger,
    private readonly users: UserRepository,
    private readonly files: FilesPersonalData,
    private readonly clock: DueClock,
  ) {}

  /** @throws DUE_NOT_FOUND; FORBIDDEN for another member's; NOT_FOUND without a payment */
  async read(
    caller: SignedInCaller,
    { id, user = caller.user._id }: CallArguments<typeof readReceipt>,
  ): Promise<CallReply<typeof readReceipt>> {
    const { tenant } = caller;
    await this.access.find(caller, id);
    if (user !== caller.user._id && !isWorkplaceAdmin(caller.user, tenant.workplace))
      throw new PaddockError('FORBIDDEN');
    const payment = await this.payments.of(tenant, { due: id, user });
    if (payment?.receipt === undefined) throw new PaddockError('NOT_FOUND');
    const { name, content } = await this.file(caller, payment);
    const community = tenantOf(tenant.community);
    return { name, url: await this.files.keepFor(community, caller.user._id, name, content, lifetimeSeconds) };
  }

  /** What the mail about a payment says of its receipt, with the receipt itself. */
  async mailed(reader: Reader, payment: DuePaymentRow, at: Date) {
    const { name: attachment_name, content } = await this.file(reader, payment);
    return {
      number: receiptNumber(payment.receipt ?? 0),
      day: this.clock.text(reader.tenant, this.clock.day(reader.tenant, at), reader.language),
      ...{ attachment: (await buffer(content)).toString('base64'), attachment_name },
    };
  }

  private async file(reader: Reader, payment: DuePaymentRow): Promise<{ name: string; content: Readable }> {
    const name = `${receiptTexts(reader.language).receipt} ${receiptNumber(payment.receipt ?? 0)}.pdf`;
    // The PDF library and its fonts take memory that a community without receipts need not hold.
    const { receiptPdf } = await import('./due-receipt-page.js');
    return { name, content: receiptPdf(await this.page(reader, payment)) };
  }

  private async page({ tenant, config, language }: Reader, payment: DuePaymentRow): Promise<ReceiptPage> {
    const texts = receiptTexts(language);
    const entries: LedgerEntry[] = [];
    const { due, user, receipt = 0 } = payment;
    for await (const entry of this.ledger.rows(tenant, { workplace: tenant.workplace, due, user })) entries.push(entry);
    const member = await this.users.byId(tenant, user);
    const day = (at: Date) => this.clock.text(tenant, this.clock.day(tenant, at), language);
    const isPayment = ({ from }: LedgerEntry) => from === `member:${user}`;
    const sum = (entry: LedgerEntry) => `${isPayment(entry) ? '' : '-'}${payLabel(entry.amount, entry.currency)}`;
    const first = entries[0];
    const totals = new Map<string, number>();
    for (const entry of entries)
      totals.set(entry.currency, (totals.get(entry.currency) ?? 0) + (isPayment(entry) ? entry.amount : -entry.amount));
    return {
      community: config.title,
      title: texts.receipt,
      facts: [
        [texts.number, receiptNumber(receipt)],
        [texts.date, day(first?.at ?? payment.changed)],
        [texts.member, member?.fullname ?? user],
        [texts.purpose, first?.due_title ?? ''],
      ],
      sums: [
        ...entries.map((entry) => [`${texts.kinds[entry.kind]}, ${day(entry.at)}`, sum(entry)] as const),
        ...[...totals].map(([currency, amount]) => [texts.total, payLabel(amount, currency)] as const),
      ],
      ...(config.flags.card_public_key === testPublicKey && { note: texts.test }),
      isRightToLeft: language === 'ar',
      at: entries.at(-1)?.at ?? payment.changed,
    };
  }
}
