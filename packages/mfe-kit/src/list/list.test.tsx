import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { readComments } from '@paddock/contract/calls/shouts';
import { Scroll } from '@paddock/ui/pane';
import { ToastRegion } from '@paddock/ui/toast';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { List } from './list';
import { useCallInfinite } from '../calls/queries';
import { testKit, TestHost } from '../../test/test-host';

const user = { id: 'u1', username: 'ann', fullname: 'Ann Lee' };
const comment = (id: string) => ({
  id,
  user,
  shout: `Comment ${id}`,
  created: '2026-05-01T10:00:00Z',
  image_urls: [],
  files: [],
  mentions: [],
  likes_count: 0,
  liked: false,
  first_likes: [],
  deleted: false,
  admin_deleted: false,
});
const page = (ids: string[], more = false) => json({ comments: ids.map(comment), more });
const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const failing = (code = 'INTERNAL_ERROR', status = 500) => json({ code, message: 'Not here.' }, status);

/** Reports the list's end as visible, in place of the browser. */
let endSeen: () => void = () => undefined;
globalThis.IntersectionObserver = class {
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    endSeen = () => tell([{ isIntersecting: true }]);
  }
  observe = () => undefined;
  disconnect = () => (endSeen = () => undefined);
} as never;

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

function Comments() {
  const query = useCallInfinite(
    readComments,
    { id: 's1' },
    { next: ({ comments, more }) => (more ? { before: comments.at(-1)!.id } : null) },
  );
  const rows = (query.data?.pages ?? []).flatMap(({ comments }) => comments);
  return (
    <Scroll>
      <List
        id="comments"
        label="Comments"
        query={query}
        rows={rows}
        rowKey={({ id }) => id}
        render={({ shout }) => <p>{shout}</p>}
        shape="comment"
        empty="Be first reply"
      />
    </Scroll>
  );
}

/** A list over a network that returns these replies in order and repeats the last one. */
async function open(...replies: (() => Response)[]) {
  const fetch = jest.fn(async () => (replies.length > 1 ? replies.shift()! : replies[0]!)());
  const kit = await testKit({ module: 'mfe-test', messages: {}, fetch });
  render(
    <TestHost kit={kit} module="mfe-test">
      <Comments />
      <ToastRegion label="Messages" dismissLabel="Dismiss" />
    </TestHost>,
  );
  return { fetch };
}
const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('List', () => {
  it('renders every row of a short list as an item of a named list', async () => {
    await open(() => page(['1', '2']));
    expect(await screen.findByRole('list', { name: 'Comments' })).toBeTruthy();
    expect(items()).toEqual(['Comment 1', 'Comment 2']);
    expect(screen.getAllByRole('listitem')[0]!.hasAttribute('aria-setsize')).toBe(false);
  });

  it('shows the empty state', async () => {
    await open(() => page([]));
    expect(await screen.findByRole('heading', { name: 'Be first reply' })).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Comments' })).toBeNull();
  });

  it('shows why the first page failed, and recovers', async () => {
    await open(failing, () => page(['1']));
    expect((await screen.findByRole('alert')).textContent).toContain('INTERNAL_ERROR');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Comment 1')).toBeTruthy();
  });

  it('shows a sentence for an error that has only a code', async () => {
    await open(
      () => new Response('<html>', { status: 500 }),
      () => page(['1']),
    );
    expect((await screen.findByRole('alert')).textContent).toBe('This could not be loadedNOT_FETCHEDRetry');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Comment 1')).toBeTruthy();
  });

  it.each([
    ['FORBIDDEN', 403],
    ['FEATURE_DISABLED', 403],
  ])('offers Back in place of Retry after %s', async (code, status) => {
    await open(() => failing(code, status));
    expect((await screen.findByRole('alert')).textContent).toBe(`Not here.${code}Back`);
    history.replaceState(null, '', '#/elsewhere');
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(location.hash).toBe('#/'));
  });

  it('offers no Retry for missing content', async () => {
    await open(() => json({ code: 'SHOUT_NOT_FOUND', message: 'Gone.' }, 404));
    expect(await screen.findByText('This content no longer exists')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('restarts from the first page when the cursor’s shout is gone', async () => {
    const { fetch } = await open(
      () => page(['1'], true),
      () => json({ code: 'SHOUT_NOT_FOUND', message: 'Gone.' }, 404),
      () => page(['2']),
    );
    await screen.findByText('Comment 1');
    act(() => endSeen());
    await screen.findByText('Comment 2');
    expect(items()).toEqual(['Comment 2']);
    expect(fetch).toHaveBeenCalledTimes(3);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps its rows when a further page fails, stops loading, and continues after Retry', async () => {
    const { fetch } = await open(
      () => page(['1'], true),
      failing,
      () => page(['2']),
    );
    await screen.findByText('Comment 1');
    act(() => endSeen());
    expect(await screen.findByText('Not here.')).toBeTruthy();
    expect(items()).toEqual(['Comment 1']);
    act(() => endSeen());
    expect(fetch).toHaveBeenCalledTimes(2);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Comment 2');
    expect(items()).toEqual(['Comment 1', 'Comment 2']);
    expect(screen.queryByText('Not here.')).toBeNull();
  });

  it('requests a further page at most once in 300 ms', async () => {
    const { fetch } = await open(
      () => page(['1'], true),
      () => page(['2'], true),
      () => page(['3']),
    );
    await screen.findByText('Comment 1');
    act(() => endSeen());
    await screen.findByText('Comment 2');
    const since = Date.now();
    act(() => endSeen());
    expect(fetch).toHaveBeenCalledTimes(2);
    await screen.findByText('Comment 3');
    expect(Date.now() - since).toBeGreaterThan(150);
  });

  it("shows 'Nothing new' after a reload without changes, otherwise the new rows", async () => {
    const { fetch } = await open(
      () => page(['1']),
      () => page(['1']),
      () => page(['1', '2']),
    );
    await screen.findByText('Comment 1');
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByText('Nothing new')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    await screen.findByText('Comment 2');
    await waitFor(() => expect(screen.queryByText('Nothing new')).toBeNull());
    expect(fetch).toHaveBeenCalledTimes(3);
  });
});
