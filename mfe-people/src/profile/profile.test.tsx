import { afterEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import { flags } from '@paddock/contract/core/flags';
import type { Profile } from '@paddock/contract/calls/people';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { makeProfile, reply, withLinks } from '../make-person';
import en from '../messages/en.json' with { type: 'json' };
import { ProfilePage } from './profile-page';
import { fieldHref } from './shown-fields';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const groups = [{ id: 'g1', title: 'Pit wall 27', color: '#2a6fdb', invisible: false }];

interface Shown {
  profile?: Partial<Profile>;
  uid?: string;
  boot?: Partial<Boot>;
  change?: object;
  /** The code of the first refused calls. */
  refusals?: string[];
}

async function open({ profile = {}, uid = 'u1', boot = withLinks, change = {}, refusals = [] }: Shown) {
  const requested: string[] = [];
  const fetch = async (url: unknown) => {
    if (String(url).includes('/activities')) return reply({ activities: [] });
    requested.push(String(url));
    const code = refusals.shift();
    if (code) return reply({ code, message: `Sorry: ${code}` }, code === 'USER_NOT_FOUND' ? 404 : 403);
    return reply(makeProfile(profile));
  };
  const user = { id: 'me', username: 'me', fullname: 'Me Myself', acl: [], admin: false } as unknown as Self;
  const kit = await testKit({ module: 'mfe-people', messages: en, fetch, flags: flags.parse(change), boot, user });
  render(
    <TestHost kit={kit} module="mfe-people">
      <ProfilePage params={{ uid: uid === '' ? undefined : uid } as { uid: string }} />
    </TestHost>,
  );
  return requested;
}
const shown = async () => within(await screen.findByRole('region', { name: 'Ann Lee' }));

describe('ProfilePage', () => {
  it('shows the name and the filled-in fields', async () => {
    const profile_fields = [
      { name: 'garage', type: 'text', label: 'Garage' },
      { name: 'company', type: 'text', label: 'Team' },
    ];
    await open({
      profile: {
        job: 'Driver',
        company: 'Halden',
        online: true,
        tags: 'GT3, , English',
        fields: { garage: '14' },
        groups,
      },
      change: { profile_fields },
    });
    const page = await shown();
    expect(await page.findByRole('heading', { level: 1, name: 'Ann Lee' })).toBeTruthy();
    expect(page.getByText('Driver, Halden')).toBeTruthy();
    expect(page.getByText('Online')).toBeTruthy();
    expect(within(page.getByRole('list', { name: 'Tags' })).getAllByRole('listitem')).toHaveLength(2);
    for (const text of ['Garage', '14', 'Team']) expect(page.getByText(text)).toBeTruthy();
    for (const text of ['E-mail', 'Phone', 'Web', 'Admin']) expect(page.queryByText(text)).toBeNull();
    expect(page.getByRole('link', { name: 'Pit wall 27' }).getAttribute('href')).toBe('#/main/conversation/g1');
  });

  it('links to the direct chat, unless direct messages are forbidden or conversations are not deployed', async () => {
    await open({});
    expect((await shown()).getByRole('link', { name: 'Message' }).getAttribute('href')).toBe('#/main/conversation/u1');
    for (const without of [{ profile: { can_message: false } }, { boot: {} }]) {
      cleanup();
      await open(without);
      expect((await shown()).queryByRole('link', { name: 'Message' })).toBeNull();
    }
  });

  it('shows the own profile with a link to settings without an id', async () => {
    const requested = await open({ uid: '', profile: { id: 'me', can_message: false, groups } });
    expect((await shown()).getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('#/main/settings');
    expect((await shown()).getByRole('heading', { name: /Your groups/ })).toBeTruthy();
    expect(requested[0]).toContain('/users/me');
  });

  it('shows that a user does not exist, not an error', async () => {
    await open({ refusals: ['USER_NOT_FOUND'] });
    expect(await screen.findByText('This user does not exist.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows an error with its code and loads after Retry', async () => {
    await open({ refusals: ['INTERNAL_ERROR'] });
    expect((await screen.findByRole('alert')).textContent).toContain('INTERNAL_ERROR');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await shown()).toBeTruthy();
  });
});

describe(fieldHref, () => {
  it.each([
    ['url', 'https://halden.example/27', 'https://halden.example/27'],
    ['url', 'javascript:alert(1)', undefined],
    ['url', ' https://x', undefined],
    ['tel', '+31 (0)6 12', 'tel:+310612'],
    ['text', 'https://halden.example', undefined],
  ] as const)('of %s %s is %s', (type, value, href) => expect(fieldHref({ type, value })).toBe(href));
});
