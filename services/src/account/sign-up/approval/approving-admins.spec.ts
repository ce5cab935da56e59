import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { denyAccess, grantAccess, readApplicants, verifyAccess } from '@paddock/contract/calls/approval';
import { adminOf, ApprovalScenario } from '../../../../test/approval-scenario.js';
import { expectNoCollectionScan } from '../../../../test/expect-no-collection-scan.js';
import type { TestMember, TestServices } from '../../../../test/start-test-services.js';
import { tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../../community/users/user.repository.js';

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
const tenant = tenantOf(community);

describe('approval', () => {
  describe('by a signed-in admin', () => {
    it.each<[string, () => TestMember | undefined, string | undefined, [number, string | undefined]]>([
      ['the admin of the workplace', () => hqAdmin, 'hq', [200, undefined]],
      ['a super admin', () => superAdmin, 'hq', [200, undefined]],
      ['the admin of another workplace', () => portoAdmin, 'hq', [403, 'FORBIDDEN']],
      ['any admin, for an applicant of no workplace', () => portoAdmin, '', [200, undefined]],
      ['a visitor', () => undefined, 'hq', [401, 'INVALID_TOKEN']],
    ])('%s', async (_, admin, place, [status, code]) => {
      for (const call of [verifyAccess, denyAccess] as const) {
        const waiting = await scenario.applicant(place);
        const reply = await scenario.act(call, waiting.id, undefined, admin());
        expect([reply.status, reply.code]).toEqual([status, code]);
        const wanted = status === 200 && call === denyAccess;
        expect((await scenario.rowOf(waiting.id)).denied ?? false).toBe(wanted);
      }
    });

    it('is refused to members, unverified and pending ones, whether or not the applicant exists', async () => {
      const waiting = await scenario.applicant();
      const callers = [
        await services.member({ community, workplace: 'hq' }),
        await scenario.applicant('hq', false),
        await scenario.applicant(),
      ];
      const codes = ['FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'PENDING_APPROVAL'];
      for (const [index, as] of callers.entries())
        for (const id of [waiting.id, as.id, 'fedcba9876543210fedcba98'])
          expect((await scenario.act(grantAccess, id, undefined, as)).code).toBe(codes[index]);
    });

    it('returns USER_NOT_FOUND for an unknown or unverified applicant', async () => {
      const unverified = await scenario.applicant('hq', false);
      for (const id of ['fedcba9876543210fedcba98', unverified.id])
        expect((await scenario.act(grantAccess, id, undefined, superAdmin)).code).toBe('USER_NOT_FOUND');
      expect((await scenario.rowOf(unverified.id)).pending).toBe(true);
    });

    it.each([
      ['is a former one', 'porto'],
      ['is closed', 'closed'],
    ])('is refused to an admin whose workplace %s', async (_, former) => {
      const admin = await services.member({ community, workplace: 'hq', acl: adminOf(former) });
      const waiting = await scenario.applicant('');
      for (const call of [verifyAccess, grantAccess, denyAccess])
        expect((await scenario.act(call, waiting.id, undefined, admin)).code).toBe('FORBIDDEN');
      const both = await services.member({ community, workplace: 'hq', acl: adminOf('hq', former) });
      const ofPorto = await scenario.applicant('porto');
      expect((await scenario.act(verifyAccess, ofPorto.id, undefined, both)).code).toBe('FORBIDDEN');
      const { body } = await services.call(readApplicants, { count: 100 }, { as: both });
      expect(body.users.filter(({ id }) => id === ofPorto.id)).toEqual([]);
    });

    it('does not show the address of a member who does not wait', async () => {
      const member = await services.member({ community });
      expect((await scenario.act(verifyAccess, member.id, undefined, hqAdmin)).code).toBe('USER_NOT_FOUND');
    });

    it('returns ALREADY_GRANTED for a member who never had to wait', async () => {
      const member = await services.member({ community, workplace: 'hq' });
      expect((await scenario.act(denyAccess, member.id, undefined, hqAdmin)).code).toBe('ALREADY_GRANTED');
      expect(await scenario.accessIn(member)).toEqual({ pending: false, denied: false });
    });
  });

  describe('an applicant', () => {
    const list = async (as: TestMember, page: { after?: string; count?: number } = {}) =>
      (await services.call(readApplicants, page, { as })).body;
    const idsOf = async (as: TestMember) => (await list(as, { count: 100 })).users.map(({ id }) => id);

    it('is listed for admins who may decide, oldest first, until the decision', async () => {
      const [hq, porto, none, unverified] = [
        await scenario.applicant('hq'),
        await scenario.applicant('porto'),
        await scenario.applicant(''),
        await scenario.applicant('hq', false),
      ];
      const seen = async (as: TestMember) => {
        const ids = await idsOf(as);
        return [hq, porto, none, unverified].filter(({ id }) => ids.includes(id));
      };
      expect(await seen(superAdmin)).toEqual([hq, porto, none]);
      expect(await seen(hqAdmin)).toEqual([hq, none]);
      expect(await seen(portoAdmin)).toEqual([porto, none]);
      await scenario.act(denyAccess, hq.id, undefined, hqAdmin);
      await scenario.act(grantAccess, none.id, undefined, portoAdmin);
      expect(await seen(superAdmin)).toEqual([porto]);
    });

    it('is listed in pages with the total', async () => {
      for (let index = 0; index < 3; index += 1) await scenario.applicant('porto');
      const all = await idsOf(portoAdmin);
      const first = await list(portoAdmin, { count: 2 });
      expect([first.total, first.users.length, first.next]).toEqual([all.length, 2, all[1]]);
      const second = await list(portoAdmin, { count: 100, after: first.next! });
      expect(second.users.map(({ id }) => id)).toEqual(all.slice(2));
      expect(second.next).toBeUndefined();
    });

    it('is read by indexes', async () => {
      await scenario.applicant('hq');
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
      ['a pending member', () => scenario.applicant(), [403, 'PENDING_APPROVAL']],
      ['an unverified member', () => scenario.applicant('hq', false), [403, 'EMAIL_NOT_VERIFIED']],
      [
        'the admin of another workplace, asked for in this',
        () => ({ ...portoAdmin, workplace: 'hq' }),
        [403, 'FORBIDDEN'],
      ],
    ])('is hidden from %s', async (_, who, refusal) => {
      const { status, body } = await services.call(readApplicants, {}, { as: await who() });
      expect([status, body['code' as never]]).toEqual(refusal);
    });
  });
});
