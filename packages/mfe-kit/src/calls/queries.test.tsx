import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readChats } from '@paddock/contract/calls/chats';
import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useCallCache, useCallInfinite, useCallQueries } from './queries';
import { TestHost, testKit } from '../../test/test-host';

let rows: string[];
let requested: string[];
let failure: Response | undefined;

/** A list of rows, two per page. */
const answer: typeof fetch = (input) => {
  const url = new URL(String(input instanceof Request ? input.url : input), 'http://test');
  const from = Number(url.searchParams.get('after') ?? 0);
  requested.push(String(from));
  if (failure) return Promise.resolve(failure.clone());
  const filters = rows.slice(from, from + 2).map((id) => ({ id }));
  const next = from + 2 < rows.length ? String(from + 2) : null;
  return Promise.resolve(Response.json({ filters, archive: false, next }));
};

function Chats() {
  const chats = useCallInfinite(
    readChats,
    { verb: 'retrieve', prop: 'all' },
    { next: (page) => (page.next ? { after: page.next } : null), live: true },
  );
  return (
    <button aria-busy={!chats.isFetchedAfterMount} onClick={() => void chats.fetchNextPage()}>
      {chats.data?.pages.flatMap((page) => page.filters.map(({ id }) => id)).join(' ')}
    </button>
  );
}

const settle = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));

describe(useCallInfinite, () => {
  beforeEach(() => {
    jest.useFakeTimers();
    rows = ['a', 'b', 'c', 'd'];
    requested = [];
    failure = undefined;
  });
  afterEach(() => {
    jest.useRealTimers();
    failure = undefined;
  });

  const show = async () => {
    const kit = await testKit({ module: 'mfe-chats', messages: {}, fetch: answer });
    const view = render(
      <TestHost kit={kit} module="mfe-chats">
        <Chats />
      </TestHost>,
    );
    await settle(50);
    act(() => screen.getByRole('button').click());
    await settle(50);
    expect(screen.getByRole('button').textContent).toBe('a b c d');
    expect(requested).toEqual(['0', '2']);
    requested = [];
    return { ...view, kit };
  };

  it('refetches only the first page while that is unchanged', async () => {
    await show();
    await settle(6000);
    await settle(6000);
    expect(requested).toEqual(['0', '0']);
  });

  it('refetches all pages once the first one has changed', async () => {
    await show();
    rows = ['new', 'a', 'b', 'c', 'd'];
    await settle(6000);
    await settle(50);
    expect(screen.getByRole('button').textContent).toBe('new a b c');
    expect(requested).toEqual(['0', '0', '2']);
  });

  it('refetches the first page when it mounts again', async () => {
    const { unmount, kit } = await show();
    unmount();
    rows = ['new', 'a', 'b', 'c'];
    render(
      <TestHost kit={kit} module="mfe-chats">
        <Chats />
      </TestHost>,
    );
    await settle(50);
    await settle(50);
    expect(screen.getByRole('button').textContent).toBe('new a b c');
  });

  it('makes one request for each poll of an outage, and counts its pages as not fetched', async () => {
    const { unmount, kit } = await show();
    unmount();
    failure = Response.json({ code: 'SERVICE_UNREACHABLE', message: '' }, { status: 502 });
    render(
      <TestHost kit={kit} module="mfe-chats">
        <Chats />
      </TestHost>,
    );
    await settle(5000);
    expect(requested).toEqual(['0']);
    await settle(6000);
    expect(requested).toEqual(['0', '0']);
    expect(screen.getByRole('button').textContent).toBe('a b c d');
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true');
  });

  it('asks for the list again when its first page is refused', async () => {
    await show();
    failure = Response.json({ code: 'GROUP_NOT_FOUND', message: '' }, { status: 404 });
    await settle(6000);
    await settle(50);
    expect(requested).toEqual(['0', '0']);
  });

  it('counts unchanged pages as fetched when it mounts again', async () => {
    const { unmount, kit } = await show();
    unmount();
    render(
      <TestHost kit={kit} module="mfe-chats">
        <Chats />
      </TestHost>,
    );
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true');
    await settle(50);
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('false');
    expect(requested).toEqual(['0']);
  });
});

it('applies a change again to the reply of a request in flight', async () => {
  const input = { verb: 'retrieve', prop: 'all' } as const;
  rows = ['a'];
  let hold: Promise<void> | undefined;
  let release: () => void = () => undefined;
  let cache: ReturnType<typeof useCallCache> | undefined;
  function Page() {
    const chats = useCallInfinite(readChats, input, { next: () => null });
    cache = useCallCache();
    return <output>{chats.data?.pages.flatMap((page) => page.filters.map(({ id }) => id)).join(' ')}</output>;
  }
  const kit = await testKit({
    module: 'mfe-chats',
    messages: {},
    // The reply is what the server has at the request, and arrives later.
    fetch: async (...request) => {
      const reply = await answer(...request);
      await hold;
      return reply;
    },
  });
  const add = (row: string) =>
    act(() =>
      cache!.updatePages(readChats, input, (page) => ({
        ...page,
        filters: [{ id: row } as never, ...page.filters.filter(({ id }) => id !== row)],
      })),
    );
  const shown = () => screen.getByRole('status').textContent;
  const wait = () => act(() => new Promise((resolve) => setTimeout(resolve, 30)));
  const holdReplies = () => void (hold = new Promise((resolve) => (release = resolve)));

  holdReplies();
  render(
    <TestHost kit={kit} module="mfe-chats">
      <Page />
    </TestHost>,
  );
  await wait();
  add('during the first load');
  release();
  await wait();
  expect(shown()).toBe('during the first load a');

  rows = ['during the first load', 'a'];
  holdReplies();
  act(() => void cache!.refresh(readChats));
  await wait();
  add('new');
  await wait();
  expect(shown()).toBe('new during the first load a');
  release();
  await wait();
  expect(shown()).toBe('new during the first load a');
});

describe(useCallQueries, () => {
  it('updates every reply, even one that a child reads later', async () => {
    rows = ['a'];
    requested = [];
    function Below({ read }: { read: () => string }) {
      const [isOpen, setOpen] = useState(false);
      return <button onClick={() => setOpen(true)}>{isOpen ? read() : 'shut'}</button>;
    }
    function Page() {
      const both = useCallQueries(readChats, [
        { verb: 'retrieve', prop: 'all' },
        { verb: 'archived', prop: 'all' },
      ]);
      if (both.some(({ error }) => error)) return 'failed';
      return <Below read={() => both.map(({ data }) => data?.filters[0]?.id ?? 'none').join(' ')} />;
    }
    const kit = await testKit({ module: 'mfe-chats', messages: {}, fetch: answer });
    render(
      <TestHost kit={kit} module="mfe-chats">
        <Page />
      </TestHost>,
    );
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    act(() => screen.getByRole('button').click());
    expect(screen.getByText('a a')).toBeTruthy();
    expect(requested).toHaveLength(2);
  });
});
