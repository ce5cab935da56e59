import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import type { HomeButton } from '@paddock/contract/core/flags';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { Home } from './home';

afterEach(() => {
  cleanup();
  localStorage.clear();
  jest.useRealTimers();
});

const user = { id: 'ann', username: 'ann', fullname: 'Berrueta, Ann', admin: false, acl: [] } as unknown as Self;
const tabs = [{ id: 'chats', module: 'mfe-chats' }] as Boot['tabs'];
const eventsModule = { id: 'mfe-events', manifest: { routes: [], links: { 'events.detail': '/main/events/:id' } } };
const modules = [eventsModule] as unknown as Boot['modules'];

const makeEvent = (fields: Partial<PaddockEvent> = {}): PaddockEvent => ({
  id: 'e/1',
  title: 'Race 6',
  when: '2031-06-21T12:00:00Z',
  end: '2031-06-21T15:00:00Z',
  time_zone: 'Europe/Brussels',
  where: 'Spa',
  desc: '',
  color: '#d92d3a',
  image_urls: [],
  files: [],
  workplace: '',
  invitation_only: false,
  synced: false,
  new: false,
  can_edit: false,
  can_delete: false,
  created: '2031-01-01T00:00:00Z',
  ...fields,
});

interface Given {
  /** Replies of the service in order; the last one repeats. A code is a refusal. */
  replies?: (object | string)[];
  buttons?: HomeButton[];
  boot?: Partial<Boot>;
}

async function open({ replies = [{ description: '' }], buttons = [], boot }: Given = {}) {
  const fetch = jest.fn(async () => {
    const next = replies.length > 1 ? replies.shift()! : replies[0]!;
    const [status, body] = typeof next === 'string' ? [500, { code: next, message: `Sorry: ${next}` }] : [200, next];
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  const kit = await testKit({
    module: 'mfe-content',
    messages: en,
    fetch,
    boot: { tabs, modules, ...boot },
    user,
  });
  kit.deployment.set((now) => ({ ...now, flags: { ...now.flags, home_tab: { ...now.flags.home_tab, buttons } } }));
  render(
    <TestHost kit={kit} module="mfe-content">
      <Home />
    </TestHost>,
  );
  return { kit, fetch };
}

const button = (title: string, leads: Partial<HomeButton>): HomeButton => ({ title, icon: 'flag', ...leads });

describe(Home, () => {
  it("greets by first name, and shows the service's texts", async () => {
    await open({ replies: [{ description: 'Wet allocation opens at 08:00.' }] });
    expect(screen.getByRole('heading', { level: 1, name: 'Dear Ann' })).toBeTruthy();
    expect(await screen.findByText('Wet allocation opens at 08:00.')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it("links to the description's URL", async () => {
    await open({ replies: [{ description: 'Forecast', url: 'https://weather.example.org/' }] });
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Forecast (new tab)' });
    expect([link.href, link.target, link.rel]).toEqual([
      'https://weather.example.org/',
      '_blank',
      'noopener noreferrer',
    ]);
  });

  it('shows the empty state only without content', async () => {
    await open();
    expect(await screen.findByText('Nothing new')).toBeTruthy();
    cleanup();
    await open({ buttons: [button('Chats', { page: 'chats' })] });
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    expect(screen.queryByText('Nothing new')).toBeNull();
  });

  it('keeps greeting and buttons when the service refuses, and retries', async () => {
    await open({
      replies: ['INTERNAL', { description: 'Back again' }],
      buttons: [button('Chats', { page: 'chats' })],
    });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByText('INTERNAL')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Chats' })).toBeTruthy();
    fireEvent.click(retry);
    expect(await screen.findByText('Back again')).toBeTruthy();
    expect(screen.queryByText('INTERNAL')).toBeNull();
  });

  it('links to the featured event, in its own time zone', async () => {
    await open({ replies: [{ description: '', event: makeEvent() }] });
    const link = await screen.findByRole('link', { name: /Race 6/ });
    expect(link.getAttribute('href')).toBe('#/main/events/e%2F1');
    expect(link.textContent).toContain('2:00 PM to 5:00 PM');
    expect(link.textContent).not.toContain('Now');
  });

  it('hides the featured event when the events module is not deployed', async () => {
    await open({ replies: [{ description: 'Hello', event: makeEvent() }], boot: { modules: [] } });
    expect(await screen.findByText('Hello')).toBeTruthy();
    expect(screen.queryByText('Race 6')).toBeNull();
  });

  it('shows Now during the event, and requests the next one when it is over', async () => {
    const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
    const running = makeEvent({ when: soon(-60_000), end: soon(400) });
    await open({
      replies: [
        { description: '', event: running },
        { description: '', event: makeEvent({ id: 'e2', title: 'Supper' }) },
      ],
    });
    expect((await screen.findByRole('link', { name: /Race 6/ })).textContent).toContain('Now');
    expect(await screen.findByRole('link', { name: /Supper/ })).toBeTruthy();
  });
});

describe('the buttons', () => {
  it('show only deployed pages', async () => {
    await open({
      buttons: [
        button('Talk', { page: 'chats' }),
        button('Rooms', { page: 'rooms' }),
        button('Bulletins', { page: { type: 'sponsor', namespace: 'bulletins' } }),
        button('Timing', { url: 'https://timing.example.org/' }),
      ],
    });
    const links = screen.getAllByRole<HTMLAnchorElement>('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.rel])).toEqual([
      ['Talk', '#/main/chats', ''],
      ['Timing (new tab)', 'https://timing.example.org/', 'noopener noreferrer'],
    ]);
  });

  it("show the tabs' badges as they change", async () => {
    const { kit } = await open({ buttons: [button('Talk', { page: 'chats' })] });
    expect(screen.getByRole('link', { name: 'Talk' })).toBeTruthy();
    act(() => kit.badges.set({ chats: 120 }));
    expect(screen.getByRole('link', { name: 'Talk 120 unread' }).textContent).toContain(':D');
    act(() => kit.badges.set({ chats: 0 }));
    expect(screen.getByRole('link', { name: 'Talk' })).toBeTruthy();
  });
});
