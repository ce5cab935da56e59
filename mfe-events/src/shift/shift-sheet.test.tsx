import { afterEach, expect, it } from '@jest/globals';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { makeEvent } from '../make-event';
import en from '../messages/en.json' with { type: 'json' };
import texts from './messages/en.json' with { type: 'json' };
import { ShiftSheet } from './shift-sheet';

/** jsdom lacks it; an open sheet calls it. */
(globalThis as unknown as { CSS?: { escape: (text: string) => string } }).CSS ??= { escape: (text) => text };

afterEach(cleanup);

it('takes minutes in Arabic digits', async () => {
  const fetch = () => new Promise<Response>(() => undefined);
  const kit = await testKit({ module: 'mfe-events', messages: { ...en, ...texts }, fetch });
  render(
    <TestHost kit={kit} module="mfe-events">
      <ShiftSheet event={makeEvent({})} onClose={() => undefined} />
    </TestHost>,
  );
  const minutes = await screen.findByLabelText('Minutes');
  const isPressed = (by: string) => screen.getByText(by).closest('button')?.getAttribute('aria-pressed');
  fireEvent.change(minutes, { target: { value: '٣٠' } });
  expect([isPressed('30 min'), minutes.getAttribute('aria-invalid')]).toEqual(['true', null]);
  fireEvent.change(minutes, { target: { value: '٣x' } });
  expect([isPressed('30 min'), minutes.getAttribute('aria-invalid')]).toEqual(['false', 'true']);
});
