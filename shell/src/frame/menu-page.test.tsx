import { afterEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, render, screen } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { createModules } from '../modules/modules';
import { MenuPage } from './menu-page';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const ids = ['home', 'chats', 'shouts', 'people', 'events', 'notices', 'dues'] as const;
const tabs = ids.map((id): Boot['tabs'][number] => {
  const title = id.charAt(0).toUpperCase() + id.slice(1);
  return { id, title, icon: [['circle', { r: 9 }]], module: 'mfe-content' };
});
const moduleOf = (id: string, links: Record<string, string>) => ({ id, manifest: { tabs: [], routes: [], links } });
const account = moduleOf('mfe-account', { 'account.settings': '/main/settings' });
const people = moduleOf('mfe-people', { 'people.profile': '/main/profile/:uid' });

/** The accessible name and the address of each row. */
async function rows(modules: object[], hamburger_pages: Boot['flags']['hamburger_pages'] = [], shown = tabs) {
  const kit = await testKit({
    module: 'shell',
    messages: en,
    boot: { tabs: shown, modules: modules as Boot['modules'] },
    flags: { hamburger_pages },
    user: { id: 'ann', username: 'ann', fullname: 'Ann Berg', acl: [], workplaces: [] } as never,
  });
  kit.badges.set({ chats: 4, notices: 120 });
  const load = () => Promise.reject(new Error('nothing is loaded here'));
  const own = createModules({ deployment: kit.deployment, refresh: () => Promise.resolve(), load });
  render(
    <TestHost kit={kit} module="shell">
      <MenuPage modules={own} />
    </TestHost>,
  );
  return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
}

describe(MenuPage, () => {
  it('shows people and the tabs after the first five with their badges, then settings', async () => {
    expect((await rows([account])).slice(1, 5)).toEqual([
      ['People', '#/main/people'],
      ['Notices:D120 unread', '#/main/notices'],
      ['Dues', '#/main/dues'],
      ['Settings', '#/main/settings'],
    ]);
  });

  it('links to the own profile if deployed, else to settings', async () => {
    expect((await rows([account, people]))[0]).toEqual([
      expect.stringMatching(/Ann Berg.*Your profile/),
      '#/main/profile/ann',
    ]);
    cleanup();
    expect((await rows([account]))[0]).toEqual([expect.stringMatching(/Ann Berg/), '#/main/settings']);
  });

  it('shows any deployed page by its name, with its title', async () => {
    const content = {
      ...moduleOf('mfe-content', {}),
      manifest: { tabs: [], routes: [{ path: '/main/custom' }], links: {} },
    };
    const all = await rows(
      [content],
      [
        { title: 'About us', page: 'custom' },
        { title: 'Nowhere', page: 'nowhere' },
      ],
    );
    expect(all).toContainEqual(['About us', '#/main/custom']);
    expect(screen.queryByText('Nowhere')).toBeNull();
  });

  it('shows a configured notices page whose tab names a namespace', async () => {
    const [notices, ...others] = tabs.toSorted((a, b) => Number(b.id === 'notices') - Number(a.id === 'notices'));
    const all = await rows([], ['notices'], [{ ...notices!, namespace: 'partners' }, ...others]);
    expect(all).toContainEqual(['Notices', '#/main/notices/in/partners']);
  });

  it('shows configured pages: tabs of the bar, no duplicates, only deployed pages, URLs in a new window', async () => {
    const timing = { title: 'Live timing', url: 'https://timing.example.org/' };
    const all = await rows([], ['chats', 'dues', 'rooms', timing]);
    expect(all.map(([, href]) => href)).toEqual([
      '#/main/people',
      '#/main/notices',
      '#/main/dues',
      '#/main/chats',
      'https://timing.example.org/',
      '#/main/diagnostics',
    ]);
    const outside = screen.getByRole<HTMLAnchorElement>('link', { name: 'Live timing (new tab)' });
    expect([outside.target, outside.rel]).toEqual(['_blank', 'noopener noreferrer']);
  });
});
