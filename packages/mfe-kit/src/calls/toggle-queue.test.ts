import { describe, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { type ToggleOutcome, useToggleQueue } from './toggle-queue';

/** A queue whose calls the test ends. */
function queue() {
  const sent: string[] = [];
  const ends: { resolve: (reply: string) => void; reject: (error: Error) => void }[] = [];
  const outcomes: ToggleOutcome<string>[] = [];
  const { result } = renderHook(() =>
    useToggleQueue((id, state: string) => {
      sent.push(`${id} ${state}`);
      return new Promise<string>((resolve, reject) => ends.push({ resolve, reject }));
    }),
  );
  const press = (id: string, state: string) => result.current(id, state, (outcome) => outcomes.push(outcome));
  const end = (error?: Error) =>
    act(async () => {
      const { resolve, reject } = ends.shift()!;
      if (error) reject(error);
      else resolve(sent.at(-1 - ends.length)!);
    });
  return { sent, outcomes, press, end };
}

describe(useToggleQueue, () => {
  it('sends the last of several presses once the call before has ended', async () => {
    const { sent, outcomes, press, end } = queue();
    press('a', 'yes');
    press('a', 'no');
    press('a', 'maybe');
    expect(sent).toEqual(['a yes']);
    await end();
    expect([sent, outcomes]).toEqual([['a yes', 'a maybe'], []]);
    await end();
    expect(outcomes).toEqual([{ reply: 'a maybe' }]);
  });

  it('sends nothing more when the last press is what was sent', async () => {
    const { sent, outcomes, press, end } = queue();
    press('a', 'yes');
    press('a', 'no');
    press('a', 'yes');
    await end();
    expect([sent, outcomes]).toEqual([['a yes'], [{ reply: 'a yes' }]]);
  });

  it('keeps records apart', async () => {
    const { sent, press } = queue();
    press('a', 'yes');
    press('b', 'yes');
    expect(sent).toEqual(['a yes', 'b yes']);
  });

  it('reports a refusal with the last accepted state, and starts again afterwards', async () => {
    const { sent, outcomes, press, end } = queue();
    const refusal = new Error('closed');
    press('a', 'yes');
    press('a', 'no');
    await end();
    await end(refusal);
    expect(outcomes).toEqual([{ reply: 'a yes', error: refusal }]);
    press('a', 'no');
    expect(sent).toHaveLength(3);
  });
});
