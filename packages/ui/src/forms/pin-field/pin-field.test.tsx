import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { PinField } from './pin-field';

afterEach(cleanup);

function open({ pending = false, start = '' } = {}) {
  const complete = jest.fn<(value: string) => void>();
  function Page() {
    const [pin, setPin] = useState(start);
    return <PinField label="PIN" value={pin} onChange={setPin} onComplete={complete} pending={pending} />;
  }
  render(<Page />);
  return { complete, input: screen.getByLabelText<HTMLInputElement>('PIN') };
}
const paste = (input: HTMLInputElement, text: string) =>
  fireEvent.paste(input, { clipboardData: { getData: () => text } });

describe('PinField', () => {
  it('asks for the numeric keyboard and offers a one-time code', () => {
    const { input } = open();
    expect([input.inputMode, input.autocomplete]).toEqual(['numeric', 'one-time-code']);
  });

  it('completes with the last digit, not before', () => {
    const { complete, input } = open();
    fireEvent.change(input, { target: { value: '12345' } });
    expect(complete).not.toHaveBeenCalled();
    fireEvent.change(input, { target: { value: '123456' } });
    expect(complete.mock.calls).toEqual([['123456']]);
  });

  it.each([
    ['figures', '123456', '123456'],
    ['groups', ' 123 456\n', '123456'],
    ['a dash', '123-456', '123456'],
    ['a sentence', 'Your PIN is 123456, good for 10 minutes.', '123456'],
    ['Arabic figures', '١٢٣٤٥٦', '123456'],
    ['Persian figures', '۱۲۳۴۵۶', '123456'],
    ['any text', 'abcdefgh', 'abcdef'],
  ])('takes pasted %s', (_, text, pin) => {
    const { complete, input } = open();
    paste(input, text);
    expect(input.value).toBe(pin);
    expect(complete.mock.calls).toEqual([[pin]]);
  });

  it('replaces the code when another one is pasted', () => {
    const { complete, input } = open({ start: '111111' });
    paste(input, '222222');
    expect(complete.mock.calls).toEqual([['222222']]);
  });

  it('ignores input while the code is being checked', () => {
    const { complete, input } = open({ pending: true, start: '111111' });
    paste(input, '222222');
    fireEvent.change(input, { target: { value: '11111' } });
    expect(input.value).toBe('111111');
    expect(complete).not.toHaveBeenCalled();
  });
});
