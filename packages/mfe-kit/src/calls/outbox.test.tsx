import { beforeEach, describe, expect, it } from '@jest/globals';
import { postShout } from '@paddock/contract/calls/shouts';
import { act, render, screen } from '@testing-library/react';
import type { Self } from '@paddock/contract/calls/users';
import { useDraft, useOutbox } from './outbox';
import { add, ann, kitFor, server, settled, statuses, storedItems } from '../../test/outbox-scenario';
import { TestHost } from '../../test/test-host';

const bob = { ...ann, id: 'bob' };

beforeEach(() => localStorage.clear());

describe('the outbox', () => {
  it('sends at once and removes what the server accepted', async () => {
    const there = server();
    const kit = await kitFor(there);
    add(kit, 'hello');
    expect(statuses(kit)).toEqual(['sending']);
    await settled();
    expect([...there.shouts.values()]).toEqual(['hello']);
    expect(kit.outbox.items.get()).toEqual([]);
    expect(storedItems()).toEqual([]);
  });

  it('resends when the server is back, in the order written', async () => {
    const there = server();
    const kit = await kitFor(there);
    there.network.state = 'down';
    add(kit, 'first');
    add(kit, 'second');
    await settled();
    expect(statuses(kit)).toEqual(['waiting', 'waiting']);
    there.network.state = 'up';
    kit.realtime.heard(true);
    await settled();
    expect([...there.shouts.values()]).toEqual(['first', 'second']);
    expect(kit.outbox.items.get()).toEqual([]);
  });

  it('sends what another window has written and left, once the server is back', async () => {
    const there = server();
    const [writer, other] = [await kitFor(there), await kitFor(there)];
    there.network.state = 'down';
    other.realtime.heard(false);
    add(writer, 'from a closed window');
    await settled();
    there.network.state = 'up';
    other.realtime.heard(true);
    await settled();
    expect([...there.shouts.values()]).toEqual(['from a closed window']);
    expect(other.outbox.items.get()).toEqual([]);
    expect(storedItems()).toEqual([]);
  });

  it('keeps an item whose reply has come while the connection returns', async () => {
    const there = server();
    let reply = () => undefined as void;
    const replied = new Promise<void>((resolve) => (reply = resolve));
    const slow: typeof globalThis.fetch = async (address, init) => (await replied, there.fetch(address, init));
    const kit = await kitFor({ ...there, fetch: slow });
    const sent: unknown[] = [];
    kit.outbox.onSent((item) => sent.push(item.input['shout']));
    add(kit, 'hello');
    // The stored item goes as soon as the reply has come, the listed one after its files.
    localStorage.removeItem(storedItems()[0]!);
    kit.realtime.heard(false);
    kit.realtime.heard(true);
    expect(statuses(kit)).toEqual(['sending']);
    reply();
    await settled();
    expect([sent, kit.outbox.items.get()]).toEqual([['hello'], []]);
  });

  it('keeps the order of items sent within one round trip, and of items added while others wait', async () => {
    const there = server();
    const taken: string[] = [];
    // The first request is the slowest.
    let delay = 15;
    const slow: typeof globalThis.fetch = async (address, init) => {
      await new Promise((resolve) => setTimeout(resolve, (delay = Math.max(0, delay - 7))));
      const reply = await there.fetch(address, init);
      taken.push((JSON.parse(String(init?.body)) as { shout: string }).shout);
      return reply;
    };
    const kit = await kitFor({ ...there, fetch: slow });
    for (const text of ['one', 'two', 'three']) add(kit, text);
    await act(() => new Promise((resolve) => setTimeout(resolve, 80)));
    expect(taken).toEqual(['one', 'two', 'three']);

    there.network.state = 'down';
    add(kit, 'four');
    await settled();
    expect(statuses(kit)).toEqual(['waiting']);
    there.network.state = 'up';
    add(kit, 'five');
    await settled();
    expect(taken.slice(3)).toEqual(['four', 'five']);
    expect(statuses(kit)).toEqual([]);
  });

  it('creates one shout when the first reply is lost', async () => {
    const there = server();
    const kit = await kitFor(there);
    there.network.state = 'answers-get-lost';
    add(kit, 'once');
    await settled();
    expect(statuses(kit)).toEqual(['waiting']);
    there.network.state = 'up';
    kit.realtime.heard(true);
    await settled();
    expect([...there.shouts.values()]).toEqual(['once']);
  });

  it('survives a reload', async () => {
    const there = server();
    there.network.state = 'down';
    add(await kitFor(there), 'kept');
    await settled();
    there.network.state = 'up';
    const reloaded = await kitFor(there);
    await settled();
    expect([...there.shouts.values()]).toEqual(['kept']);
    expect(reloaded.outbox.items.get()).toEqual([]);
  });

  it('never sends as another member', async () => {
    const there = server();
    there.network.state = 'down';
    add(await kitFor(there), 'by ann');
    await settled();
    there.network.state = 'up';
    const other = await kitFor(there, bob);
    await settled();
    expect(there.shouts.size).toBe(0);
    expect(other.outbox.items.get()).toEqual([]);
  });

  it('stops sending from a workplace once the member switches to another', async () => {
    const there = server();
    const kit = await kitFor(there);
    there.network.state = 'down';
    add(kit, 'first');
    add(kit, 'second');
    await settled();
    there.network.state = 'up';
    kit.realtime.heard(true);
    kit.session.switchWorkplace('porto');
    await settled();
    expect([...there.shouts.values()]).toEqual(['first']);
    expect(storedItems()).toHaveLength(1);
    kit.session.switchWorkplace('');
    await settled();
    expect([...there.shouts.values()]).toEqual(['first', 'second']);
  });

  it('keeps a refused item until the member discards it', async () => {
    const there = server();
    there.network.state = 'refuses';
    const kit = await kitFor(there);
    const item = add(kit, 'no');
    await settled();
    expect(kit.outbox.items.get()).toMatchObject([{ status: 'failed', error: { code: 'READ_ONLY', message: 'No' } }]);
    kit.outbox.discard(item.client_id);
    expect(kit.outbox.items.get()).toEqual([]);
    expect(storedItems()).toEqual([]);
  });

  it('removes what another window sent or discarded', async () => {
    const there = server();
    const kit = await kitFor(there);
    there.network.state = 'down';
    add(kit, 'waiting');
    await settled();
    localStorage.removeItem(storedItems()[0]!);
    window.dispatchEvent(new StorageEvent('storage', { newValue: null }));
    expect(kit.outbox.items.get()).toEqual([]);

    there.network.state = 'refuses';
    add(kit, 'under way');
    localStorage.removeItem(storedItems()[0]!);
    await settled();
    expect(kit.outbox.items.get()).toEqual([]);
    expect(storedItems()).toEqual([]);
  });

  it('resends a refused item on request', async () => {
    const there = server();
    there.network.state = 'refuses';
    const kit = await kitFor(there);
    const item = add(kit, 'again');
    await settled();
    there.network.state = 'up';
    kit.outbox.retry(item.client_id);
    await settled();
    expect([...there.shouts.values()]).toEqual(['again']);
  });
});

describe(useOutbox, () => {
  it('passes on the reply before it removes the item', async () => {
    const there = server();
    const kit = await kitFor(there);
    const seen: string[] = [];
    let send: (input: { shout: string }) => unknown = () => undefined;
    function Page() {
      const outbox = useOutbox(postShout, { onSent: (reply, item) => seen.push(`${reply.shout}/${item.input.shout}`) });
      send = outbox.send;
      return <p>{outbox.items.length} unsent</p>;
    }
    render(
      <TestHost kit={kit} module="mfe-shouts">
        <Page />
      </TestHost>,
    );
    act(() => void send({ shout: 'hi' }));
    expect(screen.getByText('1 unsent')).toBeTruthy();
    await settled();
    expect(screen.getByText('0 unsent')).toBeTruthy();
    expect(seen).toEqual(['hi/hi']);
  });
});

describe(useDraft, () => {
  it('keeps text after a reload, for its writer in the same workplace only', async () => {
    const there = server();
    let write: (text: string) => void = () => undefined;
    function Page() {
      const [text, setText] = useDraft('42');
      write = setText;
      return <p>[{text}]</p>;
    }
    const show = async (user: Self, workplaces: string[] = []) =>
      render(
        <TestHost kit={await kitFor(there, { ...user, workplaces }, workplaces)} module="mfe-shouts">
          <Page />
        </TestHost>,
      );
    const first = await show(ann);
    act(() => write('half a thought'));
    first.unmount();
    const others = await show(bob);
    expect(screen.getByText('[]')).toBeTruthy();
    others.unmount();
    localStorage.setItem('workplace', 'hq');
    const elsewhere = await show(ann, ['hq']);
    expect(screen.getByText('[]')).toBeTruthy();
    elsewhere.unmount();
    localStorage.removeItem('workplace');
    await show(ann);
    expect(screen.getByText('[half a thought]')).toBeTruthy();
  });
});
