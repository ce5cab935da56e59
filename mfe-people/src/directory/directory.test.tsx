import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { flags } from '@paddock/contract/core/flags';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { ToastRegion } from '@paddock/ui/toast';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { makePerson, makeProfile, reply, withLinks } from '../make-person';
import en from '../messages/en.json' with { type: 'json' };
import { Directory } from './directory';

// jsdom has no layout, so nothing comes into view; a browser test covers paging.
beforeAll(() => {
  globalThis.IntersectionObserver = class {
    observe = () => undefined;
    disconnect = () => undefined;
  } as never;
});
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
  profile?: object;
  /** Codes of the first refused calls, in order; later calls succeed. */
  refusals?: string[];
}

async function open(network: Network = {}, change: object = {}, uid?: string) {
  const { users = [bare, four, ann], found = [], total = found.length, profile = makeProfile(ann) } = network;
  const fetch = jest.fn<typeof globalThis.fetch>(async (url) => {
    const code = network.refusals?.shift();
    if (code) return reply({ code, message: `Sorry: ${code}` }, code.endsWith('NOT_FOUND') ? 404 : 403);
    if (String(url).includes('/users/abc')) return reply({ users, total_users: users.length, next: null });
    if (String(url).includes('/users/search')) return reply({ results: found, total_users: total, next: null });
    return reply(profile);
  });
  const kit = await testKit({ module: 'mfe-people', messages: en, fetch, flags: flags.parse(change), boot: withLinks });
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

  it('shows the chosen member beside the list and marks their row', async () => {
    await open({}, {}, 'u1');
    const pane = within(await screen.findByRole('region', { name: 'Ann Lee' }));
    expect(pane.getByRole('heading', { level: 1, name: 'Ann Lee' })).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByRole('link', { name: /Ann Lee/ }).getAttribute('aria-current')).toBe('true'),
    );
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
    expect(location.hash).toBe('');
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
