import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signUp } from '@paddock/contract/calls/account';
import { denyAccess, grantAccess, verifyAccess } from '@paddock/contract/calls/approval';
import { activate } from '@paddock/contract/calls/email-verification';
import { readPeople } from '@paddock/contract/calls/people';
import { adminOf, ApprovalScenario, type Act } from '../../../../test/approval-scenario.js';
import { mailsTo, mailTo, pinMail } from '../../../../test/mails.js';
import { changedElsewhere } from '../../../../test/changed-elsewhere.js';
import { moveAddress } from '../../../../test/move-address.js';
import { passTime } from '../../../../test/pass-time.js';
import { tenantOfMember, type TestMember, type TestServices } from '../../../../test/start-test-services.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { newcomer } from '../../../../test/sign-up-input.js';
import { ApprovalService } from './approval.service.js';

let scenario: ApprovalScenario;
let services: TestServices;
let hqAdmin: TestMember;
let portoAdmin: TestMember;
let superAdmin: TestMember;
beforeAll(async () => {
  scenario = await ApprovalScenario.start();
  ({ services, hqAdmin, portoAdmin, superAdmin } = scenario);
});
afterAll(() => services.close());

const community = 'workplace';
const host = 'workplace.localhost';

describe(ApprovalService, () => {
  describe('the mail to admins', () => {
    it('goes to the admins of the applicant’s workplace, each with a personal link, once the address is verified', async () => {
      const second = await services.member({ community, workplace: 'hq', acl: adminOf('porto', 'hq') });
      const unverified = await scenario.applicant('hq', false);
      const waiting = await scenario.applicant('hq');
      const links = [await scenario.linkOf(hqAdmin, waiting), await scenario.linkOf(second, waiting)];
      expect(new Set(links).size).toBe(2);
      const { text } = await mailTo(services, hqAdmin.row.email, new RegExp(`/grant/${waiting.id}/`));
      for (const fact of [waiting.fullname, waiting.username, waiting.email, 'Field lab', 'Engineer'])
        expect(text).toContain(fact);
      for (const other of [portoAdmin, superAdmin])
        expect((await mailsTo(services, other.row.email)).filter((mail) => mail.text.includes(waiting.id))).toEqual([]);
      const all = await mailsTo(services, hqAdmin.row.email);
      expect(all.filter((mail) => mail.text.includes(unverified.id))).toEqual([]);
      expect(all.filter((mail) => mail.text.includes(waiting.id))).toHaveLength(1);
      await scenario.users().deleteOne({ _id: second.id });
    });

    it.each([
      ['whose workplace has no admin', 'studio'],
      ['without a workplace', ''],
    ])('goes to super admins for an applicant %s', async (_, place) => {
      const waiting = await scenario.applicant(place);
      await scenario.linkOf(superAdmin, waiting);
      expect((await mailsTo(services, hqAdmin.row.email)).some((mail) => mail.text.includes(waiting.id))).toBe(false);
    });
  });

  describe('by a mailed link', () => {
    it('shows the applicant first, without a change', async () => {
      const waiting = await scenario.applicant();
      const token = await scenario.linkOf(hqAdmin, waiting);
      for (let index = 0; index < 2; index += 1) {
        const { status, body } = await scenario.act(verifyAccess, waiting.id, token);
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
      expect(await scenario.accessIn(waiting)).toEqual({ pending: true, denied: false });
    });

    it('grants access and notifies the member live and by mail', async () => {
      const waiting = await scenario.applicant();
      const before = await services.call(readPeople, {}, { as: waiting });
      expect([before.status, before.body.code]).toEqual([403, 'PENDING_APPROVAL']);
      const { status, access } = await scenario.act(grantAccess, waiting.id, await scenario.linkOf(hqAdmin, waiting));
      expect([status, access]).toEqual([200, 'granted']);
      expect(await scenario.accessIn(waiting)).toEqual({ pending: false, denied: false });
      expect((await services.call(readPeople, {}, { as: waiting })).status).toBe(200);
      expect((await scenario.eventsOf(waiting.id)).slice(-2)).toEqual(['AccessGranted', 'MemberChanged']);
      await mailTo(services, waiting.email, 'granted');
    });

    it('denies access and notifies the member live and by mail', async () => {
      const waiting = await scenario.applicant();
      const { status, access } = await scenario.act(denyAccess, waiting.id, await scenario.linkOf(hqAdmin, waiting));
      expect([status, access]).toEqual([200, 'denied']);
      expect(await scenario.accessIn(waiting)).toEqual({ pending: true, denied: true });
      expect((await services.call(readPeople, {}, { as: waiting })).body.code).toBe('ACCESS_DENIED');
      expect((await scenario.eventsOf(waiting.id)).slice(-2)).toEqual(['AccessDenied', 'MemberChanged']);
      await mailTo(services, waiting.email, 'denied');
    });

    it.each<[string, () => TestMember | undefined]>([
      ['a signed-out browser', () => undefined],
      ['the browser of a member of another workplace', () => portoAdmin],
    ])('belongs to the applicant’s workplace, from %s', async (_, by) => {
      const waiting = await scenario.applicant();
      const token = await scenario.linkOf(hqAdmin, waiting);
      expect((await scenario.act(grantAccess, waiting.id, token, by())).status).toBe(200);
      const outbox = services.get(Mongo).connection.collection('outbox');
      const event = await outbox.findOne({ kind: 'AccessGranted', 'facts.user': waiting.id });
      // The audit trail of the event's workplace shows the decision.
      expect(event).toMatchObject({ workplace: 'hq', facts: { by: hqAdmin.id } });
    });

    it.each<[string, Act, Act, string]>([
      ['grant twice', grantAccess, grantAccess, 'ALREADY_GRANTED'],
      ['deny twice', denyAccess, denyAccess, 'ALREADY_DENIED'],
      ['deny after grant', grantAccess, denyAccess, 'ALREADY_GRANTED'],
      ['grant after deny', denyAccess, grantAccess, 'ALREADY_DENIED'],
    ])(
      '%s: returns the earlier decision and changes nothing, by this and any other link',
      async (_, first, then, code) => {
        const waiting = await scenario.applicant();
        const token = await scenario.linkOf(hqAdmin, waiting);
        await scenario.act(first, waiting.id, token);
        const decided = await scenario.accessIn(waiting);
        const events = await scenario.eventsOf(waiting.id);
        const replies = [
          await scenario.act(then, waiting.id, token),
          await scenario.act(then, waiting.id, undefined, superAdmin),
        ];
        expect(replies.map((reply) => [reply.status, reply.code])).toEqual([
          [409, code],
          [409, code],
        ]);
        expect(await scenario.accessIn(waiting)).toEqual(decided);
        expect(await scenario.eventsOf(waiting.id)).toEqual(events);
        const { access } = await scenario.act(verifyAccess, waiting.id, token);
        expect(access).toBe(code === 'ALREADY_GRANTED' ? 'granted' : 'denied');
      },
    );

    it('accepts one of many concurrent decisions', async () => {
      const waiting = await scenario.applicant();
      const token = await scenario.linkOf(hqAdmin, waiting);
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) => scenario.act(index % 2 ? grantAccess : denyAccess, waiting.id, token)),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      const code = (await scenario.rowOf(waiting.id)).denied ? 'ALREADY_DENIED' : 'ALREADY_GRANTED';
      expect(new Set(replies.filter(({ status }) => status !== 200).map((reply) => reply.code))).toEqual(
        new Set([code]),
      );
      expect((await scenario.eventsOf(waiting.id)).filter((kind) => /^Access(Granted|Denied)/.test(kind))).toHaveLength(
        1,
      );
    });

    it('changes nothing by GET', async () => {
      const waiting = await scenario.applicant();
      const token = await scenario.linkOf(hqAdmin, waiting);
      for (const verb of ['grant', 'deny'])
        for (const path of [`/${verb}/${waiting.id}/${token}`, `/api/users/${waiting.id}/${verb}?admin_token=${token}`])
          await services.request('GET', path, { headers: { host } });
      expect(await scenario.accessIn(waiting)).toEqual({ pending: true, denied: false });
    });

    it('is refused altered, unknown, for another applicant, in another community and expired, by code alone', async () => {
      const [waiting, other] = [await scenario.applicant(), await scenario.applicant()];
      const token = await scenario.linkOf(hqAdmin, waiting);
      const altered = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA');
      for (const call of [grantAccess, denyAccess, verifyAccess]) {
        const invalid = [
          await scenario.act(call, waiting.id, altered),
          await scenario.act(call, waiting.id, ''),
          await scenario.act(call, other.id, token),
          await scenario.act(call, 'fedcba9876543210fedcba98', token),
          await services.call(call, { id: waiting.id, admin_token: token }),
        ];
        expect(invalid.map(({ status, body }) => [status, body.code])).toEqual(
          invalid.map(() => [404, 'LINK_INVALID']),
        );
      }
      const links = services.get(Mongo).connection.collection('link_tokens');
      await links.updateMany({ user: waiting.id }, { $set: { expires: new Date(0) } });
      expect((await scenario.act(grantAccess, waiting.id, token)).code).toBe('LINK_EXPIRED');
      expect(await scenario.accessIn(waiting)).toEqual({ pending: true, denied: false });
    });

    it('refuses an activation link, and activation refuses an approval link', async () => {
      const waiting = await scenario.applicant();
      const { token: activation } = await pinMail(services, waiting.email);
      expect((await scenario.act(grantAccess, waiting.id, activation)).code).toBe('LINK_INVALID');
      const reply = await services.call(activate, { email_token: await scenario.linkOf(hqAdmin, waiting) }, { host });
      expect(reply.body.code).toBe('LINK_INVALID');
    });

    it('lets a visitor and any member decide, until the admin of the link is demoted, banned, in another workplace or deleted', async () => {
      const admin = await services.member({ community, workplace: 'hq', acl: adminOf('hq') });
      const applicants = [
        await scenario.applicant(),
        await scenario.applicant(),
        await scenario.applicant(),
        await scenario.applicant(),
        await scenario.applicant(),
      ];
      const links: string[] = [];
      for (const one of applicants) links.push(await scenario.linkOf(admin, one));
      const member = await services.member({ community });
      expect((await scenario.act(grantAccess, applicants[0]!.id, links[0], member)).status).toBe(200);
      const set = async (change: object, index: number) => {
        await scenario.users().updateOne({ _id: admin.id }, { $set: change });
        await changedElsewhere(services, { kind: 'MemberChanged', tenant: tenantOfMember(admin), user: admin.id });
        passTime(800);
        return (await scenario.act(grantAccess, applicants[index]!.id, links[index])).code;
      };
      expect(await set({ acl: adminOf('porto') }, 1)).toBe('LINK_INVALID');
      expect(await set({ acl: adminOf('hq'), workplaces: ['porto'] }, 2)).toBe('LINK_INVALID');
      expect(await set({ workplaces: ['hq'], banned: true }, 3)).toBe('LINK_INVALID');
      await scenario.users().deleteOne({ _id: admin.id });
      expect(await set({}, 4)).toBe('LINK_INVALID');
    });
  });

  it('refuses a mailed link once its admin has another address', async () => {
    const admin = await services.member({ community, workplace: 'hq', acl: adminOf('hq') });
    const waiting = await scenario.applicant();
    const token = await scenario.linkOf(admin, waiting);
    await moveAddress(services, admin);
    for (const call of [verifyAccess, grantAccess, denyAccess])
      expect((await scenario.act(call, waiting.id, token)).code).toBe('LINK_INVALID');
    expect((await scenario.act(verifyAccess, waiting.id, undefined, admin)).status).toBe(200);
    await scenario.users().deleteOne({ _id: admin.id });
  });

  it('needs no approval unless the deployment requires it', async () => {
    const { body } = await services.call(signUp, newcomer());
    expect(body.user.pending).toBe(false);
  });
});
