import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf, signUp, uploadSignUpImage } from '@paddock/contract/calls/account';
import { readEvents } from '@paddock/contract/calls/events';
import sharp from 'sharp';
import { FormData, request } from 'undici';
import { formDispatcher } from '../../../test/form-dispatcher.js';
import { mailTo } from '../../../test/mails.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { FileRepository } from '../../community/files/file.repository.js';
import { SignUpImageSweep } from '../../community/files/sign-up-image-sweep.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { testPassword } from '../../../test/member-with-password.js';
import { CredentialRepository } from '../credentials/password/credential.repository.js';
import { motorsportFields, newcomer } from '../../../test/sign-up-input.js';
import { SignUpService } from './sign-up.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,events', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

/** The new member as a caller. */
async function signedUp(input = newcomer()): Promise<TestMember> {
  const { body } = await services.call(signUp, input);
  const row = await services.get(UserRepository).byId(tenantOf('motorsport'), body.user.id);
  return {
    id: body.user.id,
    username: body.user.username,
    community: 'motorsport',
    workplace: '',
    token: body.token,
    row: row!,
  };
}

describe(SignUpService, () => {
  it('opens a session and stores the extra fields', async () => {
    const member = await signedUp({ ...newcomer(), username: 'Iris Vane', email: 'Iris.Vane@Example.org' });
    const { body } = await services.call(readSelf, {}, { as: member });
    expect(body).toMatchObject({ username: 'Iris_Vane', email: 'iris.vane@example.org', ...motorsportFields });
  });

  it('starts unverified, with access to the own record only', async () => {
    const member = await signedUp();
    const { status, body } = await services.call(readEvents, { from: 0, to: 1 }, { as: member });
    expect([status, body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    const self = await services.call(readSelf, {}, { as: member });
    expect(self.body).toMatchObject({ email_verified: false, pending: false, denied: false });
  });

  it('starts pending as well where admins approve members', async () => {
    await underFlags(services, 'motorsport', { admin_approval_required: true }, async () => {
      const { body } = await services.call(signUp, newcomer());
      expect(body.user).toMatchObject({ email_verified: false, pending: true });
    });
  });

  it('mails the PIN in the language of the sign-up', async () => {
    const input = { ...newcomer(), preferred_lang: 'ar', fields: {} };
    await underFlags(services, 'workplace', { signup_fields: [] }, async () => {
      const { body } = await services.call(signUp, input, { host: 'workplace.localhost' });
      expect(body.user.language).toBe('ar');
    });
    const { html } = await mailTo(services, input.email, /\/activation\//);
    expect(html).toContain('dir="rtl"');
  });

  describe('a resend', () => {
    it('returns the same account, also in concurrent calls', async () => {
      const input = newcomer();
      const replies = await Promise.all([1, 2, 3, 4].map(() => services.call(signUp, input)));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(replies.map(({ body }) => body.user.id)).size).toBe(1);
      const again = await services.call(signUp, input);
      expect(again.body.user.id).toBe(replies[0]!.body.user.id);
    });

    it('opens no session with another password', async () => {
      const input = newcomer();
      await services.call(signUp, input);
      const { status, body } = await services.call(signUp, { ...input, password: 'a guess of mine' });
      expect([status, body.code]).toEqual([409, 'CONFLICT']);
    });
  });

  it('refuses a taken user name, ignoring case, but not that of another community', async () => {
    const input = newcomer();
    await services.call(signUp, input);
    const taken = await services.call(signUp, { ...newcomer(), username: input.username.toUpperCase() });
    expect([taken.status, taken.body.code]).toEqual([409, 'USERNAME_NOT_AVAILABLE']);
    expect(taken.body.fields).toEqual({ username: 'USERNAME_NOT_AVAILABLE' });
    await underFlags(services, 'workplace', { signup_fields: [] }, async () => {
      const elsewhere = await services.call(signUp, { ...input, fields: {} }, { host: 'workplace.localhost' });
      expect(elsewhere.status).toBe(200);
    });
  });

  it('gives a user name to exactly one of a hundred concurrent sign-ups', async () => {
    const { username } = newcomer();
    const spelt = (index: number) => (index % 2 ? username.toUpperCase() : username);
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => services.call(signUp, { ...newcomer(), username: spelt(index) })),
    );
    const outcomes = replies.map(({ status, body }) => (status === 200 ? 'made' : body.code));
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(1);
    // The hash queue refuses some; no other error occurs.
    expect(outcomes.every((one) => ['made', 'USERNAME_NOT_AVAILABLE', 'SERVICE_UNAVAILABLE'].includes(one))).toBe(true);
    expect(outcomes.filter((outcome) => outcome === 'USERNAME_NOT_AVAILABLE').length).toBeGreaterThan(20);
  });

  it('stores passwords as argon2id of at least 19 MiB and logs no token, password or PIN', async () => {
    const input = newcomer();
    const { body } = await services.call(signUp, input);
    const hash = await services.get(CredentialRepository).hashOf(tenantOf('motorsport'), body.user.id);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const { text } = await mailTo(services, input.email, /\/activation\//);
    const [pin] = /\b\d{6}\b/.exec(text)!;
    const [, token] = /\/activation\/([\w-]+)/.exec(text)!;
    await services.request('GET', `/api/users/me?token=${body.token}`);
    const log = services.log.join('');
    for (const secret of [body.token, testPassword, `"${pin}"`, ` ${pin} `, token!]) expect(log).not.toContain(secret);
  });

  describe('with a picture', () => {
    const host = 'motorsport.localhost';
    const png = () =>
      sharp({ create: { width: 300, height: 260, channels: 3, background: '#2a6fdb' } })
        .png()
        .toBuffer();
    async function upload(name: string, content: Uint8Array) {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(content)]), name);
      const url = `http://127.0.0.1:${services.port}/api${uploadSignUpImage.path}`;
      const reply = await request(url, { method: 'POST', headers: { host }, body: form, dispatcher: formDispatcher });
      type Body = { thumb_path: string; profile_image: string; code: string };
      return { status: reply.statusCode, body: (await reply.body.json()) as Body };
    }
    const statusOf = async (path: string) => (await services.request('GET', path)).status;
    const fileOf = (path: string) => /\/files\/[^/]+\/([^?]+)/.exec(path)![1]!;

    it('shows it to clients with its URL and assigns it to the new account', async () => {
      const { status, body } = await upload('me.png', await png());
      expect(status).toBe(200);
      expect(await statusOf(body.thumb_path)).toBe(200);
      const { body: made } = await services.call(signUp, { ...newcomer(), profile_image: body.thumb_path });
      expect(await statusOf(made.user.profile_image!)).toBe(200);
      expect(await statusOf(body.thumb_path)).toBe(404);
    });

    it('accepts a picture for one account only, and only by an issued URL', async () => {
      const { body } = await upload('me.png', await png());
      await services.call(signUp, { ...newcomer(), profile_image: body.profile_image });
      const member = await signedUp();
      const other = `/api/files/${member.id}/${fileOf(body.thumb_path)}?expires=1&signature=x`;
      for (const profile_image of [body.profile_image, other, 'https://example.org/me.png', '/api/files/x/y?z=1']) {
        const reply = await services.call(signUp, { ...newcomer(), profile_image });
        expect([reply.status, reply.body.code]).toEqual([404, 'FILE_NOT_FOUND']);
      }
    });

    it('creates no account when the picture is refused, and claims no picture when the name is', async () => {
      const input = { ...newcomer(), profile_image: '/api/files/x/y?z=1' };
      await services.call(signUp, input);
      expect(await services.get(UserRepository).byUsername(tenantOf('motorsport'), input.username)).toBeNull();
      const { body } = await upload('me.png', await png());
      const { username } = await signedUp();
      await services.call(signUp, { ...newcomer(), username, profile_image: body.thumb_path });
      expect((await services.call(signUp, { ...newcomer(), profile_image: body.thumb_path })).status).toBe(200);
    });

    it('accepts jpg, png and gif', async () => {
      const { status, body } = await upload('me.pdf', Buffer.from('%PDF-1.7'));
      expect([status, body.code]).toEqual([400, 'INVALID_FILE']);
    });

    it('deletes an unclaimed picture after an hour', async () => {
      const [forgotten, claimed] = [await upload('a.png', await png()), await upload('b.png', await png())];
      const { body } = await services.call(signUp, { ...newcomer(), profile_image: claimed.body.thumb_path });
      const sweep = services.get(SignUpImageSweep);
      await sweep.sweep(new Date(Date.now() + 59 * 60_000));
      expect(await statusOf(forgotten.body.thumb_path)).toBe(200);
      await sweep.sweep(new Date(Date.now() + 61 * 60_000));
      expect(await statusOf(forgotten.body.thumb_path)).toBe(404);
      const files = services.get(FileRepository);
      expect(await files.byId(tenantOf('motorsport'), fileOf(forgotten.body.thumb_path))).toBeNull();
      expect(await statusOf(body.user.profile_image!)).toBe(200);
    });
  });
});
