import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { banMember, terminateMember } from '@paddock/contract/calls/account-data';
import { denyAccess, grantAccess } from '@paddock/contract/calls/approval';
import { allCalls } from '../infrastructure/calls/all-calls.js';
import { setRole, updateProfile } from '@paddock/contract/calls/profiles';
import { confirmTotp, liftTotp, startTotp } from '@paddock/contract/calls/second-factor';
import { deleteShout } from '@paddock/contract/calls/shouts';
import { Secret, TOTP } from 'otpauth';
import { memberWithPassword, testPassword } from '../../test/member-with-password.js';
import { reportCalls } from '../../test/reports.js';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { AuditTrail } from './audit-trail.js';

let services: TestServices;
let calls: ReturnType<typeof reportCalls>;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: '', RATE_LIMITS: 'off' });
  calls = reportCalls(services);
});
afterAll(() => services.close());

const rows = () => services.get(Mongo).connection.collection<{ _id: string; seq: number }>('audit');
const at = (workplace: string) => ({ community: 'workplace', workplace });
async function decided(as: TestMember, decision: 'keep' | 'delete' = 'keep', reason?: string) {
  const place = { community: as.community, workplace: as.workplace };
  const [ann, bob] = [await services.member(place), await services.member(place)];
  const id = await calls.post(ann);
  await calls.report('shout', id, { as: bob });
  await calls.decide(as, (await calls.open(as, id))!.id, decision, reason);
  return id;
}
async function entries(as: TestMember, count: number) {
  for (const end = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const { body } = await calls.audit(as, { count: 100 });
    if (body.entries.length >= count) return body.entries;
    if (Date.now() > end) throw new Error(`there are ${body.entries.length} entries`);
  }
}

/** The first entries about a member. */
async function about(as: TestMember, id: string) {
  for (const end = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const { body } = await calls.audit(as, { count: 100 });
    const found = body.entries.filter(({ subject }) => subject === id);
    if (found.length > 0) return found;
    if (Date.now() > end) throw new Error(`there is no entry about ${id}`);
  }
}

describe(AuditTrail, () => {
  it('records decisions with gapless positions, also parallel ones', async () => {
    const as = await services.member({ ...at('hq'), admin: true });
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, index) => decided(as, index % 2 ? 'keep' : 'delete', 'Why')),
    );
    const { body } = await calls.audit(as, { count: 100 });
    expect(body.entries.map(({ seq }) => seq)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(new Set(body.entries.map(({ subject }) => subject))).toEqual(new Set(ids));
    expect(body.entries.every(({ admin, member, reason }) => admin?.id === as.id && member && reason === 'Why')).toBe(
      true,
    );
    expect(body.intact).toBe(true);
    const first = (await calls.audit(as, { count: 3 })).body;
    const second = (await calls.audit(as, { count: 5, before: first.next! })).body;
    expect([...first.entries, ...second.entries]).toEqual(body.entries);
    expect([first.intact, second.intact, second.next]).toEqual([true, true, null]);
  });

  it('is of one workplace', async () => {
    const as = await services.member({ ...at('porto'), admin: true });
    await decided(as);
    expect((await calls.audit(as)).body.entries.map(({ seq }) => seq)).toEqual([1]);
    const motorsport = await services.member({ admin: true });
    await decided(motorsport);
    expect((await calls.audit(motorsport)).body).toMatchObject({ entries: [{ seq: 1 }], intact: true });
  });

  it.each<[string, (seq: number) => Promise<unknown>]>([
    ['a changed action', (seq) => rows().updateOne({ seq }, { $set: { action: 'report_kept' } })],
    ['a changed admin', (seq) => rows().updateOne({ seq }, { $set: { admin: '0123456789abcdef01234567' } })],
    ['a changed reason', (seq) => rows().updateOne({ seq }, { $set: { 'reason.text': 'Another' } })],
    ['a removed entry', (seq) => rows().deleteOne({ seq })],
  ])('shows %s', async (_, tamper) => {
    const own = await startTestServices({ SERVICES: '', RATE_LIMITS: 'off' });
    const [outer, outerCalls] = [services, calls];
    [services, calls] = [own, reportCalls(own)];
    try {
      const as = await services.member({ admin: true });
      for (let index = 0; index < 3; index++) await decided(as, 'delete', 'Why');
      expect((await calls.audit(as)).body.intact).toBe(true);
      await tamper(2);
      expect((await calls.audit(as)).body.intact).toBe(false);
    } finally {
      [services, calls] = [outer, outerCalls];
      await own.close();
    }
  });

  it('records access decisions, bans, terminations and deletions by admins, each once', async () => {
    const own = await startTestServices({ SERVICES: '', RATE_LIMITS: 'off' });
    const [outer, outerCalls] = [services, calls];
    [services, calls] = [own, reportCalls(own)];
    try {
      const as = await services.member({ admin: true });
      const [granted, denied] = [await services.member({ pending: true }), await services.member({ pending: true })];
      const [ann, bob, owner] = [await services.member(), await services.member(), await services.member()];
      await services.call(grantAccess, { id: granted.id }, { as });
      await services.call(denyAccess, { id: denied.id }, { as });
      await services.call(banMember, { id: bob.id, banned: true }, { as });
      await services.call(banMember, { id: bob.id, banned: true }, { as });
      await services.call(banMember, { id: bob.id, banned: false }, { as });
      await services.call(deleteShout, { id: await calls.post(ann) }, { as });
      await services.call(deleteShout, { id: await calls.post(ann) }, { as: ann });
      const group = (await services.group(owner, [ann]))._id;
      await services.call(deleteShout, { id: await calls.post(ann, { group }) }, { as: owner });
      await services.call(terminateMember, { id: bob.id }, { as });
      const actions = (await entries(as, 6)).map(({ action, admin }) => [action, admin?.id]);
      const expected = [
        'access_denied',
        'access_granted',
        'member_banned',
        'member_terminated',
        'member_unbanned',
        'shout_deleted',
      ];
      expect(actions.sort()).toEqual(expected.map((action) => [action, as.id]));
    } finally {
      [services, calls] = [outer, outerCalls];
      await own.close();
    }
  });

  it('records roles, profiles edited by admins and the reason of a ban, but no member’s own edit', async () => {
    const as = await services.member({ ...at('studio'), admin: true });
    const ann = await services.member(at('studio'));
    const { id } = ann;
    await services.call(setRole, { id, role: 'workplace_admin', granted: true }, { as });
    await services.call(setRole, { id, role: 'workplace_admin', granted: true }, { as });
    await services.call(updateProfile, { id, fields: { job: 'Own' } }, { as: ann });
    await services.call(updateProfile, { id, fields: { job: 'Chief', url: 'halden.example' } }, { as });
    await services.call(setRole, { id: as.id, role: 'workplace_admin', granted: true }, { as });
    await services.call(setRole, { id, role: 'workplace_admin', granted: false }, { as });
    await services.call(setRole, { id, role: 'admin', granted: true }, { as });
    await services.call(setRole, { id, role: 'admin', granted: false }, { as });
    await services.call(banMember, { id, banned: true, reason: ' Raced in the paddock ' }, { as });
    const found = (await entries(as, 7)).filter(({ subject }) => subject === id);
    const expected: [string, string | undefined][] = [
      ['admin_granted', undefined],
      ['admin_revoked', undefined],
      ['member_banned', 'Raced in the paddock'],
      ['member_edited', 'job, url'],
      ['workplace_admin_granted', undefined],
      ['workplace_admin_revoked', undefined],
    ];
    expect(found.map(({ action, reason }) => [action, reason]).sort()).toEqual(expected);
    expect(found.every(({ admin, member }) => admin?.id === as.id && member?.id === id)).toBe(true);
  });

  it('records a second factor that a super admin turned off, and no change of the owner’s', async () => {
    await services.configure('workplace', (file) => Object.assign(file.flags, { totp: true }));
    const as = await services.member({ ...at('studio'), admin: true });
    const ann = await memberWithPassword(services, at('studio'));
    const { secret } = (await services.call(startTotp, { password: testPassword }, { as: ann })).body;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect((await services.call(confirmTotp, { code }, { as: ann })).status).toBe(200);
    expect((await services.call(liftTotp, { id: ann.id }, { as })).status).toBe(200);
    const found = await about(as, ann.id);
    expect(found).toMatchObject([{ action: 'totp_lifted', admin: { id: as.id }, member: { id: ann.id } }]);
  });

  it('has no call that changes it', () => {
    const paths = allCalls
      .filter(({ path }) => path.startsWith('/audit'))
      .map(({ method, path }) => `${method} ${path}`);
    expect(paths).toEqual(['GET /audit']);
  });
});
