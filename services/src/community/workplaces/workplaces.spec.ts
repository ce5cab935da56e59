import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { readWorkplaces } from '@paddock/contract/calls/boot';
import { readChats } from '@paddock/contract/calls/chats';
import { readGroup } from '@paddock/contract/calls/groups';
import { searchPeople } from '@paddock/contract/calls/people';
import { blockMember } from '@paddock/contract/calls/profiles';
import { postShout, readShouts } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { UserRepository } from '../users/user.repository.js';
import { Workplaces } from './workplaces.js';

let services: TestServices;
let [ofHq, ofTwo, ofNone, chair]: TestMember[] = [];
const community = 'workplace';
beforeAll(async () => {
  services = await startTestServices();
  ofHq = await services.member({ community, workplace: 'hq' });
  ofTwo = await services.member({ community, workplaces: ['studio', 'porto'] });
  ofNone = await services.member({ community });
  chair = await services.member({ community, workplaces: ['hq'], admin: true });
});
afterAll(() => services.close());

const say = async (as: TestMember, workplace: string) => {
  const input = { client_id: randomUUID(), group: '0', shout: `Hello ${randomUUID()}` };
  const { status, body } = await services.call(postShout, input, { as, workplace });
  expect(status).toBe(200);
  return body.id;
};
const feed = (as: TestMember, workplace: string) =>
  services.call(readShouts, { filter: '0', count: 50 }, { as, workplace });

describe(Workplaces, () => {
  it('places calls without a workplace in the first one by title', async () => {
    const id = await say(ofTwo!, '');
    const porto = await services.member({ community, workplace: 'porto' });
    expect((await feed(porto, 'porto')).body.shouts.map((shout) => shout.id)).toContain(id);
    expect((await feed(ofNone!, '')).body.shouts.map((shout) => shout.id)).not.toContain(id);
  });

  it('shows members of a workplace nothing of the default place', async () => {
    const id = await say(ofNone!, '');
    const group = await services.group(ofNone!);
    for (const workplace of ['', 'hq']) {
      const { body } = await feed(ofHq!, workplace);
      expect(body.shouts.map((shout) => shout.id)).not.toContain(id);
    }
    expect((await services.call(readGroup, { id: group._id }, { as: { ...ofHq!, workplace: '' } })).body.code).toBe(
      'GROUP_NOT_FOUND',
    );
    expect((await feed(chair!, '')).body.shouts.map((shout) => shout.id)).toContain(id);
  });

  it.each(['porto', 'nowhere'])('refuses member calls in the foreign workplace %s', async (workplace) => {
    expect((await feed(ofHq!, workplace)).body.code).toBe('FORBIDDEN');
    expect(
      (await services.call(readChats, { verb: 'retrieve', prop: 'all' }, { as: ofNone!, workplace })).body.code,
    ).toBe('FORBIDDEN');
    expect((await services.call(readSelf, {}, { as: ofHq!, workplace })).status).toBe(200);
  });

  it('finds only its own members in the default place', async () => {
    const company = `Trawler ${randomUUID().slice(0, 8)}`;
    const fields = { company };
    const inHq = await services.member({ community, workplace: 'hq', fields, fullname: `${company} One` });
    const alone = await services.member({ community, fields, fullname: `${company} Two` });
    const former = await services.member({ community, workplaces: ['closed'], fullname: `${company} Three` });
    const found = async (workplace: string) =>
      (await services.call(searchPeople, { query: company }, { as: chair!, workplace })).body.results.map(
        ({ id }) => id,
      );
    expect((await found('')).sort()).toEqual([alone.id, former.id].sort());
    expect(await found('hq')).toEqual([inHq.id]);
  });

  it('places all calls in the default place where workplaces are off', async () => {
    await services.configure('motorsport', (file) => {
      file.workplaces = [{ id: 'hq', title: 'Headquarters' }];
    });
    const [bob, eve] = [await services.member({ workplaces: ['hq'] }), await services.member()];
    const id = await say(bob, 'hq');
    expect((await feed(eve, '')).body.shouts.map((shout) => shout.id)).toContain(id);
    const chief = await services.member({ admin: true });
    const [workplaces, users] = [services.get(Workplaces), services.get(UserRepository)];
    for (const workplace of ['', 'hq']) {
      const tenant = { ...tenantOfMember(bob), workplace };
      const included = [bob, eve, chief].filter(({ row }) => workplaces.includes(tenant, row)).map((one) => one.id);
      const ids = await users.idsOf(tenant);
      expect([bob, eve, chief].map((one) => one.id).filter((one) => ids.includes(one))).toEqual(included);
    }
  });

  it('opens the default place to members whose workplace was closed', async () => {
    const former = await services.member({ community, workplaces: ['closed'] });
    expect((await feed(former, '')).status).toBe(200);
  });

  it('ends the rights of the admins of a closed workplace: they can be blocked, and need a plan', async () => {
    const adminOf = (workplace: string) =>
      services.member({
        ...{ community, workplace: 'hq', workplaces: ['hq', workplace] },
        acl: [{ title: 'workplace_admin' as const, resources: [workplace] }],
      });
    const [former, present] = [await adminOf('closed'), await adminOf('porto')];
    const flags = { can_only_view_users_in_my_groups: false };
    await underFlags(services, community, flags, async () => {
      const block = async ({ id }: TestMember) => (await services.call(blockMember, { id }, { as: ofHq! })).body.code;
      expect([await block(former), await block(present)]).toEqual([undefined, 'FORBIDDEN']);
    });
    await underFlags(services, community, { subscription_required: true }, async () => {
      const codes = [former, present].map(async (as) => (await feed(as, 'hq')).body.code);
      expect(await Promise.all(codes)).toEqual(['SUBSCRIPTION_REQUIRED', undefined]);
    });
  });

  it('lists the workplaces of the caller with their pictures', async () => {
    const { workplaces } = (await services.call(readWorkplaces, {}, { as: chair! })).body;
    expect(workplaces.map(({ id, image_url }) => [id, image_url])).toEqual([
      ['', undefined],
      ['hq', '/deployments/riverlight-hq.svg'],
      ['porto', '/deployments/riverlight-porto.svg'],
      ['studio', '/deployments/riverlight-studio.svg'],
    ]);
    const own = (await services.call(readWorkplaces, {}, { as: ofTwo! })).body.workplaces;
    expect(own.map(({ id }) => id)).toEqual(['porto', 'studio']);
    const motorsport = await services.member();
    expect((await services.call(readWorkplaces, {}, { as: motorsport })).body.workplaces).toEqual([
      { id: '', title: expect.any(String), image_url: '/deployments/pitlane.svg' },
    ]);
  });
});
