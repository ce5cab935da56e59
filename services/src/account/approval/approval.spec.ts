import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf, signUp } from '@paddock/contract/account';
import { denyAccess, grantAccess, readApplicants, verifyAccess } from '@paddock/contract/approval';
import type { Call } from '@paddock/contract/call';
import { activate } from '@paddock/contract/email-verification';
import { readPeople } from '@paddock/contract/people';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { mailsTo, mailTo, pinMail } from '../../../test/mails.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../platform/mongo/mongo.js';
import { tenantOf } from '../../platform/tenancy/tenant.js';
import { UserRepository } from '../../platform/users/user.repository.js';
import type { UserRow } from '../../platform/users/user.schema.js';
import { newcomer } from '../sign-up/sign-up-input.js';
import { ApprovalService } from './approval.service.js';

const community = 'workplace';
const host = 'workplace.localhost';
const tenant = tenantOf(community);
const adminOf = (...resources: string[]) => [{ title: 'workplace_admin' as const, resources }];

let services: TestServices;
let hqAdmin: TestMember;
let portoAdmin: TestMember;
let superAdmin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure(community, (file) => {
    file.flags['admin_approval_required'] = true;
    file.flags['signup_fields'] = [
      { name: 'place', type: 'workplaces' },
      { name: 'company', type: 'input' },
      { name: 'user_type', type: 'input' },
    ];
  });
  hqAdmin = await services.member({ community, workplace: 'hq', acl: adminOf('hq') });
  portoAdmin = await services.member({ community, workplace: 'porto', acl: adminOf('porto') });
  superAdmin = await services.member({ community, admin: true });
});
afterAll(() => services.close());

const users = () => services.get(Mongo).connection.collection<UserRow>('users');
const rowOf = async (id: string) => (await users().findOne({ _id: id }))!;
const accessIn = async (as: TestMember) => {
  const { body } = await services.call(readSelf, {}, { as });
  return { pending: body.pending, denied: body.denied };
};
async function told(id: string): Promise<string[]> {
  const outbox = services.get(Mongo).connection.collection<{ kind: string; facts: { user?: string } }>('outbox');
  const rows = await outbox.find({}).sort({ _id: 1 }).toArray();
  return rows.filter(({ facts }) => facts.user === id).map(({ kind }) => kind);
}

/** Somebody who signed up, and who verified their address unless told otherwise. */
async function applicant(place = 'hq', isVerified = true): Promise<TestMember & { email: string; fullname: string }> {
  const input = { ...newcomer(), fields: { ...(place && { place }), company: 'Field lab', user_type: 'Engineer' } };
  const fullname = `Nadia ${input.username}`;
  const { body } = await services.call(signUp, { ...input, fullname }, { host });
  const { token: email_token } = await pinMail(services, input.email);
  if (isVerified) await services.call(activate, { email_token }, { host });
  const { id, username } = body.user;
  const row = await rowOf(id);
  return { id, username, community, workplace: '', token: body.token, row, email: input.email.toLowerCase(), fullname };
}

/** The link that an admin got about an applicant. */
async function linkOf(admin: TestMember, about: { id: string; fullname: string }): Promise<string> {
  const { text } = await mailTo(services, admin.row.email, new RegExp(`/grant/${about.id}/`));
  const [, grant] = new RegExp(`http://workplace\\.localhost:\\d+/grant/${about.id}/([\\w-]{43})\\b`).exec(text)!;
  const [, deny] = new RegExp(`/deny/${about.id}/([\\w-]{43})\\b`).exec(text)!;
  expect(deny).toBe(grant);
  return grant!;
}
type Act = typeof grantAccess | typeof denyAccess | typeof verifyAccess;
const act = async (call: Act, id: string, admin_token?: string, as?: TestMember) => {
  const { status, body } = await services.call(call, { id, admin_token }, as ? { as } : { host });
  return { status, body, code: body.code, access: body.access };
};

describe(ApprovalService, () => {
  describe('the mail to admins', () => {
    it('goes to those of the applicant’s workplace, each with a link of their own, once the address is verified', async () => {
      const second = await services.member({ community, workplace: 'hq', acl: adminOf('porto', 'hq') });
      const unverified = await applicant('hq', false);
      const waiting = await applicant('hq');
      const links = [await linkOf(hqAdmin, waiting), await linkOf(second, waiting)];
      expect(new Set(links).size).toBe(2);
      const { text } = await mailTo(services, hqAdmin.row.email, new RegExp(`/grant/${waiting.id}/`));
      for (const fact of [waiting.fullname, waiting.username, waiting.email, 'Field lab', 'Engineer'])
        expect(text).toContain(fact);
      for (const other of [portoAdmin, superAdmin])
        expect((await mailsTo(services, other.row.email)).filter((mail) => mail.text.includes(waiting.id))).toEqual([]);
      const all = await mailsTo(services, hqAdmin.row.email);
      expect(all.filter((mail) => mail.text.includes(unverified.id))).toEqual([]);
      expect(all.filter((mail) => mail.text.includes(waiting.id))).toHaveLength(1);
      await users().deleteOne({ _id: second.id });
    });

    it.each([
      ['whose workplace has no admin', 'studio'],
      ['without a workplace', ''],
    ])('goes to super admins for somebody %s', async (_, place) => {
      const waiting = await applicant(place);
      await linkOf(superAdmin, waiting);
      expect((await mailsTo(services, hqAdmin.row.email)).some((mail) => mail.text.includes(waiting.id))).toBe(false);
    });
  });

  describe('by a mailed link', () => {
    it('shows first whom it is about, and changes nothing by that', async () => {
      const waiting = await applicant();
      const token = await linkOf(hqAdmin, waiting);
      for (let index = 0; index < 2; index += 1) {
        const { status, body } = await act(verifyAccess, waiting.id, token);
        expect(status).toBe(200);
        expect(body).toMatchObject({
          id: waiting.id,
          username: waiting.username,
          email: waiting.email,
          company: 'Field lab',
          user_type: 'Engineer',
          workplaces: ['hq'],
          access: 'waiting',
        });
      }
      expect(await accessIn(waiting)).toEqual({ pending: true, denied: false });
    });

    it('grants: the member is in, hears of it, and is told by mail', async () => {
      const waiting = await applicant();
      const before = await services.call(readPeople, {}, { as: waiting });
      expect([before.status, before.body.code]).toEqual([403, 'PENDING_APPROVAL']);
      const { status, access } = await act(grantAccess, waiting.id, await linkOf(hqAdmin, waiting));
      expect([status, access]).toEqual([200, 'granted']);
      expect(await accessIn(waiting)).toEqual({ pending: false, denied: false });
      expect((await services.call(readPeople, {}, { as: waiting })).status).toBe(200);
      expect((await told(waiting.id)).slice(-2)).toEqual(['AccessGranted', 'MemberChanged']);
      await mailTo(services, waiting.email, 'granted');
    });

    it('denies: the member stays out, sees it, and is told by mail', async () => {
      const waiting = await applicant();
      const { status, access } = await act(denyAccess, waiting.id, await linkOf(hqAdmin, waiting));
      expect([status, access]).toEqual([200, 'denied']);
      expect(await accessIn(waiting)).toEqual({ pending: true, denied: true });
      expect((await services.call(readPeople, {}, { as: waiting })).body.code).toBe('ACCESS_DENIED');
      expect((await told(waiting.id)).slice(-2)).toEqual(['AccessDenied', 'MemberChanged']);
      await mailTo(services, waiting.email, 'denied');
    });

    it.each<[string, Act, Act, string]>([
      ['grant twice', grantAccess, grantAccess, 'ALREADY_GRANTED'],
      ['deny twice', denyAccess, denyAccess, 'ALREADY_DENIED'],
      ['deny after grant', grantAccess, denyAccess, 'ALREADY_GRANTED'],
      ['grant after deny', denyAccess, grantAccess, 'ALREADY_DENIED'],
    ])(
      '%s: answers what was decided and changes nothing, by this link and by any other',
      async (_, first, then, code) => {
        const waiting = await applicant();
        const token = await linkOf(hqAdmin, waiting);
        await act(first, waiting.id, token);
        const decided = await accessIn(waiting);
        const events = await told(waiting.id);
        const replies = [await act(then, waiting.id, token), await act(then, waiting.id, undefined, superAdmin)];
        expect(replies.map((reply) => [reply.status, reply.code])).toEqual([
          [409, code],
          [409, code],
        ]);
        expect(await accessIn(waiting)).toEqual(decided);
        expect(await told(waiting.id)).toEqual(events);
        const { access } = await act(verifyAccess, waiting.id, token);
        expect(access).toBe(code === 'ALREADY_GRANTED' ? 'granted' : 'denied');
      },
    );

    it('is decided once by many at once', async () => {
      const waiting = await applicant();
      const token = await linkOf(hqAdmin, waiting);
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) => act(index % 2 ? grantAccess : denyAccess, waiting.id, token)),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      const code = (await rowOf(waiting.id)).denied ? 'ALREADY_DENIED' : 'ALREADY_GRANTED';
      expect(new Set(replies.filter(({ status }) => status !== 200).map((reply) => reply.code))).toEqual(
        new Set([code]),
      );
      expect((await told(waiting.id)).filter((kind) => /^Access(Granted|Denied)/.test(kind))).toHaveLength(1);
    });

    it('changes nothing by GET', async () => {
      const waiting = await applicant();
      const token = await linkOf(hqAdmin, waiting);
      for (const verb of ['grant', 'deny'])
        for (const path of [`/${verb}/${waiting.id}/${token}`, `/api/users/${waiting.id}/${verb}?admin_token=${token}`])
          await services.request('GET', path, { headers: { host } });
      expect(await accessIn(waiting)).toEqual({ pending: true, denied: false });
    });

    it('is refused altered, unknown, for somebody else, in another community and expired, by code alone', async () => {
      const [waiting, other] = [await applicant(), await applicant()];
      const token = await linkOf(hqAdmin, waiting);
      const altered = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA');
      for (const call of [grantAccess, denyAccess, verifyAccess]) {
        const invalid = [
          await act(call, waiting.id, altered),
          await act(call, waiting.id, ''),
          await act(call, other.id, token),
          await act(call, 'nobody', token),
          await services.call(call, { id: waiting.id, admin_token: token }),
        ];
        expect(invalid.map(({ status, body }) => [status, body.code])).toEqual(
          invalid.map(() => [404, 'LINK_INVALID']),
        );
      }
      const links = services.get(Mongo).connection.collection('link_tokens');
      await links.updateMany({ user: waiting.id }, { $set: { expires: new Date(0) } });
      expect((await act(grantAccess, waiting.id, token)).code).toBe('LINK_EXPIRED');
      expect(await accessIn(waiting)).toEqual({ pending: true, denied: false });
    });

    it('does not take an activation link, nor the other way round', async () => {
      const waiting = await applicant();
      const { token: activation } = await pinMail(services, waiting.email);
      expect((await act(grantAccess, waiting.id, activation)).code).toBe('LINK_INVALID');
      const reply = await services.call(activate, { email_token: await linkOf(hqAdmin, waiting) }, { host });
      expect(reply.body.code).toBe('LINK_INVALID');
    });

    it('works signed out and signed in as anybody, but no longer for who is admin no more, banned or gone', async () => {
      const admin = await services.member({ community, workplace: 'hq', acl: adminOf('hq') });
      const applicants = [await applicant(), await applicant(), await applicant(), await applicant()];
      const links: string[] = [];
      for (const one of applicants) links.push(await linkOf(admin, one));
      const member = await services.member({ community });
      expect((await act(grantAccess, applicants[0]!.id, links[0], member)).status).toBe(200);
      const set = async (change: object, index: number) => {
        await users().updateOne({ _id: admin.id }, { $set: change });
        // What another process wrote holds after the cache's time.
        await new Promise((resolve) => setTimeout(resolve, 800));
        return (await act(grantAccess, applicants[index]!.id, links[index])).code;
      };
      expect(await set({ acl: adminOf('porto') }, 1)).toBe('LINK_INVALID');
      expect(await set({ acl: adminOf('hq'), banned: true }, 2)).toBe('LINK_INVALID');
      await users().deleteOne({ _id: admin.id });
      expect(await set({}, 3)).toBe('LINK_INVALID');
    });
  });

  describe('by a signed-in admin', () => {
    it.each<[string, () => TestMember | undefined, string | undefined, [number, string | undefined]]>([
      ['the admin of the workplace', () => hqAdmin, 'hq', [200, undefined]],
      ['a super admin', () => superAdmin, 'hq', [200, undefined]],
      ['the admin of another workplace', () => portoAdmin, 'hq', [403, 'FORBIDDEN']],
      ['any admin, for somebody of no workplace', () => portoAdmin, '', [200, undefined]],
      ['nobody', () => undefined, 'hq', [401, 'INVALID_TOKEN']],
    ])('%s', async (_, admin, place, [status, code]) => {
      for (const call of [verifyAccess, denyAccess] as const) {
        const waiting = await applicant(place);
        const reply = await act(call, waiting.id, undefined, admin());
        expect([reply.status, reply.code]).toEqual([status, code]);
        const wanted = status === 200 && call === denyAccess;
        expect((await rowOf(waiting.id)).denied ?? false).toBe(wanted);
      }
    });

    it('is refused to members, to the unverified and to those who wait themselves, whether or not there is such an applicant', async () => {
      const waiting = await applicant();
      const callers = [
        await services.member({ community, workplace: 'hq' }),
        await applicant('hq', false),
        await applicant(),
      ];
      const codes = ['FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'PENDING_APPROVAL'];
      for (const [index, as] of callers.entries())
        for (const id of [waiting.id, as.id, 'nobody'])
          expect((await act(grantAccess, id, undefined, as)).code).toBe(codes[index]);
    });

    it('finds nobody where there is nobody, or nobody verified', async () => {
      const unverified = await applicant('hq', false);
      for (const id of ['nobody', unverified.id])
        expect((await act(grantAccess, id, undefined, superAdmin)).code).toBe('USER_NOT_FOUND');
      expect((await rowOf(unverified.id)).pending).toBe(true);
    });

    it('says ALREADY_GRANTED of a member who never had to wait', async () => {
      const member = await services.member({ community, workplace: 'hq' });
      expect((await act(denyAccess, member.id, undefined, hqAdmin)).code).toBe('ALREADY_GRANTED');
      expect(await accessIn(member)).toEqual({ pending: false, denied: false });
    });
  });

  describe('who waits', () => {
    const list = async (as: TestMember, page: { after?: string; count?: number } = {}) =>
      (await services.call(readApplicants, page, { as })).body;
    const idsOf = async (as: TestMember) => (await list(as, { count: 100 })).users.map(({ id }) => id);

    it('is listed to who may decide, oldest first, until it is decided', async () => {
      const [hq, porto, none, unverified] = [
        await applicant('hq'),
        await applicant('porto'),
        await applicant(''),
        await applicant('hq', false),
      ];
      const seen = async (as: TestMember) => {
        const ids = await idsOf(as);
        return [hq, porto, none, unverified].filter(({ id }) => ids.includes(id));
      };
      expect(await seen(superAdmin)).toEqual([hq, porto, none]);
      expect(await seen(hqAdmin)).toEqual([hq, none]);
      expect(await seen(portoAdmin)).toEqual([porto, none]);
      await act(denyAccess, hq.id, undefined, hqAdmin);
      await act(grantAccess, none.id, undefined, portoAdmin);
      expect(await seen(superAdmin)).toEqual([porto]);
    });

    it('comes page by page, with the number of all', async () => {
      for (let index = 0; index < 3; index += 1) await applicant('porto');
      const all = await idsOf(portoAdmin);
      const first = await list(portoAdmin, { count: 2 });
      expect([first.total, first.users.length, first.next]).toEqual([all.length, 2, all[1]]);
      const second = await list(portoAdmin, { count: 100, after: first.next! });
      expect(second.users.map(({ id }) => id)).toEqual(all.slice(2));
      expect(second.next).toBeUndefined();
    });

    it('is found by indexes', async () => {
      await applicant('hq');
      await expectNoCollectionScan(services, async () => {
        await list(superAdmin);
        await list(hqAdmin);
        const repository = services.get(UserRepository);
        expect((await repository.admins(tenant, ['hq'])).map(({ _id }) => _id)).toContain(hqAdmin.id);
        expect((await repository.admins(tenant, 'community')).map(({ _id }) => _id)).toEqual([superAdmin.id]);
      });
    });

    it.each<[string, () => Promise<TestMember> | TestMember, [number, string]]>([
      ['a member', () => services.member({ community, workplace: 'hq' }), [403, 'FORBIDDEN']],
      ['somebody who waits', () => applicant(), [403, 'PENDING_APPROVAL']],
      ['somebody unverified', () => applicant('hq', false), [403, 'EMAIL_NOT_VERIFIED']],
      [
        'the admin of another workplace, asked for in this',
        () => ({ ...portoAdmin, workplace: 'hq' }),
        [403, 'FORBIDDEN'],
      ],
    ])('is not shown to %s', async (_, who, refusal) => {
      const { status, body } = await services.call(readApplicants as Call, {}, { as: await who() });
      expect([status, body['code' as never]]).toEqual(refusal);
    });
  });

  it('needs no approval where the deployment asks for none', async () => {
    const { body } = await services.call(signUp, newcomer());
    expect(body.user.pending).toBe(false);
  });
});
