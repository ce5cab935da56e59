import { afterEach, expect, it, jest } from '@jest/globals';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, renderHook } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { useMentions } from './use-mentions';

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const petra = { id: 'u1', username: 'petra', fullname: 'Petra Wolańska' };

async function typing(conversation: Parameters<typeof useMentions>[0]['conversation']) {
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: en,
    // Only the search for "pet" in place 7 is answered; any other stays under way.
    fetch: (url) =>
      /query=pet(&|$)/.test(String(url)) && /\b7\b/.test(String(url))
        ? Promise.resolve(Response.json({ users: [petra] }))
        : new Promise<Response>(() => undefined),
  });
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
  const hook = renderHook(
    (props: { text: string; conversation: typeof conversation }) =>
      useMentions({ ...props, setText: () => undefined, box: { current: null } }),
    {
      initialProps: { text: '', conversation },
      wrapper: ({ children }) => (
        <TestHost kit={kit} module="mfe-shouts">
          {children}
        </TestHost>
      ),
    },
  );
  /** Names suggested after the text is typed and its search has begun. */
  return async (text: string, place = conversation) => {
    hook.rerender({ text, conversation: place });
    act(() => hook.result.current.onCaret(text.length));
    for (let step = 0; step < 5; step += 1) await act(() => jest.advanceTimersByTimeAsync(100));
    return (hook.result.current.mentions?.options ?? []).map((option) => option.name);
  };
}

it.each([
  ['a conversation', '7', '8'],
  ['comments', { kind: 'event', id: '7' } as const, { kind: 'event', id: '8' } as const],
])('suggestions in %s stay while a longer name is read, and in no other place', async (_, place, other) => {
  const suggested = await typing(place);
  expect(await suggested('@pet')).toEqual([petra.fullname]);
  expect(await suggested('@petr')).toEqual([petra.fullname]);
  expect(await suggested('@pola')).toEqual([]);
  expect(await suggested('@pet')).toEqual([petra.fullname]);
  expect(await suggested('@petr', other)).toEqual([]);
});
