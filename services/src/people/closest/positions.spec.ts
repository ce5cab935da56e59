import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { forgetPosition } from '@paddock/contract/calls/people';
import { dayMs } from '@paddock/contract/core/durations';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { peopleCalls } from '../../../test/people-calls.js';
import { underFlags } from '../../../test/under-flags.js';
import { PositionsService } from './positions.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const { closest, locate } = peopleCalls(() => services);
const byDistance = { people_tab: { by_distance: true } };
const spa: [number, number] = [5.97143, 50.43718];

const stored = async ({ id }: TestMember) =>
  services
    .get(Mongo)
    .connection.db!.collection<Record<string, unknown> & { _id: string }>('users')
    .findOne({ _id: id });
const hasPosition = async (member: TestMember) => {
  const row = await stored(member);
  return 'cells' in row! || 'located' in row!;
};

describe(PositionsService, () => {
  it('stores the cell of about 500 m and its parents, and nothing of the position itself', async () => {
    const ann = await services.member();
    await underFlags(services, 'motorsport', byDistance, async () => {
      expect((await locate(ann, spa)).body).toEqual({ ok: true });
      const row = (await stored(ann))!;
      expect(row['cells']).toEqual(['881fa005b9fffff', '871fa005bffffff', '861fa005fffffff', '851fa007fffffff']);
      expect(JSON.stringify(row)).not.toMatch(/5\.971|50\.437/);
      // Caches, from which other services read members, hold none of it.
      expect(await services.get(UserRepository).byId(tenantOf('motorsport'), ann.id)).not.toHaveProperty('cells');
    });
  });

  it.each([[[181, 0]], [[0, 91]], [[5]], [['5.97', '50.44']], [null]])('refuses the position %j', async (position) => {
    const ann = await services.member();
    await underFlags(services, 'motorsport', byDistance, async () => {
      const { status, body } = await locate(ann, position as never);
      expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    });
  });

  it('deletes the position of a member who withdraws it', async () => {
    const ann = await services.member();
    await underFlags(services, 'motorsport', byDistance, async () => {
      await locate(ann, spa);
      expect((await closest(ann)).body.located).toBe(true);
      expect((await services.call(forgetPosition, {}, { as: ann })).body).toEqual({ ok: true });
      expect((await closest(ann)).body).toEqual({ located: false, users: [], total_users: 0, next: null });
      expect(await hasPosition(ann)).toBe(false);
    });
  });

  it.each([
    ['the flag', { people_tab: { by_distance: false } }],
    ['the tab', { ...byDistance, hide_people_tab: true }],
  ])('deletes all positions, and accepts none, when the deployment switches off %s', async (_, off) => {
    const ann = await services.member();
    await underFlags(services, 'motorsport', byDistance, async () => {
      await locate(ann, spa);
      await underFlags(services, 'motorsport', off, async () => {
        expect((await locate(ann, spa)).body.code).toBe('FEATURE_DISABLED');
        expect((await closest(ann)).body.code).toBe('FEATURE_DISABLED');
        for (const end = Date.now() + 10_000; await hasPosition(ann);)
          if (Date.now() > end) throw new Error('the position is still stored');
      });
      expect((await closest(ann)).body).toEqual({ located: false, users: [], total_users: 0, next: null });
    });
  });

  it('deletes a position that was not shared again for 30 days', async () => {
    const ann = await services.member();
    const sweep = (days: number) => services.get(PositionsService).sweep(new Date(Date.now() + days * dayMs));
    await underFlags(services, 'motorsport', byDistance, async () => {
      await locate(ann, spa);
      await sweep(29);
      expect(await hasPosition(ann)).toBe(true);
      await sweep(31);
      expect(await hasPosition(ann)).toBe(false);
    });
  });

  it('exports the cell to its member', async () => {
    const ann = await services.member();
    const exported = async () => {
      const row = (await services.get(UserRepository).byId(tenantOf('motorsport'), ann.id))!;
      return services.get(ExtensionPoints).all('export').get('people')!(tenantOf('motorsport'), row);
    };
    expect(await exported()).toEqual({ blocked: [] });
    await underFlags(services, 'motorsport', byDistance, async () => {
      await locate(ann, spa);
      expect(await exported()).toEqual({ blocked: [], position: { h3_cell: '881fa005b9fffff' } });
    });
  });
});
