import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { ChatEntry } from '@paddock/contract/calls/chats';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import type { HomeButton } from '@paddock/contract/core/flags';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { Home } from './home';

afterEach(() => {
  cleanup();
  localStorage.clear();
  jest.useRealTimers();
});

const user = { id: 'ann', username: 'ann', fullname: 'Berrueta, Ann', admin: false, acl: [] } as unknown as Self;
const tabs = [{ id: 'chats', module: 'mfe-chats' }] as Boot['tabs'];
const moduleOf = (id: string, links: object) => ({ id, manifest: { routes: [], links } });
const eventsModule = moduleOf('mfe-events', { 'events.list': '/main/events', 'events.detail': '/main/events/:id' });
const chatsModule = moduleOf('mfe-chats', {
  'chats.list': '/main/chats',
  'shouts.conversation': '/main/conversation/:id',
});
const modules = [eventsModule, chatsModule] as unknown as Boot['modules'];

const makeEvent = (fields: Partial<PaddockEvent> = {}): PaddockEvent => ({
  id: 'e/1',
  title: 'Race 6',
  when: '2031-06-21T12:00:00Z',
  end: '2031-06-21T15:00:00Z',
  all_day: false,
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

const makeChat = (fields: Partial<ChatEntry> = {}): ChatEntry => ({
  id: 'c1',
  title: 'Halden Racing',
  badge_number: 3,
  seq: 3,
  last_shout: {
    id: 's1',
    user: { id: 'jo', username: 'jo', fullname: 'Joaquín Berrueta', online: false },
    text: 'Set 3 is off',
    created: '2026-01-01T08:00:00Z',
    deleted: false,
  },
  last_activity: '2026-01-01T08:00:00Z',
  invisible: false,
  muted: false,
  archived: false,
  hidden: false,
  subtitle: '',
  ...fields,
});
const makeNotice = (fields: object = {}) => ({
  id: 'n1',
  namespace: '0',
  title: 'Decision 31',
  desc: 'Car 41, drive-through',
  created: '2026-01-01T08:00:00Z',
  new: false,
  ...fields,
});

interface Given {
  as?: Self;
  /** Replies of the service in order; the last one repeats. A code is a refusal. */
  replies?: (object | string)[];
  buttons?: HomeButton[];
  boot?: Partial<Boot>;
}

async function open({ replies = [{ description: '' }], buttons = [], boot, as = user }: Given = {}) {
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
    user: as,
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
    expect(screen.queryByText('INTERNAL')).toBeNull();
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Chats' })).toBeTruthy();
    fireEvent.click(retry);
    expect(await screen.findByText('Back again')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
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

  it('lists unread chats, notices and next events, and leaves out what is empty', async () => {
    const tab = { id: 'notices', module: 'mfe-content' };
    await open({
      boot: { tabs: [...tabs, tab] as Boot['tabs'] },
      replies: [
        {
          description: '',
          image_url: '/pit.svg',
          crop: { x: 50, y: 84 },
          chats: { rows: [makeChat(), makeChat({ id: '0', title: 'Test', badge_number: 2 })], unread: 7 },
          notices: { rows: [makeNotice({ new: true })], new: 3 },
          events: [makeEvent({ id: 'e2', title: 'Supper', when: '2031-06-22T18:00:00Z' })],
        },
        { description: 'Only this' },
      ],
    });
    const chats = within(await screen.findByRole('region', { name: 'Unread chats' }));
    expect(chats.getByRole('heading').textContent).toBe('Unread chats 7All chats');
    const [all, first, everybody] = chats.getAllByRole('link');
    expect([all!.getAttribute('href'), first!.getAttribute('href')]).toEqual([
      '#/main/chats',
      '#/main/conversation/c1',
    ]);
    expect(first!.textContent).toContain('Joaquín:Set 3 is off');
    expect(everybody!.textContent).toContain('Everybody');
    const notices = within(screen.getByRole('region', { name: 'Latest notices' }));
    expect(notices.getByRole('heading').textContent).toBe('Latest notices 3 newAll notices');
    expect(notices.getByRole('link', { name: /Decision 31/ }).getAttribute('href')).toBe('#/main/notices/n1');
    expect(notices.getByRole('img', { name: 'New' })).toBeTruthy();
    const events = within(screen.getByRole('region', { name: 'Next events' }));
    expect(events.getByRole('link', { name: /Supper/ }).textContent).toContain('8:00 PM 22/06');
    expect(document.querySelector<HTMLImageElement>('img[src="/pit.svg"]')!.style.cssText).toContain('50% 84%');
    cleanup();
    await open({ replies: [{ description: 'Only this' }] });
    expect(await screen.findByText('Only this')).toBeTruthy();
    for (const name of ['Unread chats', 'Chats', 'Latest notices', 'Next events'])
      expect(screen.queryByRole('region', { name })).toBeNull();
  });

  it('lists the latest chats when nothing is unread', async () => {
    await open({ replies: [{ description: '', chats: { rows: [makeChat({ badge_number: 0 })], unread: 0 } }] });
    const chats = within(await screen.findByRole('region', { name: 'Chats' }));
    expect(chats.getByRole('heading').textContent).toBe('Chats All chats');
    expect(chats.queryByText(/unread/)).toBeNull();
  });

  it('tells the latest notice as a story without a picture, and then not in the list', async () => {
    const notices = { rows: [makeNotice(), makeNotice({ id: 'n2', title: 'Wet allocation' })], new: 0 };
    await open({
      boot: { tabs: [{ id: 'notices', module: 'mfe-content' }] as Boot['tabs'] },
      replies: [{ description: 'Boat one leaves at nine.', notices }],
    });
    const story = await screen.findByRole('link', { name: /Latest notice.*Decision 31/ });
    expect(story.getAttribute('href')).toBe('#/main/notices/n1');
    const list = within(screen.getByRole('region', { name: 'Latest notices' }));
    expect(list.queryByText('Decision 31')).toBeNull();
    expect(list.getByText('Wet allocation')).toBeTruthy();
  });

  it('shows hostile texts as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const shout = { ...makeChat().last_shout!, text: hostile };
    await open({
      replies: [
        { description: hostile, chats: { rows: [makeChat({ title: hostile, last_shout: shout })], unread: 1 } },
      ],
    });
    expect((await screen.findAllByText(hostile)).length).toBeGreaterThanOrEqual(3);
    expect(document.querySelector('img')).toBeNull();
  });

  it('has a pencil for admins only', async () => {
    await open();
    expect(screen.queryByRole('link', { name: 'Edit home' })).toBeNull();
    cleanup();
    await open({ as: { ...user, admin: true } });
    expect(screen.getByRole('link', { name: 'Edit home' }).getAttribute('href')).toBe('#/main/home/edit');
  });

  it('shows Now during the event, and requests the next one when it is over', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'performance'] });
    const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
    const running = makeEvent({ when: soon(-60_000), end: soon(60_000) });
    await open({
      replies: [
        { description: '', event: running },
        { description: '', event: makeEvent({ id: 'e2', title: 'Supper' }) },
      ],
    });
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByRole('link', { name: /Race 6/ }).textContent).toContain('Now');
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(screen.getByRole('link', { name: /Supper/ })).toBeTruthy();
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
    await screen.findByRole('link', { name: 'Talk' });
    const links = screen.getAllByRole<HTMLAnchorElement>('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.rel])).toEqual([
      ['Talk', '#/main/chats', ''],
      ['Timing (new tab)', 'https://timing.example.org/', 'noopener noreferrer'],
    ]);
  });

  it('offer invitations to those who may invite', async () => {
    const claims = { routes: [{ path: '/main/invite' }], links: { 'content.invite': '/main/invite' } };
    const served = [...modules, { id: 'mfe-content', manifest: claims }] as unknown as Boot['modules'];
    const { kit } = await open({ buttons: [button('Invite', { page: 'invite' })], boot: { modules: served } });
    expect((await screen.findByRole('link', { name: 'Invite' })).getAttribute('href')).toBe('#/main/invite');
    act(() =>
      kit.deployment.set((now) => ({ ...now, flags: { ...now.flags, disable_invite_button_for_users: true } })),
    );
    expect(screen.queryByRole('link', { name: 'Invite' })).toBeNull();
  });

  it("show the tabs' badges as they change", async () => {
    const { kit } = await open({ buttons: [button('Talk', { page: 'chats' })] });
    expect(await screen.findByRole('link', { name: 'Talk' })).toBeTruthy();
    act(() => kit.badges.set({ chats: 120 }));
    expect(screen.getByRole('link', { name: 'Talk 120 unread' }).textContent).toContain(':D');
    act(() => kit.badges.set({ chats: 0 }));
    expect(screen.getByRole('link', { name: 'Talk' })).toBeTruthy();
  });
});
