import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServerEventPayload } from '@paddock/contract/calls/realtime';
import { readLikers } from '@paddock/contract/calls/shout-readers';
import { deleteShout, likeShout, postShout, readShout, type ShoutCard } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { underFlags } from '../../../test/under-flags.js';
import { MemberBans } from '../../community/users/member-bans.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Likers } from './likers.js';

let services: TestServices;
let ann: TestMember;
let fans: TestMember[];
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  ann = await services.member();
  fans = [];
  for (let index = 0; index < 5; index++) fans.push(await services.member());
});
afterAll(() => services.close());

async function liked(target: object = { group: '0' }): Promise<string> {
  const input = { client_id: randomUUID(), shout: 'Box', ...target };
  const { id } = (await services.call(postShout, input, { as: ann })).body;
  for (const as of fans) await services.call(likeShout, { id }, { as });
  return id;
}
const read = (id: string, as: TestMember, input: object = {}) => services.call(readLikers, { id, ...input }, { as });
const ids = async (...args: Parameters<typeof read>) => (await read(...args)).body.users.map((user) => user.id);

describe(Likers, () => {
  it('lists the likers in their order, in pages by cursor and by number', async () => {
    const id = await liked();
    const all = fans.map((fan) => fan.id);
    const { body } = await read(id, ann);
    expect([body.users.map((user) => user.id), body.likes_count, body.next]).toEqual([all, 5, null]);
    const first = (await read(id, ann, { count: 2 })).body;
    const second = (await read(id, ann, { count: 2, page: first.next! })).body;
    const third = (await read(id, ann, { count: 2, page: second.next! })).body;
    expect([first, second, third].flatMap(({ users }) => users.map((user) => user.id))).toEqual(all);
    expect(third.next).toBeNull();
    expect(await ids(id, ann, { count: 2, page: '1' })).toEqual(all.slice(2, 4));
  });

  it('hides members with a block between them and the caller, in both directions', async () => {
    const id = await liked();
    const [bob, carl, dora] = await Promise.all([services.member(), services.member(), services.member()]);
    for (const as of [bob, carl, dora]) await services.call(likeShout, { id }, { as });
    const tenant = tenantOfMember(bob);
    await services.get(UserRepository).setBlocked(tenant, bob.id, carl.id, true);
    await services.get(UserRepository).setBlocked(tenant, dora.id, bob.id, true);
    const seen = await ids(id, bob);
    expect([seen.includes(carl.id), seen.includes(dora.id), seen.includes(bob.id)]).toEqual([false, false, true]);
    expect(await ids(id, carl)).not.toContain(bob.id);
    expect(await ids(id, ann)).toEqual(expect.arrayContaining([bob.id, carl.id, dora.id]));
  });

  it('names banned members to super admins alone, and counts them for all', async () => {
    const id = await liked();
    const [bob, chief] = [await services.member(), await services.member({ admin: true })];
    await services.call(likeShout, { id }, { as: bob });
    await services.get(MemberBans).set(tenantOfMember(bob), bob.id, true, { by: chief.id });
    expect(await ids(id, ann)).toEqual(fans.map((fan) => fan.id));
    expect(await ids(id, chief)).toContain(bob.id);
    expect((await read(id, ann)).body.likes_count).toBe(6);
  });

  it('hides banned and blocked members among the first likers of a shout, too, by reply and window', async () => {
    const [bob, carl, chief] = [
      await services.member(),
      await services.member(),
      await services.member({ admin: true }),
    ];
    const { id } = (await services.call(postShout, { client_id: randomUUID(), shout: 'Box', group: '0' }, { as: ann }))
      .body;
    for (const as of [bob, carl]) await services.call(likeShout, { id }, { as });
    await services.get(MemberBans).set(tenantOfMember(bob), bob.id, true, { by: chief.id });
    await services.get(UserRepository).setBlocked(tenantOfMember(ann), ann.id, carl.id, true);
    const first = async (as: TestMember) => {
      const { shout } = (await services.call(readShout, { id }, { as })).body;
      return [shout.first_likes.map((user) => user.id), shout.likes_count];
    };
    const found = await Promise.all([ann, carl, chief, fans[0]!].map(first));
    expect(found).toEqual([[], [carl.id], [bob.id, carl.id], [carl.id]].map((ids) => [ids, 2]));
    const windows = new TestWindows(services);
    const [ofAnn, ofChief] = [await windows.open(ann), await windows.open(chief)];
    await services.call(likeShout, { id }, { as: fans[0]! });
    const shown = ({ received }: typeof ofAnn) => {
      const cards = received.flatMap(({ event, payload }) => (event === 'updating_shout' ? [payload] : []));
      const { shout } = (cards.at(-1) ?? {}) as Partial<ServerEventPayload<'updating_shout'>>;
      return shout?.first_likes.map((user) => user.id) ?? [];
    };
    for (const window of [ofAnn, ofChief]) await until(() => shown(window).includes(fans[0]!.id));
    expect([shown(ofAnn), shown(ofChief)]).toEqual([[fans[0]!.id], [bob.id, carl.id, fans[0]!.id]]);
    windows.closeAll();
  });

  it('names only members whom the caller may see among the first likers, too, by reply and window', async () => {
    const [author, bob, carl, chief] = await Promise.all([
      services.member(),
      services.member(),
      services.member(),
      services.member({ admin: true }),
    ]);
    await services.group(author, [bob]);
    const input = { client_id: randomUUID(), shout: 'Box', group: '0' };
    const { id } = (await services.call(postShout, input, { as: author })).body;
    for (const as of [carl, bob]) await services.call(likeShout, { id }, { as });
    const namesOf = (shout: Pick<ShoutCard, 'first_likes' | 'likes_count'> | undefined) => [
      shout?.first_likes.map((user) => user.id),
      shout?.likes_count,
    ];
    await underFlags(services, 'motorsport', { can_only_view_users_in_my_groups: true }, async () => {
      const read = async (as: TestMember) => namesOf((await services.call(readShout, { id }, { as })).body.shout);
      expect(await Promise.all([author, bob, carl, chief].map(read))).toEqual(
        [[bob.id], [bob.id], [carl.id], [carl.id, bob.id]].map((names) => [names, 2]),
      );
      const windows = new TestWindows(services);
      const { received } = await windows.open(author);
      await services.call(likeShout, { id }, { as: chief });
      const cards = () => received.flatMap(({ event, payload }) => (event === 'updating_shout' ? [payload] : []));
      await until(() => cards().length > 0);
      const { shout } = cards().at(-1) as ServerEventPayload<'updating_shout'>;
      expect(namesOf(shout)).toEqual([[bob.id], 3]);
      windows.closeAll();
    });
  });

  it('names only members whom the caller may see', async () => {
    const id = await liked();
    await services.group(ann, [fans[1]!]);
    await underFlags(services, 'motorsport', { can_only_view_users_in_my_groups: true }, async () =>
      expect(await ids(id, ann)).toEqual([fans[1]!.id]),
    );
    expect(await ids(id, ann)).toHaveLength(5);
  });

  it('refuses a deleted shout, and all where likes are off', async () => {
    const id = await liked();
    await underFlags(services, 'motorsport', { disable_likes: true }, async () =>
      expect((await read(id, ann)).body.code).toBe('FEATURE_DISABLED'),
    );
    await services.call(deleteShout, { id }, { as: ann });
    expect((await read(id, ann)).body.code).toBe('SHOUT_NOT_FOUND');
  });
});
