import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type Kit } from '@paddock/mfe-kit/kit-context';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useAttending } from './use-attending';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const look = (visible: boolean) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

async function attend() {
  const answers: (() => void)[] = [];
  const kit: Kit = await testKit({ module: 'mfe-shouts', messages: {} });
  const { result } = renderHook(() => useAttending(() => new Promise<void>((resolve) => answers.push(resolve))), {
    wrapper: ({ children }) => (
      <TestHost kit={kit} module="mfe-shouts">
        {children}
      </TestHost>
    ),
  });
  const answer = (which: number) => act(async () => answers[which]!());
  const heard = (answered: boolean) => act(() => kit.realtime.heard(answered));
  return { result, asked: () => answers.length, answer, heard };
}

describe(useAttending, () => {
  it('begins at once in a page that is in sight, and asks nothing', async () => {
    const { result, asked } = await attend();
    expect([result.current, asked()]).toEqual([true, 0]);
  });

  it('ends with the page out of sight, and begins again when what was missed is there', async () => {
    const { result, asked, answer } = await attend();
    look(false);
    expect([result.current, asked()]).toEqual([false, 0]);
    look(true);
    expect([result.current, asked()]).toEqual([false, 1]);
    await answer(0);
    expect(result.current).toBe(true);
  });

  it('does the same while the server does not answer', async () => {
    const { result, asked, answer, heard } = await attend();
    heard(false);
    expect([result.current, asked()]).toEqual([false, 0]);
    heard(true);
    expect([result.current, asked()]).toEqual([false, 1]);
    await answer(0);
    expect(result.current).toBe(true);
  });

  it('takes no answer of before it went away again for one of afterwards', async () => {
    const { result, asked, answer } = await attend();
    look(false);
    look(true);
    look(false);
    await answer(0);
    look(true);
    expect([result.current, asked()]).toEqual([false, 2]);
    await answer(1);
    expect(result.current).toBe(true);
  });
});
