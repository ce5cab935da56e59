import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import { TestHost, testKit } from '../../test/test-host';
import { useTyping } from './typing';

const petra = { id: 'petra', username: 'petra', fullname: 'Petra', online: true };

function Writers() {
  return <p>{(useTyping().get('crew') ?? []).map(({ fullname }) => fullname).join(', ')}</p>;
}

/** `hear` passes a signal of the event to the page. */
async function showWriters(name: 'writing_group' | 'writing_recipient') {
  const kit = await testKit({ module: 'shell', messages: {} });
  const listen = jest.spyOn(kit.realtime, 'on');
  const { container } = render(
    <TestHost kit={kit} module="shell">
      <Writers />
    </TestHost>,
  );
  const [, hear] = listen.mock.calls.findLast(([event]) => event === name)!;
  return { kit, container, hear };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe(useTyping, () => {
  it('lists the writer of a direct chat by the chat, or by the id of its writer from services that name no chat', async () => {
    const { kit, container, hear } = await showWriters('writing_recipient');
    const signal = (more: object) => act(() => hear({ workplace: kit.session.get().workplace, user: petra, ...more }));
    signal({});
    expect(container.textContent).toBe('');
    signal({ conversation: 'crew' });
    expect(container.textContent).toBe('Petra');
    signal({ user: { ...petra, id: 'crew', fullname: 'Crew' } });
    expect(container.textContent).toBe('Petra, Crew');
  });

  it('lists a member for a second after the last signal (A §9)', async () => {
    const { kit, container, hear } = await showWriters('writing_group');
    const signal = () => act(() => hear({ workplace: kit.session.get().workplace, gid: 'crew', user: petra }));
    const after = async (milliseconds: number) => {
      await act(() => jest.advanceTimersByTimeAsync(milliseconds));
      return container.textContent;
    };
    signal();
    expect(await after(700)).toBe('Petra');
    signal();
    expect(await after(990)).toBe('Petra');
    expect(await after(20)).toBe('');
  });
});
