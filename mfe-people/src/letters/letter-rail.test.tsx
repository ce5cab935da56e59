import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { abcBucketsOf } from '@paddock/contract/calls/people';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { LetterRail } from './letter-rail';
import en from './messages/en.json' with { type: 'json' };

afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

async function open(language = 'en') {
  const onJump = jest.fn();
  const kit = await testKit({ module: 'mfe-people', messages: en });
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
  render(
    <TestHost kit={kit} module="mfe-people">
      <LetterRail letters={abcBucketsOf(language)} start={undefined} onJump={onJump} />
    </TestHost>,
  );
  const rail = screen.getByRole('slider', { name: 'Jump to a letter' });
  // jsdom has neither layout nor pointer capture.
  rail.setPointerCapture = () => undefined;
  rail.getBoundingClientRect = () => ({ top: 100, height: 280 }) as DOMRect;
  const jumps = () => {
    act(() => void jest.advanceTimersByTime(150));
    return onJump.mock.calls.map(([letter]) => letter);
  };
  return { rail, jumps };
}
const value = (rail: HTMLElement) => rail.getAttribute('aria-valuetext');

describe('LetterRail', () => {
  it.each([
    [['ArrowDown'], '0-9'],
    [['ArrowUp'], 'OTHERS'],
    [['End', 'ArrowUp'], 'Y'],
    [['End', 'Home'], 'OTHERS'],
    [['PageDown'], 'D'],
    [['m'], 'M'],
    [['7'], '0-9'],
  ])('jumps once by the keys %j to %s', async (keys, letter) => {
    const { rail, jumps } = await open();
    for (const key of keys) fireEvent.keyDown(rail, { key });
    expect(jumps()).toEqual([letter]);
    expect(value(rail)).toBe(letter === 'OTHERS' ? 'Others' : letter);
  });

  it('leaves keys with a modifier and unknown keys to the page', async () => {
    const { rail, jumps } = await open();
    expect(fireEvent.keyDown(rail, { key: 'a', ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(rail, { key: 'Tab' })).toBe(true);
    expect(jumps()).toEqual([]);
  });

  it('follows a finger and jumps where it rests', async () => {
    const { rail, jumps } = await open();
    // jsdom's pointer events have no coordinates.
    const point = (type: string, clientY: number) => fireEvent(rail, new MouseEvent(type, { clientY, bubbles: true }));
    point('pointerdown', 125);
    point('pointermove', 225);
    point('pointermove', 999);
    expect(value(rail)).toBe('Z');
    point('pointerup', 0);
    point('pointermove', 125);
    expect(jumps()).toEqual(['Z']);
  });

  it.each([
    [600, /^…#ABCDE/],
    [200, /^…·A·C·E·G/],
    [110, /^…···C···G/],
  ])('draws as many letters as a height of %d px has room for', async (height, drawn) => {
    jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
    const { rail } = await open();
    expect(rail.textContent).toMatch(drawn);
  });

  it('offers the letters of Arabic before those of Latin', async () => {
    const { rail, jumps } = await open('ar');
    fireEvent.keyDown(rail, { key: 'ب' });
    expect(jumps()).toEqual(['ب']);
    expect(rail.getAttribute('aria-valuemax')).toBe('55');
  });
});
