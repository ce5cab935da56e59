import { beforeAll, beforeEach, expect, it, jest } from '@jest/globals';

interface OpenWindow {
  id: string;
  isControlled: boolean;
  visibilityState: DocumentVisibilityState;
  postMessage: (message: unknown) => void;
  focus: () => Promise<unknown>;
}
let open: OpenWindow[];
const openWindow = jest.fn(async (_address: string) => undefined);
const matchAll = async ({ includeUncontrolled }: { includeUncontrolled: boolean }) =>
  open.filter(({ isControlled }) => includeUncontrolled || isControlled);

beforeAll(async () => {
  Object.assign(globalThis, { clients: { matchAll, openWindow } });
  await import('./worker');
});
beforeEach(() => {
  open = [];
  openWindow.mockClear();
});

/** A pressed message leads to this address. Resolves when the worker is done. */
async function press(address: string): Promise<void> {
  const done: Promise<unknown>[] = [];
  const notification = { close: () => undefined, data: { address } };
  const waitUntil = (work: Promise<unknown>) => void done.push(work);
  globalThis.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
  await Promise.all(done);
}

function windowOf(isControlled: boolean): OpenWindow {
  const made = {
    id: `window ${open.length}`,
    isControlled,
    visibilityState: 'visible' as const,
    postMessage: jest.fn(),
    focus: async () => undefined,
  };
  open.push(made);
  return made;
}

it('shows the page of a pressed message in an open window', async () => {
  const { postMessage } = windowOf(true);
  await press('/main/chats/42');
  expect([openWindow.mock.calls, postMessage]).toEqual([[], expect.any(Function)]);
  expect(postMessage).toHaveBeenCalledWith({ address: '/main/chats/42' });
});

it('sends an address again to the window that did not listen yet, and to no other one', async () => {
  const [starting, other] = [windowOf(true), windowOf(true)];
  await press('/main/chats/42');
  for (const source of [other, starting])
    globalThis.dispatchEvent(Object.assign(new Event('message'), { data: { listens: true }, source }));
  expect(starting.postMessage).toHaveBeenCalledTimes(2);
  expect(starting.postMessage).toHaveBeenLastCalledWith({ address: '/main/chats/42' });
  expect(other.postMessage).not.toHaveBeenCalled();
});

it.each([
  ['without a window', []],
  ['beside a window that does not listen to the worker', [false]],
])('opens a window %s', async (_, controlled) => {
  const others = controlled.map(windowOf);
  await press('/main/chats/42');
  expect(openWindow).toHaveBeenCalledWith('/#/main/chats/42');
  for (const { postMessage } of others) expect(postMessage).not.toHaveBeenCalled();
});
