import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { testKit } from '@paddock/mfe-kit/test-host';
import { readMarks } from './read-marks';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  localStorage.clear();
});

const user = { id: 'ann', username: 'ann', admin: false, acl: [] } as unknown as Self;
const pass = (milliseconds = 0) => jest.advanceTimersByTimeAsync(milliseconds);

/** Marks over a network that accepts, limits, refuses, holds or loses them. `sent` has each request as `conversation:position`. */
async function marking() {
  const network: { state: 'up' | 'down' | 'fails' | 'limits' | 'refuses' | 'hangs' } = { state: 'down' };
  const sent: string[] = [];
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: {},
    user,
    fetch: async (address, init) => {
      const id = /filters\/read\/(\w+)/.exec(String(address))?.[1];
      if (id) sent.push(`${id}:${(JSON.parse(String(init?.body)) as { seq: number }).seq}`);
      if (network.state === 'down') throw new TypeError('Failed to fetch');
      if (network.state === 'fails')
        return Response.json({ code: 'SERVICE_UNREACHABLE', message: '' }, { status: 502 });
      if (network.state === 'hangs') await new Promise(() => undefined);
      if (network.state === 'limits') return Response.json({ code: 'TOO_MANY_REQUESTS', message: '' }, { status: 429 });
      if (network.state === 'refuses') return Response.json({ code: 'GROUP_NOT_FOUND', message: '' }, { status: 404 });
      return Response.json({ badge_number: 0 });
    },
  });
  const connect = (connection: 'polling' | 'unreachable') => kit.realtime.connection.set(connection);
  return { kit, marks: readMarks(kit), network, sent, connect };
}

describe(readMarks, () => {
  it('sends the newest failed mark of each conversation once when the connection returns', async () => {
    const { marks, network, sent, connect } = await marking();
    marks.add('a', 3);
    marks.add('b', 2);
    await pass();
    connect('unreachable');
    marks.add('a', 5);
    marks.add('a', 4);
    await pass();
    network.state = 'up';
    sent.length = 0;
    connect('polling');
    await pass(700_000);
    expect(sent.toSorted()).toEqual(['a:5', 'b:2']);
  });

  it('sends a failed mark when the window becomes visible', async () => {
    const { marks, network, sent } = await marking();
    const visibility = jest.spyOn(document, 'visibilityState', 'get');
    network.state = 'fails';
    marks.add('a', 3);
    await pass();
    network.state = 'up';
    sent.length = 0;
    const show = (state: DocumentVisibilityState) => {
      visibility.mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    show('hidden');
    await pass();
    expect(sent).toEqual([]);
    show('visible');
    await pass();
    expect(sent).toEqual(['a:3']);
  });

  it('makes ever fewer calls to a server that fails for an hour', async () => {
    const { marks, network, sent } = await marking();
    network.state = 'fails';
    marks.add('a', 3);
    await pass(3_600_000);
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.length).toBeLessThan(15);
  });

  it('sends a refused mark once', async () => {
    const { marks, network, sent } = await marking();
    network.state = 'refuses';
    marks.add('a', 3);
    await pass(3_600_000);
    expect(sent).toEqual(['a:3']);
  });

  it('sends no mark that was dropped', async () => {
    const { marks, network, sent, connect } = await marking();
    marks.add('a', 3);
    await pass();
    await marks.drop('a');
    network.state = 'up';
    connect('unreachable');
    connect('polling');
    await pass(3_600_000);
    expect(sent).toEqual(['a:3']);
  });

  it('waits no longer for many conversations than for one', async () => {
    const { marks, network, sent } = await marking();
    network.state = 'fails';
    const ids = Array.from({ length: 10 }, (_, index) => `chat${index}`);
    for (const id of ids) marks.add(id, 3);
    await pass();
    network.state = 'up';
    sent.length = 0;
    await pass(6000);
    expect(sent.toSorted()).toEqual(ids.map((id) => `${id}:3`));
  });

  it('sends all that wait as soon as the server accepts one', async () => {
    const { marks, network, sent } = await marking();
    network.state = 'limits';
    marks.add('a', 3);
    marks.add('b', 2);
    await pass();
    network.state = 'up';
    sent.length = 0;
    marks.add('a', 4);
    await pass();
    expect(sent).toEqual(['a:4', 'b:2']);
  });

  it('keeps the marks of a workplace until the member is there again', async () => {
    const { kit, marks, network, sent } = await marking();
    marks.add('a', 3);
    await pass();
    kit.session.switchWorkplace('porto');
    network.state = 'up';
    sent.length = 0;
    readMarks(kit).add('b', 1);
    await pass(60_000);
    expect(sent).toEqual(['b:1']);
    kit.session.switchWorkplace('');
    await pass();
    expect(sent).toEqual(['b:1', 'a:3']);
  });

  it('starts a call of a member while one of the former member is under way', async () => {
    const { kit, marks, network, sent } = await marking();
    network.state = 'hangs';
    marks.add('a', 3);
    await pass();
    network.state = 'up';
    kit.session.signIn('other-token', { ...user, id: 'bob' });
    readMarks(kit).add('a', 1);
    await pass();
    expect(sent).toEqual(['a:3', 'a:1']);
  });

  it('sends no mark of a member who signed out', async () => {
    const { kit, marks, network, sent, connect } = await marking();
    marks.add('a', 3);
    await pass();
    kit.session.signIn('other-token', { ...user, id: 'bob' });
    network.state = 'up';
    connect('unreachable');
    connect('polling');
    await pass(3_600_000);
    expect(sent).toEqual(['a:3']);
  });
});
