import { afterEach, describe, expect, it } from '@jest/globals';
import type { CallReply } from '@paddock/contract/core/call';
import type { readSponsors } from '@paddock/contract/calls/notices';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { admin, notice, open, pageWith } from '../../test/notices-scenario';
import { NoticesPage } from './notices-page';

afterEach(() => {
  cleanup();
  localStorage.clear();
  location.hash = '';
});

type Pages = { pages: CallReply<typeof readSponsors>[] };
const page = (id?: string) => <NoticesPage params={{ id: id as string, namespace: undefined as never }} />;
const listOf = (...given: Parameters<typeof pageWith>) => ({ 'GET /sponsors': pageWith(...given) });
const read = { 'PUT /sponsors/n1/read': { sponsor_new_receipts: { 0: 0 } } };
const header = (name = 'Noise limit') => screen.findByRole('button', { name: new RegExp(`^${name}`) });
const isNew = async () =>
  (await header()).textContent.includes('new') || (await header()).querySelector('[role=img]') !== null;
const isOpen = async () => (await header()).getAttribute('aria-expanded') === 'true';
async function entriesOf(title: string) {
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${title}` }));
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  return entries;
}

describe(NoticesPage, () => {
  it('marks a notice as read when it expands, and the dot stays away when the call fails', async () => {
    const { sent, kit } = await open(page(), { ...listOf([notice({ new: true })]), ...read });
    act(() => kit.badges.set({ notices: 1 }));
    expect(await isNew()).toBe(true);
    fireEvent.click(await header());
    expect(await screen.findByText('Quiet after 22:00.')).toBeTruthy();
    await waitFor(async () => expect(await isNew()).toBe(false));
    await waitFor(() => expect(kit.badges.get()).toMatchObject({ notices: 0 }));
    fireEvent.click(await header());
    fireEvent.click(await header());
    expect(sent).toMatchObject([{ path: '/sponsors/n1/read', body: { namespace: '0' } }]);
    cleanup();
    const failing = await open(page(), {
      ...listOf([notice({ new: true })]),
      'PUT /sponsors/n1/read': [500, { code: 'X', message: 'x' }],
    });
    fireEvent.click(await header());
    await waitFor(() => expect(failing.sent).toHaveLength(1));
    expect([await isNew(), await isOpen()]).toEqual([false, true]);
  });

  it('opens the notice of the address once, above the list, and removes its dot', async () => {
    const linked = notice({ new: true });
    const { kit, sent } = await open(page('n1'), {
      ...listOf([notice({ id: 'n2', title: 'Other' })]),
      'GET /sponsors/n1': { sponsor: linked },
      ...read,
    });
    await waitFor(async () => expect(await isOpen()).toBe(true));
    await waitFor(async () => expect(await isNew()).toBe(false));
    expect(sent.map(({ path }) => path)).toEqual(['/sponsors/n1/read']);
    fireEvent.click(await header());
    expect(await isOpen()).toBe(false);
    const update = { sponsor: { ...linked, new: false, desc: 'Quiet after 23:00.' } };
    await act(async () => kit.queryClient.setQueryData(['sponsors.read', { id: 'n1' }], update));
    expect(await isOpen()).toBe(false);
    fireEvent.click(await header());
    expect(await screen.findByText('Quiet after 23:00.')).toBeTruthy();
  });

  it('counts the comments of its workplace', async () => {
    const { kit, receive } = await open(
      page(),
      listOf([notice({ comments: 0 }), notice({ id: 'n2', title: 'Other' })]),
    );
    await header();
    const counts = () => {
      const [list] = kit.queryClient.getQueriesData<Pages>({ queryKey: ['sponsors.list'] });
      return list![1]!.pages[0]!.sponsors.map(({ comments, is_commented }) => [comments, is_commented]);
    };
    const facts = { id: 'n1', namespace: '0', comments: 2 };
    act(() => receive('commenting_sponsor', { ...facts, workplace: 'elsewhere' }));
    expect(counts()).toEqual([
      [0, false],
      [undefined, false],
    ]);
    act(() => receive('commenting_sponsor', { ...facts, workplace: '' }));
    act(() => receive('commenting_sponsor', { ...facts, id: 'n2', workplace: '' }));
    // Without a number, the deployment shows none.
    expect(counts()).toEqual([
      [2, true],
      [undefined, true],
    ]);
  });

  const asked = { expected: true, version: 1, required_version: 1 };
  const given = { ...asked, acknowledged: '2026-01-02T10:00:00.000Z' };
  const acknowledging = {
    ...listOf([notice({ acknowledgement: asked }), notice({ id: 'n2', title: 'Other', acknowledgement: asked })]),
    'GET /sponsors/n1': { sponsor: notice({ acknowledgement: asked }) },
    'PUT /sponsors/n1/acknowledge': { sponsor: notice({ acknowledgement: given }) },
  };
  const button = () => screen.findByRole('button', { name: 'I have read and understood' });

  it.each([
    ['in the list', undefined],
    ['above the list', 'n1'],
  ])('focuses what replaces the button of a notice %s that was acknowledged', async (_, id) => {
    await open(page(id), acknowledging);
    if (id === undefined) fireEvent.click(await header());
    (await button()).focus();
    fireEvent.click(await button());
    const done = await screen.findByText(/^You acknowledged this on/);
    expect(document.activeElement?.textContent).toBe(done.textContent);
  });

  it('leaves the focus where it is when another window acknowledges', async () => {
    const { receive } = await open(page(), acknowledging);
    fireEvent.click(await header());
    await button();
    (await header('Other')).focus();
    const own = { namespace: '0', acknowledged: given.acknowledged, version: 1 };
    act(() => receive('acknowledging_sponsor', { workplace: '', id: 'n1', own }));
    expect(await screen.findByText(/^You acknowledged this on/)).toBeTruthy();
    expect(document.activeElement).toBe(await header('Other'));
  });

  it("says 'Nothing new' without notices", async () => {
    await open(page(), listOf([]));
    expect(await screen.findByText('Nothing new')).toBeTruthy();
  });

  it('says when the notice of the address is gone', async () => {
    const gone = { 'GET /sponsors/n1': [404, { code: 'SPONSOR_NOT_FOUND', message: 'x' }] as [number, object] };
    await open(page('n1'), { ...listOf([]), ...gone });
    const text = 'This notice was not found, we apologise for the inconvenience';
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('shows ways to reach those whom it is about', async () => {
    const contact = {
      phone: '(020) 7946-0958',
      email: 'a+b@series.example',
      location: 'Gate 3, north',
      twitter_handle: 'series',
    };
    await open(
      page(),
      listOf([notice({ ...contact, url: 'https://www.series.example/hours', url2: 'http://map.example/' })]),
    );
    fireEvent.click(await header());
    const links = within(await screen.findByRole('article')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'tel:02079460958',
      'mailto:a%2Bb@series.example',
      'https://www.openstreetmap.org/search?query=Gate%203%2C%20north',
      'https://www.series.example/hours',
      'http://map.example/',
      'https://x.com/series',
    ]);
    for (const link of links.slice(2))
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
    expect(links.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['series.example/hours', 'map.example', '@series', 'Gate 3, northOpen map']),
    );
  });

  it("offers to report another member's notice by a long press and in its menu, and no own one", async () => {
    const own = notice({
      id: 'n2',
      title: 'Mine',
      owner: { id: 'ann', username: 'ann', fullname: 'Ann', online: true },
    });
    await open(page(), listOf([notice(), own]));
    fireEvent.contextMenu(await header());
    fireEvent.click(await screen.findByRole('button', { name: 'Report content' }));
    expect((await screen.findByRole('note')).textContent).toBe('account.report {"kind":"sponsor","id":"n1"}');
    expect(await isOpen()).toBe(false);
    expect(await entriesOf('Noise limit')).toEqual(['Report content']);
    fireEvent.contextMenu(await header('Mine'));
    expect(screen.queryByRole('button', { name: 'Report content' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Actions for Mine' })).toBeNull();
  });

  it('moves notices for admins in an unsorted list, and for nobody else', async () => {
    const [a, b] = ['a', 'b'].map((id, at) =>
      notice({ id, title: id, can_edit: true, can_delete: true, created: `2026-01-0${3 - at}T10:00:00.000Z` }),
    );
    const replies = {
      ...listOf([a!, b!], { can_create: true, can_move: true }),
      'PUT /sponsors/a': { sponsor: a! },
      'PUT /sponsors/b': { sponsor: b! },
    };
    const { sent } = await open(page(), replies, { user: admin });
    expect(await entriesOf('a')).toEqual(['Edit notice', 'Move down', 'Report content', 'Delete']);
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for b' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Move up' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toMatchObject([
      { path: '/sponsors/b', body: { created: a!.created, swap_with: 'a' } },
      { path: '/sponsors/a', body: { created: b!.created, swap_with: 'b' } },
    ]);
    cleanup();
    await open(page(), listOf([a!, b!], { can_create: true, can_move: false }), { user: admin });
    expect(await entriesOf('b')).toEqual(['Edit notice', 'Report content', 'Delete']);
    cleanup();
    await open(page(), listOf([notice()]));
    expect(await entriesOf('Noise limit')).toEqual(['Report content']);
    expect(screen.queryByRole('link', { name: 'Add notice' })).toBeNull();
  });
});
