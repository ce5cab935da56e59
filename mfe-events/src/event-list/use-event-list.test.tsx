import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { readEvents } from '@paddock/contract/calls/events';
import { dayMs } from '@paddock/contract/core/durations';
import { useCallCache } from '@paddock/mfe-kit/queries';
import { POLLING_INTERVAL } from '@paddock/mfe-kit/realtime';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { makeEvent } from '../make-event';
import { useEventList } from './use-event-list';

afterEach(() => {
  jest.restoreAllMocks();
  cleanup();
  localStorage.clear();
});

const month = 30.5 * dayMs;

/** The span query over events that begin some days from a time, with at most `limit` events in a reply. */
class Service {
  readonly start = Date.now();
  now = this.start;
  limit = 1000;
  requests = 0;
  isOut = false;

  constructor(public days: number[]) {}

  readonly fetch = async (address: unknown): Promise<Response> => {
    this.requests += 1;
    if (this.isOut) throw new TypeError('no network');
    const given = new URL(String(address), 'http://host').searchParams;
    const timeOf = (name: string, otherwise: number) =>
      Date.parse(given.get(name) ?? new Date(otherwise).toISOString());
    const from = timeOf('from', this.now - month);
    const to = timeOf('to', this.now + 12 * month);
    expect(from).toBeLessThanOrEqual(to);
    const scan = given.get('scan');
    let reply = this.span(from, to, scan);
    for (let step = 1; scan !== null && reply.events.length === 0 && step <= 6; step += 1)
      reply = scan === 'future' ? this.span(from, to + step * month, scan) : this.span(from - step * month, to, scan);
    return Response.json(reply);
  };

  private span(from: number, to: number, scan: string | null) {
    const all = this.days
      .toSorted((a, b) => a - b)
      .map((at) => ({ at: this.start + at * dayMs, event: this.eventOf(at) }))
      .filter(({ at }) => at >= from && at <= to);
    const shown = scan === 'past' ? all.slice(-this.limit) : all.slice(0, this.limit);
    const isFull = shown.length === this.limit;
    return {
      events: shown.map(({ event }) => event),
      from: new Date(isFull && scan === 'past' ? shown[0]!.at : from).toISOString(),
      to: new Date(isFull && scan !== 'past' ? shown.at(-1)!.at : to).toISOString(),
    };
  }

  private eventOf(at: number) {
    return makeEvent({ id: String(at), when: new Date(this.start + at * dayMs).toISOString() });
  }
}

async function listOf(service: Service, scan: 'future' | 'past', isTwoWay: boolean) {
  const kit = await testKit({ module: 'mfe-events', messages: {}, fetch: service.fetch });
  const open = () =>
    renderHook(() => ({ list: useEventList(scan, isTwoWay), cache: useCallCache() }), {
      wrapper: ({ children }) => (
        <TestHost kit={kit} module="mfe-events">
          {children}
        </TestHost>
      ),
    });
  let view = open();
  const answer = () => view.result.current.list.answer;
  const settled = () => waitFor(() => expect(answer().isFetching).toBe(false));
  await waitFor(() => expect(answer().data).toBeDefined());
  return {
    shown: () => view.result.current.list.events?.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
    span: () => view.result.current.list.span,
    ends: () => [answer().hasPreviousPage, answer().hasNextPage],
    settled,
    toNext: () => act(() => answer().fetchNextPage()),
    /** Scrolls to both ends. */
    async toEnds() {
      for (let step = 0; step < 30 && answer().hasNextPage; step += 1) await act(() => answer().fetchNextPage());
      for (let step = 0; step < 30 && answer().hasPreviousPage; step += 1)
        await act(() => answer().fetchPreviousPage());
      expect([answer().hasPreviousPage, answer().hasNextPage]).toEqual([false, false]);
    },
    async refresh() {
      await act(() => view.result.current.cache.refresh(readEvents));
      await settled();
    },
    async again() {
      view.unmount();
      view = open();
      const before = answer().dataUpdatedAt;
      await waitFor(() => expect(answer().dataUpdatedAt).toBeGreaterThan(before));
      await settled();
    },
  };
}

describe(useEventList, () => {
  it('keeps its events when it is refreshed after the beginning of the past', async () => {
    const list = await listOf(new Service([2]), 'future', true);
    await list.toEnds();
    for (let time = 0; time < 3; time += 1) {
      await list.refresh();
      expect([list.shown(), list.ends()]).toEqual([[2], [false, false]]);
    }
  });

  it.each([
    ['all events', 'future', true, [-400, -200, -50, -29, 2, 200, 300, 500, 620, 630]],
    ['coming events', 'future', false, [2, 200, 300, 500, 620]],
    ['past events', 'past', false, [-400, -200, -50, -29, -2]],
  ] as const)('keeps the spans and ends of %s in a refresh', async (_, scan, isTwoWay, days) => {
    const service = new Service([...days]);
    const list = await listOf(service, scan, isTwoWay);
    await list.toEnds();
    expect(list.shown()).toEqual(days);
    const span = list.span();
    service.days = [...days.slice(0, -1), scan === 'past' ? -20 : 330];
    // The first span of the service moves on.
    service.now += 3 * dayMs;
    await list.refresh();
    expect(list.shown()).toEqual(service.days.toSorted((a, b) => a - b));
    if (isTwoWay) expect(list.span()).toEqual(span);
    await list.refresh();
    await list.toEnds();
    expect(list.shown()).toEqual(service.days.toSorted((a, b) => a - b));
  });

  it.each([
    ['forwards', 'future', true],
    ['backwards', 'past', false],
  ] as const)('reads full replies %s without a gap, also in a refresh', async (_, scan, isTwoWay) => {
    const all = Array.from({ length: 40 }, (__, at) => at * 7 - 140).filter((at) => scan === 'future' || at < 0);
    const service = new Service(all);
    service.limit = 4;
    const list = await listOf(service, scan, isTwoWay);
    await list.toEnds();
    expect(list.shown()).toEqual(all);
    service.days = [...all, ...all.map((at) => at + 1)].toSorted((a, b) => a - b);
    await list.refresh();
    await list.toEnds();
    expect(list.shown()).toEqual(service.days);
    service.days = all.filter((at) => at % 2 === 0);
    await list.refresh();
    await list.toEnds();
    expect(list.shown()).toEqual(service.days);
  });

  it('loads on where the events of its last span were deleted', async () => {
    const service = new Service([2, 400]);
    const list = await listOf(service, 'future', true);
    await list.toNext();
    await waitFor(() => expect(list.shown()).toEqual([2, 400]));
    service.days = [2, 640];
    await list.refresh();
    await list.toEnds();
    expect(list.shown()).toEqual([2, 640]);
  });

  it('reads each span when it opens again, though the first one is unchanged', async () => {
    const service = new Service([-50, 2]);
    const list = await listOf(service, 'future', true);
    await list.toEnds();
    service.days = [-50, 2, 40];
    await list.again();
    expect(list.shown()).toEqual([-50, 2, 40]);
  });

  it('reads one span in a poll, and all when that has changed; an outage hides none', async () => {
    const intervals = jest.spyOn(globalThis, 'setInterval');
    const service = new Service([-50, 2, 400]);
    const list = await listOf(service, 'future', true);
    const poll = intervals.mock.calls.findLast(([, ms]) => ms === POLLING_INTERVAL)![0];
    await list.toEnds();
    const requestsOf = async () => {
      service.requests = 0;
      await act(async () => poll());
      await list.settled();
      return service.requests;
    };
    await waitFor(async () => expect(await requestsOf()).toBe(1));
    await list.refresh();
    await waitFor(async () => expect(await requestsOf()).toBe(1));
    service.isOut = true;
    await requestsOf();
    service.isOut = false;
    expect(list.shown()).toEqual([-50, 2, 400]);
    service.days = [-50, 2, 40, 400];
    await waitFor(async () => expect(await requestsOf()).toBeGreaterThan(1));
    await waitFor(() => expect(list.shown()).toEqual([-50, 2, 40, 400]));
  });
});
