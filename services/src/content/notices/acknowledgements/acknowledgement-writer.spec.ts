import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sponsorCalls, withNoticesTabs } from '../../../../test/sponsors-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../../test/start-test-services.js';
import { MembershipRepository } from '../../../community/memberships/membership.repository.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import type { UserRow } from '../../../community/users/user.schema.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { newId } from '../../../infrastructure/mongo/row.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import { SponsorRepository } from '../sponsor.repository.js';
import { SponsorViews } from '../sponsor-views.js';
import { AcknowledgementRepository } from './acknowledgement.repository.js';
import { AcknowledgementWriter } from './acknowledgement-writer.js';
import { Audience } from './audience.js';

let services: TestServices;
let calls: ReturnType<typeof sponsorCalls>;
let admin: TestMember;
const place = { community: 'workplace', workplace: 'hq' };
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await withNoticesTabs(services);
  calls = sponsorCalls(services);
  admin = await services.member({ ...place, acl: [{ title: 'workplace_admin', resources: ['hq'] }] });
});
afterAll(() => services.close());

/** Members that are stored nowhere, with the rights of a real one. */
const strangers = async (count: number): Promise<UserRow[]> => {
  const tenant = tenantOfMember(admin);
  const row = (await services.get(UserRepository).byId(tenant, (await services.member(place)).id))!;
  return Array.from({ length: count }, () => ({ ...row, _id: newId() }));
};
const writeAll = (sponsor: string, given: readonly { user: UserRow; version: number }[], workplace = 'hq') => {
  const { flags } = services.get(Communities).find(admin.community)!;
  const tenant = { ...tenantOfMember(admin), workplace };
  const writer = services.get(AcknowledgementWriter);
  return Promise.allSettled(
    given.map(({ user, version }) => writer.write({ caller: { tenant, flags, user }, sponsor, version })),
  );
};
const codes = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'rejected' ? (result.reason as { code: string }).code : 'ok'));
const stored = async (sponsor: string) =>
  (await services.get(AcknowledgementRepository).ofSponsor(tenantOfMember(admin), sponsor)).length;
const countedEvents = (sponsor: string) =>
  services
    .get(Mongo)
    .connection.collection('outbox')
    .countDocuments({ kind: 'SponsorAcknowledged', 'facts.sponsor': sponsor });

describe(Audience, () => {
  it('reads the memberships of many members in one query, and none for a whole workplace', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => services.member(place)));
    const { _id: group } = await services.group(admin, members.slice(0, 5));
    const tenant = tenantOfMember(admin);
    // Hidden: for a published one, its notifications read memberships at the same time.
    const { id } = await calls.of(admin, { hidden: true, acknowledge: {} });
    const hidden = (await services.get(SponsorRepository).byId(tenant, id))!;
    const sizeOf = async (acknowledge: { groups?: string[]; roles?: string[] }) => {
      const row = { ...hidden, hidden: false, acknowledge: { ...hidden.acknowledge!, ...acknowledge } };
      const queries = await membershipQueries(async () => {
        found = (await services.get(Audience).of(tenant, row)).length;
      });
      return { found, queries };
    };
    let found = 0;
    expect(await sizeOf({})).toEqual({ found: 13, queries: 0 });
    expect(await sizeOf({ groups: [group], roles: ['nobody'] })).toEqual({ found: 6, queries: 1 });
    expect(await sizeOf({ roles: ['group_owner'] })).toEqual({ found: 1, queries: 1 });
  });
});

describe(AcknowledgementWriter, () => {
  it('stores what arrives together in a few transactions, each member once, and answers each with their own', async () => {
    const { id } = await calls.of(admin, { acknowledge: {} });
    const given = (await strangers(150)).map((user) => ({ user, version: 1 }));
    const views = jest.spyOn(services.get(SponsorViews), 'forEach');
    const results = await writeAll(id, [...given, ...given.slice(0, 20)]);
    expect(views).toHaveBeenCalledTimes(3);
    views.mockRestore();
    expect(new Set(codes(results))).toEqual(new Set(['ok']));
    const times = results.map((result) =>
      result.status === 'fulfilled' ? result.value.acknowledgement?.acknowledged : undefined,
    );
    const rows = await services.get(AcknowledgementRepository).ofSponsor(tenantOfMember(admin), id);
    const timeOf = new Map(rows.map(({ user, at }) => [user, at.toISOString()]));
    expect(times).toEqual([...given, ...given.slice(0, 20)].map(({ user }) => timeOf.get(user._id)));
    expect(rows).toHaveLength(150);
    expect(await countedEvents(id)).toBe(3);
    await writeAll(id, given.slice(0, 5));
    expect([await stored(id), await countedEvents(id)]).toEqual([150, 3]);
  });

  it('refuses only those of a batch whose version does not count, or who are not expected or cannot read it', async () => {
    const insiders = await Promise.all(Array.from({ length: 2 }, () => services.member(place)));
    const { _id: group } = await services.group(admin, insiders);
    const { id } = await calls.of(admin, { acknowledge: {}, group });
    await calls.update(admin, id, { desc: 'Changed', again: true });
    const tenant = tenantOfMember(admin);
    const users = await services.get(UserRepository).byIds(tenant, [admin.id, ...insiders.map((one) => one.id)]);
    const [own, first, second] = [admin, ...insiders].map((one) => users.find(({ _id }) => _id === one.id)!);
    const [outsider] = await strangers(1);
    const outsideAdmin = { ...own!, _id: newId() };
    const results = await writeAll(id, [
      { user: own!, version: 2 },
      { user: outsider!, version: 2 },
      { user: first!, version: 1 },
      { user: first!, version: 3 },
      { user: outsideAdmin, version: 2 },
      { user: second!, version: 2 },
    ]);
    expect(codes(results)).toEqual(['ok', 'SPONSOR_NOT_FOUND', 'CONFLICT', 'CONFLICT', 'FORBIDDEN', 'ok']);
    expect(await stored(id)).toBe(2);
    const missing = 'f'.repeat(24);
    expect(codes(await writeAll(missing, [{ user: own!, version: 1 }]))).toEqual(['SPONSOR_NOT_FOUND']);
  });

  it('never lets a request of another workplace join a batch', async () => {
    const { id } = await calls.of(admin, { acknowledge: {} });
    const given = (await strangers(3)).map((user) => ({ user, version: 1 }));
    const [here, elsewhere] = await Promise.all([writeAll(id, given.slice(0, 2)), writeAll(id, given.slice(2), 'lab')]);
    expect([codes(here), codes(elsewhere)]).toEqual([['ok', 'ok'], ['SPONSOR_NOT_FOUND']]);
    expect(await stored(id)).toBe(2);
  });
});

/** The number of queries for memberships that some work makes: `ofUser` is cached, but each member's first one is a query. */
async function membershipQueries(work: () => Promise<void>): Promise<number> {
  const memberships = services.get(MembershipRepository);
  const spies = [jest.spyOn(memberships, 'ofUser'), jest.spyOn(memberships, 'ofUsers')];
  await work();
  const queries = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  spies.forEach((spy) => spy.mockRestore());
  return queries;
}
