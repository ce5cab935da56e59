import type { Boot } from '@paddock/contract/calls/boot';
import { postShout } from '@paddock/contract/calls/shouts';
import type { Self } from '@paddock/contract/calls/users';
import { describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { ann, entry, json, list, open, openLive } from './test-chat-list';

describe('ChatList', () => {
  it("shows the last shout's author and the unread count", async () => {
    await open(list([entry({ badge_number: 3 })]));
    expect(await screen.findByText('Pit wall 27')).toBeTruthy();
    // The name keeps its own direction within the line.
    expect(screen.getByText('\u2068Ann\u2069:')).toBeTruthy();
    expect(screen.getByText('3 unread')).toBeTruthy();
  });

  it("shows ':D' above 99 and announces the exact count", async () => {
    await open(list([entry({ badge_number: 100 })]));
    expect(await screen.findByText(':D')).toBeTruthy();
    expect(screen.getByText('100 unread')).toBeTruthy();
  });

  it('does not show the text of a deleted shout', async () => {
    const last = entry({}).last_shout!;
    await open(list([entry({ last_shout: { ...last, text: 'secret', deleted: true } })]));
    expect(await screen.findByText('This was deleted')).toBeTruthy();
    expect(screen.queryByText('secret')).toBeNull();
  });

  it('shows the newest edit of the last shout and no edit of a deleted one, in whatever order they arrive', async () => {
    const { receive } = await openLive(list([entry({})]));
    expect(await screen.findByText(/Box this lap/)).toBeTruthy();
    const place = { workplace: '', conversation: 'g1' };
    const edit = (text: string, updated: string) =>
      receive('updating_shout', { ...place, shout: { id: 's1', shout: text, updated } });
    await edit('Box next lap', '2026-05-01T10:02:00Z');
    expect(screen.getByText(/Box next lap/)).toBeTruthy();
    await edit('Box in two laps', '2026-05-01T10:01:00Z');
    expect(screen.getByText(/Box next lap/)).toBeTruthy();
    await edit('Stay out', '2026-05-01T10:03:00Z');
    expect(screen.getByText(/Stay out/)).toBeTruthy();
    await receive('deleting_shout', { ...place, id: 's1', deleted: true, admin_deleted: false });
    expect(screen.getByText('This was deleted')).toBeTruthy();
    await edit('Back again', '2026-05-01T10:04:00Z');
    expect(screen.getByText('This was deleted')).toBeTruthy();
  });

  it('counts new shouts of the group whose page is open, and those of a conversation once it is left', async () => {
    const fetch: typeof globalThis.fetch = async (url) =>
      String(url).includes('/chats/')
        ? json(entry({ badge_number: 2, seq: 9 }))
        : json({ filters: [entry({})], archive: false, next: null });
    const { receive, show } = await openLive(fetch, { current: 'g1' });
    await screen.findByText('Pit wall 27');
    const post = (seq: number) =>
      receive('posting_topic', {
        ...{ workplace: '', conversation: 'g1' },
        shout: { id: `s${seq}`, seq, user: ann, shout: `Lap ${seq}`, created: `2026-05-01T10:0${seq}:00Z` },
      });
    await post(8);
    expect(screen.getByText('1 unread')).toBeTruthy();
    show({ openId: 'g1' });
    await post(9);
    expect(screen.getByText('1 unread')).toBeTruthy();
    show({ openId: 'g2' });
    expect(await screen.findByText('2 unread')).toBeTruthy();
  });

  /** Lists a chat; single chats are read as `read` says, one after another. */
  const readingAgain = (...read: { seq: number; badge_number: number }[]): typeof globalThis.fetch => {
    return async (url) =>
      String(url).includes('/chats/')
        ? json(entry(read.shift() ?? {}))
        : json({ filters: [entry({ badge_number: 5 })], archive: false, next: null });
  };
  const place = { workplace: '', conversation: 'g1' };
  const shoutAt = (seq: number) => ({
    ...place,
    shout: { id: `s${seq}`, seq, user: ann, shout: `Lap ${seq}`, created: `2026-05-01T10:0${seq}:00Z` },
  });

  it('reads a chat again when a mark of another window is older than its newest shout', async () => {
    const { receive } = await openLive(readingAgain({ seq: 8, badge_number: 1 }));
    await screen.findByText('5 unread');
    await receive('posting_topic', shoutAt(8));
    expect(screen.getByText('6 unread')).toBeTruthy();
    await receive('updating_chat', { ...place, seq: 7, badge_number: 0, muted: false, archived: false });
    expect(await screen.findByText('1 unread')).toBeTruthy();
  });

  it('reads a chat once more when a shout arrives during the reading', async () => {
    const read = readingAgain({ seq: 9, badge_number: 7 }, { seq: 10, badge_number: 8 });
    let reply: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (reply = resolve));
    const { receive } = await openLive(async (url, init) => {
      if (String(url).includes('/chats/')) await first;
      return read(url, init);
    });
    await screen.findByText('5 unread');
    await receive('posting_topic', shoutAt(9));
    await receive('posting_topic', { ...shoutAt(9), shout: { ...shoutAt(9).shout, id: 's10', seq: 10 } });
    expect(screen.getByText('7 unread')).toBeTruthy();
    reply();
    expect(await screen.findByText('8 unread')).toBeTruthy();
  });

  it("shows 'No groups yet' for an empty list", async () => {
    await open(list([]));
    expect(await screen.findByText('No groups yet')).toBeTruthy();
  });

  it('offers Retry after a failure, and recovers', async () => {
    let up = false;
    await open(async () =>
      up
        ? json({ filters: [entry({})], archive: false, next: null })
        : json({ code: 'INTERNAL_ERROR', message: 'Not here.' }, 500),
    );
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByText('Not here.')).toBeTruthy();
    up = true;
    fireEvent.click(retry);
    expect(await screen.findByText('Pit wall 27')).toBeTruthy();
  });

  it('has the tabs groups, people and archive, with their unread, only when direct messages are separate', async () => {
    await open(list([entry({})]));
    await screen.findByText('Pit wall 27');
    expect(screen.queryByRole('radio')).toBeNull();
    cleanup();
    const fetch = async (url: unknown) =>
      new URL(String(url), location.href).pathname.endsWith('/api/chats')
        ? json({ groups: 3, people: 0 })
        : json({ filters: [entry({})], archive: false, next: null });
    await open(fetch, { separate_direct_messages: true });
    expect(await screen.findByRole('radio', { name: 'Groups 3 unread', checked: true })).toBeTruthy();
    expect(screen.getAllByRole('radio').map((tab) => tab.closest('label')!.textContent)).toEqual([
      'Groups 33 unread',
      'People',
      'Archive',
    ]);
    cleanup();
    await open(fetch, { separate_direct_messages: true, disable_archive: true });
    expect(await screen.findAllByRole('radio')).toHaveLength(2);
  });

  it('shows a draft and an unsent shout in the row of their chat', async () => {
    const user = { ...ann, id: 'me', email_verified: true, admin: false, acl: [] } as unknown as Self;
    const bob = { ...ann, id: 'u2', fullname: 'Bob Ray' };
    const direct = entry({
      id: 'u2',
      username: 'bob',
      title: 'Bob Ray',
      last_shout: { ...entry({}).last_shout!, user: bob },
    });
    localStorage.setItem('mfe-shouts.draft.me..group/g1', 'Tell the ');
    localStorage.setItem('mfe-shouts.draft.other..direct/u2', 'Not mine');
    localStorage.setItem('mfe-shouts.draft.me.hq.group/g1', 'Of another workplace');
    const rows = list([entry({}), direct]);
    const fetch = (url: unknown) =>
      String(url).includes('/api/shouts') ? new Promise<never>(() => undefined) : rows(url);
    const kit = await open(fetch, {}, { user });
    expect((await screen.findByText('Draft:')).nextSibling?.textContent).toBe('Tell the');
    expect(screen.queryByText('Not mine')).toBeNull();
    act(() => {
      kit.outbox.add({
        module: 'mfe-shouts',
        call: postShout,
        input: { client_id: 'c1', shout: 'Van 3 needs tyres', recipients: ['u2'] },
        invalidates: [],
      });
    });
    const line = await screen.findByText('Van 3 needs tyres');
    expect(line.previousSibling?.textContent).toBe('You:');
    expect(line.parentElement!.parentElement!.querySelector('[aria-label]')?.getAttribute('aria-label')).toMatch(
      /Waiting|Not sent/,
    );
    const files = [
      { key: 'k1', name: 'van.jpg', type: 'image/jpeg', size: 1 },
      { key: 'k2', name: 'lap.mp4', type: 'video/mp4', size: 1 },
    ];
    for (const [chosen, text] of [
      [[files[0]!], 'Photo'],
      [[files[1]!], 'Video'],
      [files, '2 files'],
    ] as const) {
      act(() => {
        kit.outbox.add({
          ...{ module: 'mfe-shouts', call: postShout, invalidates: [], files: chosen },
          input: { client_id: text, shout: ' ', recipients: ['u2'] },
        });
      });
      expect((await screen.findByText(text)).previousSibling?.textContent).toBe('You:');
    }
  });

  it.each([
    [{}, false, true],
    [{ everybody_can_create_groups: true }, true, true],
    [{ direct_messages_enabled: false }, false, false],
  ])('offers a new group and a new chat under %j', async (change, group, chat) => {
    const modules = [{ manifest: { links: { 'chats.new_group': '/main/group_title' }, tabs: [], routes: [] } }];
    await open(list([entry({})]), change, {}, { modules } as unknown as Partial<Boot>);
    await screen.findByText('Pit wall 27');
    expect([
      screen.queryByRole('link', { name: 'New group' }) !== null,
      screen.queryByRole('button', { name: 'New chat' }) !== null,
    ]).toEqual([group, chat]);
  });

  it('returns to the chats, with the focus in the field, when a search finds nothing', async () => {
    await open(async (url) =>
      json(
        String(url).includes('/filters/search/')
          ? { filters: [], archive: false, next: null, users: [], groups: [], shouts: [] }
          : { filters: [entry({})], archive: false, next: null },
      ),
    );
    await screen.findByText('Pit wall 27');
    const box = screen.getByRole<HTMLInputElement>('searchbox');
    fireEvent.change(box, { target: { value: 'zzz' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Clear the search' }));
    expect(await screen.findByText('Pit wall 27')).toBeTruthy();
    expect([box.value, document.activeElement]).toEqual(['', box]);
  });

  it('mutes a chat optimistically, and reverts with a toast when the service refuses', async () => {
    let answer: (response: Response) => void = () => undefined;
    await open((url) =>
      String(url).includes('/filters/mute/')
        ? new Promise((resolve) => (answer = resolve))
        : Promise.resolve(json({ filters: [entry({})], archive: false, next: null })),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'More for Pit wall 27' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Mute' }));
    expect(await screen.findByLabelText('Muted')).toBeTruthy();
    await act(async () => answer(json({ code: 'FORBIDDEN', message: 'Not now.' }, 403)));
    await waitFor(() => expect(screen.queryByLabelText('Muted')).toBeNull());
  });

  it('closes the archive, also when it is empty', async () => {
    let archived = true;
    await open(async (url) => {
      if (String(url).includes('/filters/archive/')) {
        archived = false;
        return json({});
      }
      const inArchive = String(url).includes('/filters/archived/');
      const filters = inArchive === archived ? [entry({ archived })] : [];
      return json({ filters, archive: archived, next: null });
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Archive' }));
    fireEvent.click(await screen.findByRole('button', { name: 'More for Pit wall 27' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Unarchive' }));
    expect(await screen.findByText('Nothing new')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close archive' }));
    expect(await screen.findByText('Pit wall 27')).toBeTruthy();
  });

  it('searches after a pause and returns to the list when the text is empty', async () => {
    const fetch = jest.fn<typeof globalThis.fetch>(async (url) =>
      String(url).includes('/filters/search/')
        ? json({ filters: [], archive: false, next: null, users: [ann], groups: [], shouts: [], too_many: ['users'] })
        : json({ filters: [entry({})], archive: false, next: null }),
    );
    await open(fetch);
    await screen.findByText('Pit wall 27');
    const box = screen.getByRole('searchbox');
    act(() => box.focus());
    fireEvent.change(box, { target: { value: 'an' } });
    fireEvent.change(box, { target: { value: 'ann' } });
    expect(await screen.findByText('Ann Lee')).toBeTruthy();
    expect(screen.getByText(/Too many results/)).toBeTruthy();
    const searches = fetch.mock.calls.filter(([url]) => String(url).includes('/filters/search/'));
    expect(searches).toHaveLength(1);
    fireEvent.change(box, { target: { value: '' } });
    await waitFor(() => expect(screen.getByText('Pit wall 27')).toBeTruthy());
  });
});
