import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  maxInvitedAtOnce,
  readInvitableGroups,
  sendInvitations,
  verifyInvitation,
} from '@paddock/contract/calls/invitations';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { mailsTo, mailTo } from '../../../test/mails.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { InvitationsService } from './invitations.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,invitations', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const someone = () => `guest_${randomUUID().slice(0, 8)}@example.org`;
type Emails = Parameters<typeof send>[1];
function send(as: TestMember | undefined, emails: string | string[], more: object = {}) {
  return services.call(sendInvitations, { emails, ...more }, { ...(as && { as }) });
}
const invited = async (address: string) =>
  (await mailsTo(services, address)).filter(({ text }) => /\/signup\//.test(text));
const tokenIn = async (address: string) =>
  /\/signup\/([\w-]+)/.exec((await mailTo(services, address, /\/signup\//)).text)![1]!;
const stored = () => services.get(Mongo).connection.collection('invitations');
const admin = { acl: [{ title: 'workplace_admin' as const, resources: [''] }] };

describe(InvitationsService, () => {
  it('mails each address of a list once, whatever its form', async () => {
    const ann = await services.member({ fullname: 'Ann <b>Ace</b>' });
    const [a, b, c] = [someone(), someone(), someone()];
    const forms: Emails[] = [[a, ` ${a.toUpperCase()} `, `"Lee, Bob" <${b}>`], JSON.stringify([b, c]), `${a}, ${c}`];
    for (const emails of forms) expect((await send(ann, emails)).body).toEqual({ ok: true });
    for (const address of [a, b, c]) {
      await mailTo(services, address, 'Ann');
      expect(await invited(address)).toHaveLength(1);
    }
    const { html, subject } = (await invited(a))[0]!;
    expect(html).not.toContain('<b>Ace');
    expect(subject).toContain('invites you to Meridian GT');
    expect(JSON.stringify(await stored().find({ inviter: ann.id }).toArray())).not.toContain(a);
  });

  it('mails each address of 10,000 entries once: with names, repeats and capitals, in two calls at once', async () => {
    const ann = await services.member();
    const guests = Array.from({ length: 20 }, someone);
    const forms = [(a: string) => a.toUpperCase(), (a: string) => `"Lee, Bob" <${a}>`, (a: string) => ` ${a} `];
    const entries = Array.from({ length: 10_000 }, (_, at) => forms[at % 3]!(guests[at % 20]!));
    const replies = await Promise.all([send(ann, entries), send(ann, entries.join(','))]);
    expect(replies.map(({ body }) => body)).toEqual([{ ok: true }, { ok: true }]);
    for (const guest of guests) await tokenIn(guest);
    const mails = await Promise.all(guests.map(invited));
    expect(mails.map(({ length }) => length)).toEqual(guests.map(() => 1));
    expect(await stored().countDocuments({ inviter: ann.id })).toBe(20);
  });

  it.each<[unknown, string]>([
    ['', 'email_INVALID'],
    [[], 'email_INVALID'],
    ['ann', 'email_INVALID'],
    ['ann@example', 'email_INVALID'],
    [`${'x'.repeat(65)}@example.org`, 'email_INVALID'],
    [`ann@example.${'x'.repeat(64)}`, 'email_INVALID'],
    ['ann@example.org, tom', 'email_INVALID'],
    ['["ann@example.org"', 'email_INVALID'],
    ['[1]', 'email_INVALID'],
    ['ann@example.org\r\nBcc: eve@example.org', 'email_INVALID'],
    ['Ann <ann@example.org> <eve@example.org>', 'email_INVALID'],
    [Array.from({ length: maxInvitedAtOnce + 1 }, (_, index) => `a${index}@example.org`), 'emails_LENGTH_PATTERN'],
    [Array.from({ length: 10_000 }, (_, index) => `a${index}@example.org`), 'emails_LENGTH_PATTERN'],
    [Array.from({ length: maxInvitedAtOnce + 1 }, (_, index) => `a${index}`), 'emails_LENGTH_PATTERN'],
    [Array.from({ length: 30_000 }, () => 'a'), 'emails_LENGTH_PATTERN'],
    [undefined, 'emails_REQUIRED'],
    [{ length: 1 }, 'emails_LENGTH_PATTERN'],
  ])('refuses %j and sends nothing', async (emails, code) => {
    const ann = await services.member();
    const { status, body } = await send(ann, emails as Emails);
    expect([status, body.fields]).toEqual([400, { emails: code }]);
    expect(await stored().countDocuments({ inviter: ann.id })).toBe(0);
  });

  it('replies alike for an address with an account, which gets no mail', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const guest = someone();
    const replies = [await send(ann, bob.row.email), await send(ann, guest)];
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [200, { ok: true }],
      [200, { ok: true }],
    ]);
    await tokenIn(guest);
    expect(await invited(bob.row.email)).toEqual([]);
  });

  it('answers a resend and a second invitation of the same member without a further mail', async () => {
    const ann = await services.member();
    const [a, b] = [someone(), someone()];
    const client_id = randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => send(ann, a, { client_id })));
    expect((await send(ann, [a, b])).body).toEqual({ ok: true });
    expect((await send(ann, someone(), { client_id })).body).toEqual({ ok: true });
    expect(replies.map(({ body }) => body)).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    await tokenIn(b);
    expect([(await invited(a)).length, await stored().countDocuments({ inviter: ann.id })]).toEqual([1, 2]);
  });

  it('lets all but admins be excluded', async () => {
    const [ann, boss] = [await services.member(), await services.member(admin)];
    await underFlags(services, 'motorsport', { disable_invite_button_for_users: true }, async () => {
      const refused = await send(ann, someone());
      expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
      expect((await services.call(readInvitableGroups, {}, { as: ann })).body.code).toBe('FORBIDDEN');
      expect((await send(boss, someone())).status).toBe(200);
    });
    expect((await send(ann, someone())).status).toBe(200);
  });

  it.each([
    ['signed out', undefined, 'INVALID_TOKEN'],
    ['unverified', { email_verified: false }, 'EMAIL_NOT_VERIFIED'],
    ['pending', { pending: true }, 'PENDING_APPROVAL'],
    ['banned', { banned: true }, 'ACCESS_FORBIDDEN'],
  ])('refuses callers who are %s', async (_, given, code) => {
    const as = given && (await services.member(given));
    expect((await send(as, someone())).body.code).toBe(code);
    expect((await services.call(readInvitableGroups, {}, { ...(as && { as }) })).body.code).toBe(code);
  });
});

it('names only groups in which the member may add others', async () => {
  const [ann, bob] = [await services.member(), await services.member()];
  const own = await services.group(ann, [bob]);
  const others = await services.group(bob, [ann]);
  const hidden = await services.group(bob, [], { invisible: true });
  expect((await services.call(readInvitableGroups, {}, { as: ann })).body.groups).toEqual([
    { id: own._id, title: own.title },
  ]);
  for (const group of [others, hidden]) {
    const { body } = await send(ann, someone(), { groups: [own._id, group._id] });
    expect(body.code).toBe('GROUP_NOT_FOUND');
  }
  expect((await send(ann, someone(), { groups: [own._id] })).status).toBe(200);
});

describe('a link', () => {
  it('does not work in another community, or expired', async () => {
    const ann = await services.member();
    const guest = someone();
    await send(ann, guest);
    const invitation_token = await tokenIn(guest);
    const verify = (host?: string) => services.call(verifyInvitation, { invitation_token }, { ...(host && { host }) });
    expect((await verify('workplace.localhost')).body.code).toBe('LINK_INVALID');
    expect((await verify()).status).toBe(200);
    await stored().updateOne({ inviter: ann.id }, { $set: { expires: new Date(0) } });
    expect((await verify()).body.code).toBe('LINK_EXPIRED');
  });
});

it('reads invitations by their indexes', async () => {
  const ann = await services.member();
  await expectNoCollectionScan(services, () => send(ann, someone()));
});
