import { afterEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import { screen } from '@testing-library/react';
import { leaveScreen, member, openScreen, refusal } from '../entry/test-screen';
import texts from './messages/en.json' with { type: 'json' };
import { Roles } from './roles';

afterEach(leaveScreen);

const links = { 'people.list': '/main/people', 'people.profile': '/main/profile/:uid' };
const boot = { modules: [{ manifest: { links, tabs: [], routes: [] } }] } as unknown as Partial<Boot>;
const admin = (id: string, fullname: string, isSuper: boolean) => ({
  ...{ id, username: id, fullname, online: false },
  ...{ admin: isSuper, workplace_admin: true },
});
const open = (users: object[] | readonly [number, { code: string }], given: Partial<Boot> = boot) =>
  openScreen(<Roles />, {
    user: member({ admin: true }),
    texts,
    boot: given,
    replies: {
      'GET /users/admins': Array.isArray(users) && typeof users[0] !== 'number' ? { users } : (users as never),
      'GET /users/abc': { users: [], total_users: 214, next: null, previous: null },
    },
  });

describe('Roles', () => {
  it('lists the members with a role, each as the way to the profile, and the way to all members', async () => {
    await open([admin('max', 'Max Boss', true), admin('zoe', 'Zoe Chief', false)]);
    await screen.findByText('Zoe Chief');
    const found = screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent]);
    expect(found).toEqual([
      ['#/main/people', expect.stringContaining('All members')],
      ['#/main/profile/max', expect.stringMatching(/Max Boss.*Super admin/)],
      ['#/main/profile/zoe', expect.stringMatching(/Zoe Chief.*Admin/)],
    ]);
    expect(await screen.findByText('214')).toBeTruthy();
  });

  it('lists them also where the directory is not deployed', async () => {
    const { requests } = await open([admin('max', 'Max Boss', true)], {});
    expect(await screen.findByText('Max Boss')).toBeTruthy();
    expect(screen.queryByText('All members')).toBeNull();
    expect(requests.map(({ call }) => call)).toEqual(['GET /users/admins']);
  });

  it('shows why the list is refused', async () => {
    await open(refusal(403, 'FORBIDDEN'));
    expect((await screen.findByRole('alert')).textContent).toContain('FORBIDDEN');
  });
});
