import { describe, expect, it, jest } from '@jest/globals';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { FileRow } from './media';

// React replaces a timestamp of 0 with the current time.
const start = 1000;

/** Presses the download at this time in milliseconds. Returns true when the browser follows the link. */
function pressAt(ms: number, label = 'Download lap.csv'): boolean {
  const link = screen.getByLabelText(label);
  const press = createEvent.click(link);
  Object.defineProperty(press, 'timeStamp', { value: start + ms });
  return fireEvent(link, press);
}

describe('FileRow', () => {
  const row = (name: string, onPress?: () => void) => (
    <FileRow
      type="CSV"
      name={name}
      download={{ label: `Download ${name}`, ...(onPress ? { onPress } : { href: `#/files/${name}` }) }}
    />
  );

  it.each([
    ['a double click', [0, 150], [true, false]],
    ['an impatient series', [0, 300, 600, 900], [true, false, false, false]],
    ['a second press after 500 ms', [0, 500], [true, true]],
  ])('follows the link to the file once for %s', (_, times, expected) => {
    render(row('lap.csv'));
    expect(times.map((ms) => pressAt(ms))).toEqual(expected);
  });

  it('calls onPress once for a double click', () => {
    const press = jest.fn();
    render(row('lap.csv', press));
    for (const ms of [0, 150, 700]) pressAt(ms);
    expect(press).toHaveBeenCalledTimes(2);
  });

  it('downloads two files that are pressed one after the other', () => {
    render([row('lap.csv'), row('box.csv')]);
    expect([pressAt(0), pressAt(100, 'Download box.csv')]).toEqual([true, true]);
  });
});
