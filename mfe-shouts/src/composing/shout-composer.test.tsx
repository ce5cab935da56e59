import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { AttachedFile } from '@paddock/contract/calls/files';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { ShoutComposer } from './shout-composer';
import { useEditing } from './use-editing';
import { usePosting } from './use-posting';

const start = Date.parse('2026-05-01T10:00:00Z');
const shout = {
  id: 's1',
  shout: 'Box',
  created: '2026-05-01T10:00:00Z',
  images: [],
  files: [],
} as unknown as ShoutCard;
const file = { id: 'f1' } as AttachedFile;

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

function Editor({ card }: { card: ShoutCard }) {
  const editing = useEditing(
    () => undefined,
    () => undefined,
  );
  return (
    <>
      <button onClick={() => editing.start(card)}>Begin</button>
      <ShoutComposer
        label="Write"
        posting={usePosting({ kind: 'group', id: '0' }, () => undefined)}
        editing={editing}
        conversation="0"
      />
    </>
  );
}

async function edit({ card = shout, after = 0, status = 200, flags = {} } = {}) {
  const calls: string[] = [];
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: en,
    flags,
    fetch: async (url) => {
      calls.push(String(url));
      const reply = status === 200 ? card : { code: 'EDIT_WINDOW_OVER', message: 'The time to edit this is over.' };
      return new Response(JSON.stringify(reply), { status, headers: { 'content-type': 'application/json' } });
    },
  });
  jest.useFakeTimers({ now: start + after, doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
  render(
    <TestHost kit={kit} module="mfe-shouts">
      <Editor card={card} />
    </TestHost>,
  );
  fireEvent.click(screen.getByText('Begin'));
  const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  return { calls, wait };
}
const line = (text: string) => screen.queryByText(text, { selector: 'span.grow' });
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write' });

describe(ShoutComposer, () => {
  it.each([
    ['pictures', { images: [file] }, 1],
    ['files', { files: [file] }, 1],
    ['neither', {}, 0],
  ])('saves an edit without text of a shout with %s', async (_, attached, saved) => {
    const { calls } = await edit({ card: { ...shout, ...attached } });
    fireEvent.change(box(), { target: { value: '' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
    expect(calls).toHaveLength(saved);
  });

  it('counts down the minutes left to edit', async () => {
    const { wait } = await edit({ after: 30_000 });
    expect(line('Editing your shout · 14 min left')).toBeTruthy();
    wait(30_000);
    expect(line('Editing your shout · 14 min left')).toBeTruthy();
    wait(1);
    expect(line('Editing your shout · 13 min left')).toBeTruthy();
    wait(13 * 60_000);
    expect(line('Editing your shout · less than a minute left')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('keeps the text when the time is over, and shows the refusal', async () => {
    const { wait, calls } = await edit();
    fireEvent.change(box(), { target: { value: 'Box now' } });
    wait(900_000);
    expect(screen.getByRole('status').textContent).toBe('');
    wait(1);
    expect(screen.getByRole('status').textContent).toBe('The time to edit this is over.');
    expect(box().value).toBe('Box now');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(calls).toEqual([]);
  });

  it('shows the same when the clock of the service is ahead', async () => {
    const { calls } = await edit({ status: 403 });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByRole('status').textContent).toBe('The time to edit this is over.');
    expect(calls).toHaveLength(1);
    expect(box().value).toBe('Box');
  });

  it('hides the minutes while hours are left', async () => {
    await edit({ flags: { max_edit_delta: 86_400_000 }, card: { ...shout, in_reply_to: 's0' } });
    expect(line('Editing your comment')).toBeTruthy();
  });
});
