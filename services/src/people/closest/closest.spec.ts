import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { forgetPosition } from '@paddock/contract/calls/people';
import { blockMember } from '@paddock/contract/calls/profiles';
import { SessionUses } from '../../community/sessions/session-uses.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { documentsRead } from '../../../test/documents-read.js';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { ids, peopleCalls } from '../../../test/people-calls.js';
import { passTime } from '../../../test/pass-time.js';
import { underFlags } from '../../../test/under-flags.js';
import { ClosestService } from './closest.service.js';

type Position = [number, number];

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const { closest, locate, buckets, all } = peopleCalls(() => services);

const people_tab = { by_distance: true, sort: 'fullname' };
const spa: Position = [5.97143, 50.43718];
const north = (km: number): Position => [spa[0], spa[1] + km / 111.2];
const under = (work: () => Promise<void>, more: object = {}) =>
  underFlags(services, 'motorsport', { people_tab, ...more }, work);

/** A member with this name in the group, there. */
async function at(position: Position | undefined, fullname: string, more: object = {}): Promise<TestMember> {
  const member = await services.member({ fullname, ...more });
  if (position) await locate(member, position);
  return member;
}
/** Puts the members' last activity some minutes into the past: calls have made them active. */
async function leave(members: readonly TestMember[], minutes = 10): Promise<void> {
  await services.get(SessionUses).flush();
  const then = new Date(Date.now() - minutes * 60_000);
  await services.get(UserRepository).noteActivity(tenantOf('motorsport'), ids(members), then);
  // Lists of online members are as old as this.
  passTime(6000);
}

describe(ClosestService, () => {
  it('lists the members by bucket, those who share no position in the last one, each once and as many as from A to Z', async () => {
    await under(async () => {
      const ann = await at(spa, 'Ann');
      const others = [
        await at(spa, 'Bob'),
        await at(north(1), 'Cleo'),
        await at(north(6), 'Dan'),
        await at(north(25), 'Eve'),
        await at(north(300), 'Flo'),
        await at(undefined, 'Gus'),
      ];
      const group = (await services.group(ann, others))._id;
      const [bob, cleo, dan, eve, flo, gus] = ids(others);
      const expected = {
        right_here: [ann.id, bob],
        short_walk: [cleo],
        nearby: [dan],
        in_the_area: [eve],
        far_far: [flo, gus],
      };
      for (const count of [1, 2, 60]) {
        const { buckets: found, total } = await buckets(ann, { group, count });
        expect(Object.fromEntries(Object.entries(found).map(([name, list]) => [name, list.sort()]))).toEqual(expected);
        expect(total).toBe(7);
      }
      expect((await closest(ann)).body.total_users).toBe((await all(ann)).total);
      // A position that moved away is found in its new bucket at once.
      await locate(others[0]!, north(300));
      expect((await buckets(ann, { group })).buckets['right_here']).toEqual([ann.id]);
      await services.call(forgetPosition, {}, { as: others[1]! });
      expect((await buckets(ann, { group })).buckets['short_walk']).toBeUndefined();
    });
  });

  it('sorts online members first in each bucket, then by the configured sort, and not by the distance', async () => {
    await under(async () => {
      const zoe = await at(spa, 'Zoe');
      const near = [await at(spa, 'Ann'), await at(north(0.01), 'Bob'), await at(north(0.1), 'Cleo')];
      const far = [await at(undefined, 'Dan'), await at(undefined, 'Eve')];
      const group = (await services.group(zoe, [...near, ...far]))._id;
      await leave([near[0]!, near[1]!, ...far]);
      await leave([near[2]!, far[1]!], 1);
      const { buckets: found } = await buckets(zoe, { group });
      const expected = { right_here: ids([near[2]!, zoe, near[0]!, near[1]!]), far_far: ids([far[1]!, far[0]!]) };
      expect(found).toEqual(expected);
      for (const count of [1, 2, 3]) expect((await buckets(zoe, { group, count })).buckets).toEqual(expected);
    });
  });

  it('puts members who block each other into the last bucket', async () => {
    await under(async () => {
      const [ann, bob] = [await at(spa, 'Ann'), await at(spa, 'Bob')];
      const group = (await services.group(ann, [bob]))._id;
      expect((await buckets(bob, { group })).buckets).toEqual({ right_here: ids([ann, bob]) });
      await services.call(blockMember, { id: bob.id }, { as: ann });
      expect((await buckets(ann, { group })).buckets).toEqual({ right_here: [ann.id], far_far: [bob.id] });
      expect((await buckets(bob, { group })).buckets).toEqual({ right_here: [bob.id], far_far: [ann.id] });
    });
  });

  it('lists no banned, pending and unverified member', async () => {
    await under(async () => {
      const ann = await at(spa, 'Ann');
      const others = [await at(spa, 'Ben'), await at(spa, 'Cas'), await at(spa, 'Dia'), await at(spa, 'Eli')];
      const group = (await services.group(ann, others))._id;
      const changes = [{ banned: true }, { pending: true }, { email_verified: false }];
      for (const [index, $set] of changes.entries())
        await services
          .get(Mongo)
          .connection.db!.collection('users')
          .updateOne({ _id: others[index]!.id as never }, { $set });
      const found = await buckets(ann, { group });
      expect([found.buckets, found.total]).toEqual([{ right_here: ids([ann, others[3]!]) }, 2]);
    });
  });

  it('uses the limits in miles where the deployment measures in miles', async () => {
    const ann = await services.member();
    const bob = await services.member();
    const group = (await services.group(ann, [bob]))._id;
    for (const [miles, bucket] of [
      [false, 'in_the_area'],
      [true, 'nearby'],
    ] as const)
      await under(
        async () => {
          await locate(ann, spa);
          await locate(bob, north(13));
          expect((await buckets(ann, { group })).buckets[bucket]).toEqual([bob.id]);
        },
        { miles },
      );
  });

  it('shows only members who share a group under can_only_view_users_in_my_groups, in list and count', async () => {
    await under(
      async () => {
        const [ann, bob] = [await at(spa, 'Ann'), await at(spa, 'Bob')];
        await at(spa, 'Eve');
        await services.group(ann, [bob]);
        const found = await buckets(ann);
        expect([found.buckets, found.total]).toEqual([{ right_here: ids([ann, bob]) }, 2]);
      },
      { can_only_view_users_in_my_groups: true },
    );
  });

  it.each([
    [true, 403],
    ['members', 403],
    [false, 200],
  ])('answers an ordinary member under hide_members %p with %p for a group', async (hide_members, status) => {
    await under(
      async () => {
        const [owner, bob] = [await services.member(), await at(spa, 'Bob')];
        const group = (await services.group(owner, [bob]))._id;
        expect((await closest(bob, { group })).status).toBe(status);
        expect((await closest(bob)).body.located).toBe(true);
      },
      { hide_members },
    );
  });

  it('shows the members of the workplace only', async () => {
    const flags = { people_tab, can_only_view_users_in_my_groups: false };
    await underFlags(services, 'workplace', flags, async () => {
      const make = (workplaces: string[], more: object = {}) =>
        services.member({ community: 'workplace', workplaces, workplace: workplaces[0] ?? '', ...more });
      const [ann, bob] = [await make(['hq']), await make(['hq', 'porto'])];
      const boss = await make([], { admin: true });
      const eve = await make(['porto']);
      for (const one of [ann, bob, boss, eve]) expect((await locate(one, spa)).status).toBe(200);
      const here = (await buckets(ann)).buckets['right_here']!;
      expect(here.toSorted()).toEqual(ids([ann, bob, boss]).sort());
      await leave([bob, boss]);
    });
  });

  it('accepts numbered pages from 0 and refuses a cursor of another list', async () => {
    await under(async () => {
      const ann = await at(spa, 'Ann');
      const others = [await at(spa, 'Bob'), await at(north(1), 'Cleo')];
      const group = (await services.group(ann, others))._id;
      const pages = await Promise.all(['0', '1', '2', '3'].map((page) => closest(ann, { group, count: 1, page })));
      expect(pages.map(({ body }) => ids(body.users))).toEqual([...ids([ann, ...others]).map((id) => [id]), []]);
      for (const page of ['51', 'x', Buffer.from('["username","a","b"]').toString('base64url')]) {
        const { status, body } = await closest(ann, { group, page });
        expect([page, status, body.fields]).toEqual([page, 400, { page: 'page_INVALID_PATTERN' }]);
      }
    });
  });

  it('contains no coordinates and no cell in any reply', async () => {
    await under(
      async () => {
        const [ann, bob] = [await at(spa, 'Ann'), await at(north(0.2), 'Bob')];
        const group = (await services.group(ann, [bob]))._id;
        const { body } = await closest(ann, { group });
        expect(body.users).toHaveLength(2);
        expect(JSON.stringify(body.users)).not.toMatch(/8[5-8]1fa|50\.437|5\.971|cells|located/);
      },
      { distances: true },
    );
  });

  it('finds the nearest members of many by an index', async () => {
    await under(async () => {
      const ann = await at(spa, 'Ann');
      for (let index = 0; index < 60; index++) await services.member({ fullname: `Zed ${index}` });
      await closest(ann);
      await expectNoCollectionScan(services, () => closest(ann, { count: 5 }));
      const read = () => documentsRead(services, 'users', () => closest(ann, { count: 5 }), 'cells');
      expect(await read()).toBeLessThan(30);
    });
  });
});
