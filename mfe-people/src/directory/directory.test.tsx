import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { flags } from '@paddock/contract/core/flags';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { ToastRegion } from '@paddock/ui/toast';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { makePerson, makeProfile, reply, withLinks } from '../make-person';
import en from '../messages/en.json' with { type: 'json' };
import { Directory } from './directory';

afterEach(() => {
  cleanup();
  localStorage.clear();
  location.hash = '';
});

const ann = { ...makePerson({ id: 'u1', fullname: 'Ann Lee', username: 'ann', company: 'Halden' }), bucket: 'A' };
const four = { ...makePerson({ id: 'u2', fullname: '4wheels', username: 'four' }), bucket: '0-9' };
const bare = { ...makePerson({ id: 'u3', fullname: '王小明', username: 'wang' }), bucket: 'OTHERS' };

interface Network {
  users?: object[];
  found?: object[];
  total?: number;
  /** The cursor of the directory's second page. */
  next?: string | null;
  profile?: object;
  /** Codes of the first refused calls, in order; later calls succeed. */
  refusals?: string[];
}

async function open(network: Network = {}, change: object = {}, uid?: string) {
  if (location.hash === '') location.hash = '/main/people';
  const {
    users = [bare, four, ann],
    found = [],
    total = found.length,
    next = null,
    profile = makeProfile(ann),
  } = network;
  const fetch = jest.fn<typeof globalThis.fetch>(async (url) => {
    if (String(url).includes('/activities')) return reply({ activities: [] });
    const code = network.refusals?.shift();
    if (code) return reply({ code, message: `Sorry: ${code}` }, code.endsWith('NOT_FOUND') ? 404 : 403);
    if (String(url).includes('/users/abc')) return reply({ users, total_users: users.length, next, previous: null });
    if (String(url).includes('/users/search')) return reply({ results: found, total_users: total, next: null });
    return reply(profile);
  });
  const user = { id: 'me', username: 'me', fullname: 'Me Myself', acl: [] } as unknown as Self;
  const given = { flags: flags.parse(change), boot: withLinks, user };
  const kit = await testKit({ module: 'mfe-people', messages: en, fetch, ...given });
  render(
    <TestHost kit={kit} module="mfe-people">
      <ToastRegion label="Messages" dismissLabel="Dismiss" />
      <Directory params={{ uid } as { uid: string }} />
    </TestHost>,
  );
  return { fetch };
}
const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
const requestsTo = (fetch: Awaited<ReturnType<typeof open>>['fetch'], part: string) =>
  fetch.mock.calls.filter(([url]) => String(url).includes(part)).length;

describe('Directory', () => {
  it('lists members by letter with their configured rows', async () => {
    await open({}, { people_tab: { rows: ['fullname', 'company', 'job'] } });
    const link = await screen.findByRole('link', { name: /Ann Lee/ });
    expect(link.textContent).toContain('Halden');
    expect(link.textContent).not.toContain('undefined');
    expect(link.getAttribute('href')).toBe('#/main/people/u1');
    const heads = screen.getAllByRole('heading', { level: 2 }).map((head) => head.textContent);
    expect(heads).toEqual(['Others', '0-9', 'A']);
  });

  it('shows an empty directory', async () => {
    await open({ users: [] });
    expect(await screen.findByText('No members found')).toBeTruthy();
  });

  it('shows an error with its code and loads after Retry', async () => {
    await open({ refusals: ['INTERNAL_ERROR'] });
    expect((await screen.findByRole('alert')).textContent).toContain('INTERNAL_ERROR');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: /Ann Lee/ })).toBeTruthy();
  });

  it.each([
    [[], 0, 'No members found'],
    [[ann], 1, 'Found 1 member'],
    [[ann, four], 7, 'Found 7 members'],
  ])('searches once after a pause and shows the number of results', async (found, total, text) => {
    const { fetch } = await open({ found, total });
    await screen.findByRole('link', { name: /Ann Lee/ });
    type('a');
    type('an');
    expect(screen.getByText('Searching…')).toBeTruthy();
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(requestsTo(fetch, '/users/search')).toBe(1);
    expect(screen.queryByText('Searching…')).toBeNull();
    type('');
    await waitFor(() => expect(screen.getByRole('link', { name: /王小明/ })).toBeTruthy());
  });

  it('shows all members again, with the focus in the field, when a search finds no one', async () => {
    await open();
    await screen.findByRole('link', { name: /Ann Lee/ });
    type('zzz');
    fireEvent.click(await screen.findByRole('button', { name: 'Clear the search' }));
    expect(await screen.findByRole('link', { name: /Ann Lee/ })).toBeTruthy();
    const box = screen.getByRole('searchbox');
    expect((box as HTMLInputElement).value).toBe('');
    expect(document.activeElement).toBe(box);
  });

  it('keeps what is typed while the way back from a cleared search is under way', async () => {
    await open({ found: [ann] });
    type('an');
    await waitFor(() => expect(location.hash).toBe('#/main/people?search=an'));
    const left = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    const back = jest.spyOn(window.history, 'back');
    type('');
    await waitFor(() => expect(back).toHaveBeenCalled());
    type('lee');
    await act(() => left);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('lee');
    await waitFor(() => expect(location.hash).toBe('#/main/people?search=lee'));
    back.mockRestore();
  });

  it('holds the search in its address, so that a reload and a link show the results', async () => {
    await open({ found: [ann], total: 1 });
    await screen.findByRole('link', { name: /王小明/ });
    type('an');
    await waitFor(() => expect(location.hash).toBe('#/main/people?search=an'));
    cleanup();
    const { fetch } = await open({ found: [ann], total: 1 });
    expect((await screen.findAllByText('Found 1 member')).length).toBeGreaterThan(0);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('an');
    expect(requestsTo(fetch, 'query=an')).toBe(1);
    expect(screen.getByRole('link', { name: /Ann Lee/ }).getAttribute('href')).toBe('#/main/people/u1?search=an');
  });

  it('shows the chosen member beside the list and marks their row', async () => {
    await open({}, {}, 'u1');
    const pane = within(await screen.findByRole('region', { name: 'Ann Lee' }));
    expect(await pane.findByRole('heading', { level: 1, name: 'Ann Lee' })).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByRole('link', { name: /Ann Lee/ }).getAttribute('aria-current')).toBe('true'),
    );
  });
});

describe('the jump to a letter', () => {
  const many = Array.from({ length: 22 }, (_, at) => ({
    ...makePerson({ id: `m${at}`, fullname: `Mia ${at}`, username: `mia${at}` }),
    bucket: 'M',
  }));
  const rail = () => screen.findByRole('slider', { name: 'Jump to a letter' });

  it('begins the list at a letter that is not loaded, and holds it in the address', async () => {
    const { fetch } = await open({ users: [ann, ...many], next: 'more' });
    const slider = await rail();
    slider.focus();
    fireEvent.keyDown(slider, { key: 'z' });
    await waitFor(() => expect(location.hash).toBe('#/main/people?letter=Z'));
    await waitFor(() => expect(requestsTo(fetch, 'letter=Z')).toBe(1));
    expect(document.activeElement).toBe(slider);
  });

  it('stays in the list for a loaded letter', async () => {
    const { fetch } = await open({ users: [ann, ...many] });
    fireEvent.keyDown(await rail(), { key: 'm' });
    await new Promise((passed) => setTimeout(passed, 300));
    expect(location.hash).toBe('#/main/people');
    expect(requestsTo(fetch, '/users/abc')).toBe(1);
  });

  it('ignores an invalid letter in the address', async () => {
    location.hash = '/main/people?letter=AA';
    const { fetch } = await open();
    await screen.findByRole('link', { name: /Ann Lee/ });
    expect(requestsTo(fetch, 'letter=')).toBe(0);
  });

  it('is not offered in a short list', async () => {
    await open();
    await screen.findByRole('link', { name: /Ann Lee/ });
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('begins at the member whose address was opened', async () => {
    const { fetch } = await open({}, {}, 'u1');
    await screen.findByRole('link', { name: /Ann Lee/ });
    expect(requestsTo(fetch, 'member=u1')).toBe(1);
  });
});

describe('the call to action', () => {
  const message = { people_tab: { call_to_action: 'message' } };
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

  it.each([
    ['the conversation', { can_message: true }, '#/main/conversation/u1'],
    ['the profile when messages are not allowed', { can_message: false }, '#/main/people/u1'],
  ])('opens %s', async (_, change, address) => {
    await open({ profile: makeProfile({ ...ann, ...change }) }, message);
    await press('Message Ann Lee');
    await waitFor(() => expect(location.hash).toBe(address));
  });

  it('shows that the member has blocked the caller, and stays', async () => {
    await open({ profile: makeProfile({ ...ann, blocked_you: true }) }, message);
    await press('Message Ann Lee');
    expect(await screen.findByText('This user blocked you')).toBeTruthy();
    expect(location.hash).toBe('#/main/people');
  });

  it.each([
    ['it is not configured', {}],
    ['direct messages are off', { ...message, direct_messages_enabled: false }],
  ])('is hidden when %s', async (_, change) => {
    await open({}, change);
    await screen.findByRole('link', { name: /Ann Lee/ });
    expect(screen.queryByRole('button', { name: /^Message/ })).toBeNull();
  });
});

describe('a press on a person', () => {
  const held = { people_tab: { long_press: 'profile' } };
  const row = () => screen.findByRole('link', { name: /ann/ });
  const later = (milliseconds: number) => new Promise((passed) => setTimeout(passed, milliseconds));

  it.each([
    ['the direct chat', { can_message: true }, '#/main/conversation/u1'],
    ['the profile where messages are not allowed', { can_message: false }, '#/main/people/u1'],
  ])('leads to %s, with a long press for the profile', async (_, change, address) => {
    await open({ profile: makeProfile({ ...ann, ...change }) }, held);
    fireEvent.click(await row());
    await waitFor(() => expect(location.hash).toBe(address));
  });

  it('leads to the profile without a long press, which then does nothing', async () => {
    const { fetch } = await open();
    fireEvent.pointerDown(await row(), { pointerType: 'touch' });
    await later(800);
    expect(fireEvent.click(await row())).toBe(true);
    expect(location.hash).toBe('#/main/people');
    expect(requestsTo(fetch, '/users/u1')).toBe(0);
  });

  it.each([
    ['one’s own row', {}, 'me'],
    ['direct messages are off', { direct_messages_enabled: false }, 'u1'],
  ])('leads to the profile for %s', async (_, change, id) => {
    await open({ users: [{ ...ann, id }] }, { ...held, ...change });
    expect((await row()).hasAttribute('aria-description')).toBe(false);
    expect(fireEvent.click(await row())).toBe(true);
  });

  it('leads to the profile when it is long, and by the keys of a context menu', async () => {
    await open({}, held);
    fireEvent.pointerDown(await row(), { pointerType: 'touch' });
    await act(() => later(800));
    expect(location.hash).toBe('#/main/people/u1');
    location.hash = '/main/people';
    fireEvent.contextMenu(await row());
    expect(location.hash).toBe('#/main/people/u1');
  });

  it('is not long when the finger moves', async () => {
    await open({}, held);
    // jsdom's pointer events have no coordinates.
    fireEvent(await row(), new MouseEvent('pointerdown', { clientY: 0, bubbles: true }));
    fireEvent(await row(), new MouseEvent('pointermove', { clientY: 13, bubbles: true }));
    await later(800);
    expect(location.hash).toBe('#/main/people');
  });
});

describe('the rows of a person', () => {
  it.each([
    [{ tags: 'Pit wall' }, ['ann', 'Ann Lee', 'Pit wall']],
    [{}, ['ann', 'Ann Lee', 'Halden']],
    [{ fullname: '', description: 'Since 2019' }, ['ann', 'Since 2019', 'Halden']],
    [{ company: '' }, ['ann', 'Ann Lee']],
  ])('show user name, name or description, tags or company of %j', async (change, lines) => {
    await open({ users: [{ ...ann, ...change }] });
    const text = (await screen.findByRole('link', { name: /ann/ })).textContent;
    expect(text).toContain(lines.join(''));
  });
});
