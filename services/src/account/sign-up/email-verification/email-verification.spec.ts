import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf, signUp } from '@paddock/contract/calls/account';
import { activate, sendEmailPin, verifyPin } from '@paddock/contract/calls/email-verification';
import { mailsTo, pinMail } from '../../../../test/mails.js';
import { startTestServices, type TestMember, type TestServices } from '../../../../test/start-test-services.js';
import { underFlags } from '../../../../test/under-flags.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import type { UserRow } from '../../../community/users/user.schema.js';
import { newcomer } from '../../../../test/sign-up-input.js';
import type { EmailPinRow } from '../../credentials/email-pin.schema.js';
import { EmailVerificationService } from './email-verification.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

interface Unverified extends TestMember {
  email: string;
}
/** Clears the rate limits first: sign-up limits are not under test here. */
async function unverified(flags: Record<string, unknown> = {}): Promise<Unverified> {
  await services.get(Mongo).connection.collection('rate_limits').deleteMany({});
  const input = newcomer();
  const { body } = await underFlags(services, 'motorsport', flags, () => services.call(signUp, input));
  const { id, username } = body.user;
  const row = { _id: id } as UserRow;
  return {
    id,
    username,
    community: 'motorsport',
    workplace: '',
    token: body.token,
    row,
    email: input.email.toLowerCase(),
  };
}
const collection = <T extends object>(name: string) => services.get(Mongo).connection.collection<T>(name);
const pins = () => collection<EmailPinRow>('email_pins');
const selfOf = async (as: TestMember) => (await services.call(readSelf, {}, { as })).body;
const verify = (as: TestMember, pin: string | undefined) => services.call(verifyPin, { pin }, { as });
const send = (as: TestMember, email?: string) => services.call(sendEmailPin, { email }, { as });
const open = (email_token: string, host?: string) => services.call(activate, { email_token }, host ? { host } : {});
const wrongOf = (pin: string) => (pin === '123456' ? '654321' : '123456');
/** Moves the last mail back by a minute, so that the next one may go out. */
const later = (as: TestMember) => pins().updateOne({ _id: as.id }, { $set: { sent: new Date(Date.now() - 61_000) } });
/** Kinds of the published events about a member, in order. */
async function events(id: string): Promise<string[]> {
  const rows = await collection<{ kind: string; facts: { user?: string } }>('outbox')
    .find({})
    .sort({ _id: 1 })
    .toArray();
  return rows.filter(({ facts }) => facts.user === id).map(({ kind }) => kind);
}

describe(EmailVerificationService, () => {
  describe('by PIN', () => {
    it('verifies the address once and publishes it', async () => {
      const member = await unverified();
      const { pin } = await pinMail(services, member.email);
      const { status, body } = await verify(member, ` ${pin} `);
      expect([status, body.email_verified]).toEqual([200, true]);
      expect((await verify(member, pin)).status).toBe(200);
      expect(await events(member.id)).toEqual(['MemberSignedUp', 'EmailVerified', 'MemberChanged']);
    });

    it('requests approval after verification where admins approve members', async () => {
      const member = await unverified({ admin_approval_required: true });
      expect(await events(member.id)).toEqual(['MemberSignedUp']);
      const { pin } = await pinMail(services, member.email);
      expect((await verify(member, pin)).body).toMatchObject({ email_verified: true, pending: true });
      expect(await events(member.id)).toEqual(['MemberSignedUp', 'EmailVerified', 'MemberChanged', 'AccessRequested']);
    });

    it.each<[string, string | undefined, string]>([
      ['nothing', '', 'pin_REQUIRED'],
      ['not even that', undefined, 'pin_REQUIRED'],
      ['spaces', '   ', 'pin_REQUIRED'],
      ['an emoji', '🏁', 'INVALID_PIN'],
      ['Arabic digits', '١٢٣٤٥٦', 'INVALID_PIN'],
      ['five digits', '12345', 'INVALID_PIN'],
      ['a thousand characters', '1'.repeat(1000), 'INVALID_PIN'],
      ['10⁵ characters', '1'.repeat(100_000), 'pin_LENGTH_PATTERN'],
    ])('refuses %s', async (_, pin, code) => {
      const { status, body } = await verify(await unverified(), pin);
      expect([status, body.fields]).toEqual([400, { pin: code }]);
    });

    it('is stored hashed and verifies its member only', async () => {
      const [ann, bob] = [await unverified(), await unverified()];
      const { pin } = await pinMail(services, ann.email);
      const row = await pins().findOne({ _id: ann.id });
      expect(JSON.stringify(row)).not.toContain(pin);
      expect(row!.expires.getTime() - row!.sent.getTime()).toBe(600_000);
      await collection('email_pins').updateOne({ _id: bob.id as never }, { $set: { pin_hash: row!.pin_hash } });
      expect((await verify(bob, pin)).body.code).toBe('INVALID_PIN');
    });

    it('expires after five wrong guesses, also for the correct PIN', async () => {
      const member = await unverified();
      const { pin } = await pinMail(services, member.email);
      for (let index = 0; index < 5; index += 1)
        expect((await verify(member, wrongOf(pin))).body.code).toBe('INVALID_PIN');
      const { status, body } = await verify(member, pin);
      expect([status, body.code]).toEqual([400, 'PIN_EXPIRED']);
    });

    it('accepts the correct PIN at the fifth try', async () => {
      const member = await unverified();
      const { pin } = await pinMail(services, member.email);
      for (let index = 0; index < 4; index += 1) await verify(member, wrongOf(pin));
      expect((await verify(member, pin)).status).toBe(200);
    });

    it('compares at most five of a hundred concurrent guesses', async () => {
      const member = await unverified();
      const { pin } = await pinMail(services, member.email);
      const replies = await Promise.all(Array.from({ length: 100 }, () => verify(member, wrongOf(pin))));
      const codes = replies.map(({ body }) => body.code);
      expect(codes.filter((code) => code === 'INVALID_PIN')).toHaveLength(5);
      expect(codes.filter((code) => code === 'PIN_EXPIRED')).toHaveLength(95);
      expect((await pins().findOne({ _id: member.id }))!.tries).toBe(5);
    });

    it('expires after ten minutes', async () => {
      const member = await unverified();
      const { pin } = await pinMail(services, member.email);
      const inTime = { $set: { expires: new Date(Date.now() - 1) } };
      await pins().updateOne({ _id: member.id }, inTime);
      expect((await verify(member, pin)).body.code).toBe('PIN_EXPIRED');
      expect((await selfOf(member)).email_verified).toBe(false);
    });
  });

  describe('sent again', () => {
    it('waits a minute, returns the time left, and invalidates the former PIN and link', async () => {
      const member = await unverified();
      const first = await pinMail(services, member.email);
      const early = await send(member);
      expect([early.status, early.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(early.body.retry_after).toBeGreaterThan(50);
      await later(member);
      expect((await send(member)).body).toEqual({ email: member.email, retry_after: 60 });
      await untilMails(member.email, 2);
      const second = await pinMail(services, member.email);
      expect(second.token).not.toBe(first.token);
      if (second.pin !== first.pin) expect((await verify(member, first.pin)).body.code).toBe('INVALID_PIN');
      expect((await open(first.token)).body.code).toBe('LINK_INVALID');
      expect((await verify(member, second.pin)).status).toBe(200);
    });

    it('sends one mail for concurrent calls', async () => {
      const member = await unverified();
      await later(member);
      const replies = await Promise.all(Array.from({ length: 10 }, () => send(member)));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(9);
    });

    it('is limited per hour', async () => {
      const member = await unverified();
      const statuses: number[] = [];
      for (let index = 0; index < 8; index += 1) {
        await later(member);
        statuses.push((await send(member)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    });

    it('is refused to verified members and visitors', async () => {
      const verified = await services.member();
      expect((await send(verified)).body.code).toBe('EMAIL_ALREADY_VERIFIED');
      // Another address takes the password: email-change.spec.ts.
      expect((await send(verified, newcomer().email)).body.fields).toEqual({ password: 'MISSING_PASSWORD' });
      expect((await services.call(sendEmailPin, {})).body.code).toBe('INVALID_TOKEN');
      expect((await services.call(verifyPin, { pin: '123456' })).body.code).toBe('INVALID_TOKEN');
    });
  });

  describe('to another address', () => {
    it('changes the address at once and invalidates PIN and link of the former one', async () => {
      const member = await unverified();
      const former = await pinMail(services, member.email);
      const email = newcomer().email.toUpperCase();
      expect((await send(member, ` ${email} `)).body.email).toBe(email.toLowerCase());
      expect((await selfOf(member)).email).toBe(email.toLowerCase());
      expect((await open(former.token)).body.code).toBe('LINK_INVALID');
      const { pin } = await pinMail(services, email);
      if (pin !== former.pin) expect((await verify(member, former.pin)).body.code).toBe('INVALID_PIN');
      expect((await verify(member, pin)).body).toMatchObject({ email: email.toLowerCase(), email_verified: true });
    });

    it.each(['', '   ', 'iris@', '🏁', 'a'.repeat(1001)])('refuses the address %j', async (email) => {
      const { status, body } = await send(await unverified(), email);
      expect([status, body.code, body.fields?.['email']?.replace('LENGTH_PATTERN', 'INVALID')]).toEqual([
        400,
        'INVALID_INPUT',
        'email_INVALID',
      ]);
    });

    it('is refused where the deployment does not allow it, except to the same address', async () => {
      const member = await unverified();
      await underFlags(services, 'motorsport', { disable_user_edit_email: true }, async () => {
        const refused = await send(member, newcomer().email);
        expect([refused.status, refused.body.code]).toEqual([403, 'FEATURE_DISABLED']);
        await later(member);
        expect((await send(member, member.email.toUpperCase())).status).toBe(200);
      });
      expect((await selfOf(member)).email).toBe(member.email);
    });
  });

  describe('by link', () => {
    it('verifies without a session, and returns the same reply again without a change', async () => {
      const member = await unverified();
      const { token } = await pinMail(services, member.email);
      expect(await open(token)).toEqual({ status: 200, body: { ok: true } });
      expect((await selfOf(member)).email_verified).toBe(true);
      expect(await open(token)).toEqual({ status: 200, body: { ok: true } });
      expect((await events(member.id)).filter((kind) => kind === 'EmailVerified')).toHaveLength(1);
    });

    it('succeeds also after the PIN of the same mail and in another member’s session', async () => {
      const [member, other] = [await unverified(), await services.member()];
      const { pin, token } = await pinMail(services, member.email);
      await verify(member, pin);
      const reply = await services.call(activate, { email_token: token }, { as: other });
      expect(reply).toEqual({ status: 200, body: { ok: true } });
    });

    it('verifies once when PIN and link are used concurrently', async () => {
      const member = await unverified();
      const { pin, token } = await pinMail(services, member.email);
      const replies = await Promise.all([verify(member, pin), open(token), verify(member, pin), open(token)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await events(member.id)).filter((kind) => kind === 'EmailVerified')).toHaveLength(1);
    });

    it('changes nothing by GET, on the page and on the call', async () => {
      const member = await unverified();
      const { token } = await pinMail(services, member.email);
      for (const path of [`/activation/${token}`, `/api/users/activate?email_token=${token}`])
        await services.request('GET', path);
      expect((await selfOf(member)).email_verified).toBe(false);
      expect((await open(token)).status).toBe(200);
    });

    it('is refused altered, unknown, expired and in another community, by code alone', async () => {
      const member = await unverified();
      const { token } = await pinMail(services, member.email);
      const altered = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA');
      for (const given of [altered, token.toLowerCase(), '', 'x'.repeat(200)])
        expect((await open(given)).body.code).toBe('LINK_INVALID');
      expect((await open(token, 'workplace.localhost')).body.code).toBe('LINK_INVALID');
      await collection<{ user: string }>('link_tokens').updateOne(
        { user: member.id },
        { $set: { expires: new Date(0) } },
      );
      const { status, body } = await open(token);
      expect([status, body.code]).toEqual([403, 'LINK_EXPIRED']);
      expect((await selfOf(member)).email_verified).toBe(false);
    });

    it('is stored hashed', async () => {
      const member = await unverified();
      const { token } = await pinMail(services, member.email);
      const rows = await collection('link_tokens').find({}).toArray();
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    });
  });

  it('stores its events in the transaction of the change', async () => {
    const member = await unverified();
    const { pin } = await pinMail(services, member.email);
    const outbox = services.get(Outbox);
    const add = outbox.add.bind(outbox);
    outbox.add = async () => {
      throw new Error('the outbox is full');
    };
    const { status } = await verify(member, pin).finally(() => (outbox.add = add));
    expect(status).toBe(500);
    expect((await selfOf(member)).email_verified).toBe(false);
    expect((await verify(member, pin)).status).toBe(200);
  });
});

async function untilMails(address: string, count: number): Promise<void> {
  const end = Date.now() + 8000;
  while ((await mailsTo(services, address)).length < count) {
    if (Date.now() > end) throw new Error(`there are not ${count} mails to ${address}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
