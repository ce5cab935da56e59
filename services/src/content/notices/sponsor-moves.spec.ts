import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteGroup } from '@paddock/contract/calls/groups';
import type { Sponsor } from '@paddock/contract/calls/notices';
import { sponsorCalls, withNoticesTabs } from '../../../test/sponsors-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { SponsorMoves } from './sponsor-moves.js';

let services: TestServices;
let calls: ReturnType<typeof sponsorCalls>;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,notices', RATE_LIMITS: 'off' });
  await withNoticesTabs(services);
  calls = sponsorCalls(services);
});
afterAll(() => services.close());

const adminOf = (workplace: string) =>
  services.member({ community: 'workplace', workplace, acl: [{ title: 'workplace_admin', resources: [workplace] }] });

/** Notices with these titles, the first one on top; returned by title. */
async function board(admin: TestMember, titles: readonly string[]): Promise<Record<string, Sponsor>> {
  const made: Record<string, Sponsor> = {};
  for (const title of titles.toReversed()) made[title] = await calls.of(admin, { title, namespace: 'partners' });
  return made;
}
const order = (as: TestMember) => calls.titles(as, { namespace: 'partners' });
const swap = (as: TestMember, one: Sponsor, other: Sponsor) =>
  calls.update(as, one.id, { created: other.created, swap_with: other.id });

describe(SponsorMoves, () => {
  it('swaps at the first update and answers the second and every resend from the result', async () => {
    const admin = await adminOf('hq');
    const { a, b } = await board(admin, ['a', 'b', 'c']);
    expect((await swap(admin, b!, a!)).body.sponsor.created).toBe(a!.created);
    expect(await order(admin)).toEqual(['b', 'a', 'c']);
    expect((await swap(admin, a!, b!)).body.sponsor.created).toBe(b!.created);
    await swap(admin, b!, a!);
    expect(await order(admin)).toEqual(['b', 'a', 'c']);
  });

  it('neither loses nor duplicates a place when admins move at once', async () => {
    const [one, two] = [await adminOf('porto'), await adminOf('porto')];
    const titles = ['a', 'b', 'c', 'd', 'e', 'f'];
    const made = await board(one, titles);
    const stamps = Object.values(made).map(({ created }) => created);
    const move = async (as: TestMember, up: string, over: string) => {
      const first = await swap(as, made[up]!, made[over]!);
      const second = await swap(as, made[over]!, made[up]!);
      return [first.status, second.status];
    };
    const replies = await Promise.all([
      move(one, 'b', 'a'),
      move(two, 'b', 'a'),
      move(one, 'c', 'b'),
      move(two, 'd', 'c'),
      move(one, 'e', 'd'),
      move(two, 'f', 'e'),
    ]);
    expect(replies.flat().every((status) => status === 200 || status === 409)).toBe(true);
    const { body } = await calls.list({ as: one }, { namespace: 'partners' });
    expect(body.sponsors.map(({ title }) => title).toSorted()).toEqual(titles);
    expect(body.sponsors.map(({ created }) => created).toSorted()).toEqual(stamps.toSorted());
  });

  it('passes over a notice of a deleted group, which no list shows', async () => {
    const admin = await adminOf('studio');
    const groups = [(await services.group(admin))._id, (await services.group(admin))._id];
    const b = await calls.of(admin, { title: 'b' });
    for (const group of [...groups, groups[0]!]) await calls.of(admin, { title: 'x', group });
    const a = await calls.of(admin, { title: 'a' });
    const [first, second] = groups as [string, string];
    await services.call(deleteGroup, { id: first }, { as: admin });
    expect((await swap(admin, b, a)).body.code).toBe('CONFLICT');
    await services.call(deleteGroup, { id: second }, { as: admin });
    expect(await calls.titles(admin)).toEqual(['a', 'b']);
    expect((await swap(admin, b, a)).status).toBe(200);
    await swap(admin, a, b);
    expect(await calls.titles(admin)).toEqual(['b', 'a']);
  });

  it('refuses those that are no neighbours, other namespaces, members and sorted lists', async () => {
    const admin = await adminOf('studio');
    const member = await services.member({ community: 'workplace', workplace: 'studio' });
    const { a, b, c } = await board(admin, ['a', 'b', 'c']);
    const other = await calls.of(admin, { title: 'other' });
    const code = async (reply: ReturnType<typeof swap>) => (await reply).body.code;
    expect(await code(swap(admin, c!, a!))).toBe('CONFLICT');
    expect(await code(calls.update(admin, b!.id, { created: c!.created, swap_with: a!.id }))).toBe('CONFLICT');
    expect(await code(swap(admin, b!, other))).toBe('SPONSOR_NOT_FOUND');
    expect(await code(swap(member, b!, a!))).toBe('FORBIDDEN');
    expect(await code(calls.update(admin, b!.id, { swap_with: a!.id }))).toBe('INVALID_INPUT');
    expect(await code(calls.update(admin, b!.id, { created: a!.created }))).toBe('INVALID_INPUT');
    await underFlags(services, 'workplace', { sponsors_tab: { sort_by: 'title' } }, async () => {
      expect(await code(swap(admin, b!, a!))).toBe('FORBIDDEN');
    });
    expect(await order(admin)).toEqual(['a', 'b', 'c']);
  });
});
