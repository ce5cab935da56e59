import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deleteDue } from '@paddock/contract/calls/dues';
import { type DuesScenario, rowsOf, startDues } from '../../../test/dues-scenario.js';
import { mailsTo, mailTo } from '../../../test/mails.js';
import type { TestMember, TestServices } from '../../../test/start-test-services.js';
import { DueReceiptMails } from './due-receipt-mails.js';

let dues: DuesScenario;
let services: TestServices;
let boss: TestMember;
let ann: TestMember;
beforeAll(async () => {
  dues = await startDues();
  ({ services } = dues);
});
beforeEach(async () => {
  boss = await services.member({ admin: true });
  ann = await services.member();
});
afterAll(() => services.close());

const receiptsTo = async ({ row }: TestMember) =>
  (await mailsTo(services, row.email)).filter(({ subject }) => subject.startsWith('Receipt'));

describe(DueReceiptMails, () => {
  it('mails one receipt of a payment to its member, with its number and sum', async () => {
    dues.cards.controls.copies = 3;
    const bob = await services.member();
    const due = await dues.add(boss, { users: [ann.id, bob.id], title: 'Fee <b>2031</b>' });
    await dues.pay(ann, due);
    await dues.cards.settle();
    dues.cards.controls.copies = 1;
    const { receipt } = (await rowsOf(services, 'due_payments').findOne({ due: due.id, user: ann.id }))!;
    const mail = await mailTo(services, ann.row.email, /Receipt/);
    expect(mail.subject).toContain('Fee <b>2031</b>');
    for (const text of ['120.00 EUR', String(receipt).padStart(6, '0'), `/main/dues/${due.id}`])
      expect(mail.text).toContain(text);
    expect(mail.html).not.toContain('<b>2031');
    expect(mail.attachment?.name).toBe(`Receipt ${String(receipt).padStart(6, '0')}.pdf`);
    const pdf = Buffer.from(mail.attachment!.content, 'base64');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.length).toBeLessThan(100_000);
    expect([(await receiptsTo(ann)).length, (await receiptsTo(bob)).length]).toEqual([1, 0]);
  });

  it('mails also what an admin notes, in the amount of the due, and names neither the admin nor the reason', async () => {
    const due = await dues.add(boss, { users: [ann.id] });
    await dues.mark(boss, due, ann);
    const { text } = await mailTo(services, ann.row.email, /Receipt/);
    expect(text).toContain('120.00 EUR');
    for (const secret of ['In cash', boss.username, boss.row.email]) expect(text).not.toContain(secret);
    await services.call(deleteDue, { id: due.id }, { as: boss });
    expect((await receiptsTo(ann)).length).toBe(1);
  });
});
