import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { banMember, terminateMember } from '@paddock/contract/calls/account-data';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { TestWindows } from '../../test/test-windows.js';
import { underFlags } from '../../test/under-flags.js';
import { ProfileBroadcast } from './profile-broadcast.js';

let services: TestServices;
let windows: TestWindows;
let chief: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats,people', RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
  chief = await services.member({ admin: true });
});
afterAll(async () => {
  windows.closeAll();
  await services.close();
});

const acts = {
  ban: (id: string) => services.call(banMember, { id, banned: true }, { as: chief }),
  end: (id: string) => services.call(terminateMember, { id }, { as: chief }),
} as const;

/** The ids that `updating_user` names to a member after an act on another one. */
async function namedTo(viewer: TestMember, act: keyof typeof acts, { id }: TestMember) {
  const [window, own, last] = [await windows.open(viewer), await windows.open(chief), await services.member()];
  expect((await acts[act](id)).status).toBe(200);
  // A later event of the same subscriber: what has not come before it does not come.
  await acts.ban(last.id);
  const ids = ({ received }: typeof own) =>
    received.flatMap(({ event, payload }) => (event === 'updating_user' ? (payload as { id: string }).id : []));
  for (const end = Date.now() + 20_000; !ids(own).includes(last.id); await new Promise((next) => setTimeout(next, 20)))
    expect(Date.now()).toBeLessThan(end);
  await windows.settled([viewer, window]);
  return ids(window).filter((one) => one !== last.id);
}

describe(ProfileBroadcast, () => {
  it.each(['ban', 'end'] as const)('names a member to others after the %s of the account', async (act) => {
    const [ann, bob] = [await services.member(), await services.member()];
    expect(await namedTo(ann, act, bob)).toEqual([bob.id]);
  });

  it.each([
    ['ban', { pending: true }],
    ['end', { pending: true }],
    ['end', { email_verified: false }],
    ['end', { banned: true }],
  ] as const)('names to no other member after the %s an account of %j', async (act, hidden) => {
    const [ann, bob] = [await services.member(), await services.member(hidden)];
    expect(await namedTo(ann, act, bob)).toEqual([]);
  });

  it('names a banned member to super admins after the end of the account', async () => {
    const [root, bob] = [await services.member({ admin: true }), await services.member({ banned: true })];
    expect(await namedTo(root, 'end', bob)).toEqual([bob.id]);
  });

  it.each(['ban', 'end'] as const)('names after the %s only members of the same groups where others see none', (act) =>
    underFlags(services, 'motorsport', { can_only_view_users_in_my_groups: true }, async () => {
      const [ann, bob, eve] = [await services.member(), await services.member(), await services.member()];
      await services.group(ann, [bob, eve]);
      const [outsider, cleo] = [await services.member(), await services.member()];
      expect(await namedTo(ann, act, bob)).toEqual([bob.id]);
      await services.group(ann, [cleo]);
      expect(await namedTo(outsider, act, cleo)).toEqual([]);
    }),
  );
});
