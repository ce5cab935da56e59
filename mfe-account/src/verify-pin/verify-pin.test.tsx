import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { calls, input, leaveScreen, member, openScreen, press, refusal, title, type } from '../entry/test-screen';
import { storePinWait } from './pin-wait';
import { VerifyPin } from './verify-pin';

const waiting = member({ email_verified: false });
const me = { 'GET /users/me': waiting };
const pinCalls = (requests: Parameters<typeof calls>[0]) => calls(requests).filter((call) => call.startsWith('PUT'));

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] }));
afterEach(() => {
  leaveScreen();
  jest.useRealTimers();
});
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

describe('VerifyPin', () => {
  it('shows the address of the PIN, and submits with the last digit', async () => {
    const { kit, requests } = await openScreen(<VerifyPin />, {
      user: waiting,
      replies: { ...me, 'PUT /users/verify_pin': member() },
    });
    expect(screen.getByText('ann@example.org')).toBeTruthy();
    type('PIN', '12345');
    expect(pinCalls(requests)).toEqual([]);
    type('PIN', '123456');
    await title('Email verified');
    expect(screen.getByText('Thank you')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Email verified');
    expect(requests.find(({ call }) => call === 'PUT /users/verify_pin')?.input).toMatchObject({ pin: '123456' });
    // The member reads the page first: the shell redirects as soon as the session is updated.
    expect(kit.session.get().user?.email_verified).toBe(false);
    await pass(2500);
    expect(kit.session.get().user?.email_verified).toBe(true);
    // The shell redirects to the stored return URL.
    expect(window.location.hash).toBe('#/');
  });

  it('opens the waiting page next', async () => {
    await openScreen(<VerifyPin />, {
      user: waiting,
      replies: { ...me, 'PUT /users/verify_pin': member({ pending: true }) },
    });
    type('PIN', '123456');
    await title('Email verified');
    press('Continue');
    await pass(0);
    expect(window.location.hash).toBe('#/pending_approval');
  });

  it.each([
    ['INVALID_PIN', 'This PIN is wrong. Check the latest e-mail and try again.'],
    ['PIN_EXPIRED', 'This PIN has expired. Request a new one.'],
  ])('shows and announces %s at the field, and accepts another PIN', async (code, text) => {
    const { requests } = await openScreen(<VerifyPin />, {
      user: waiting,
      replies: { ...me, 'PUT /users/verify_pin': refusal(400, code) },
    });
    type('PIN', '123456');
    await waitFor(() => expect(input('PIN').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByRole('alert').textContent).toBe(text);
    expect(input('PIN').value).toBe('');
    expect(document.activeElement).toBe(input('PIN'));
    type('PIN', '654321');
    await pass(0);
    expect(pinCalls(requests)).toHaveLength(2);
  });

  it('shows the waiting time after too many tries, and keeps the PIN', async () => {
    await openScreen(<VerifyPin />, {
      user: waiting,
      replies: { ...me, 'PUT /users/verify_pin': refusal(429, 'TOO_MANY_REQUESTS', { retry_after: 600 }) },
    });
    type('PIN', '123456');
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('That was too often. Please try again in 10 minutes.'),
    );
    expect(input('PIN').value).toBe('123456');
  });

  it('keeps the PIN while offline, and the button sends it', async () => {
    let there = false;
    await openScreen(<VerifyPin />, {
      user: waiting,
      replies: { ...me, 'PUT /users/verify_pin': () => (there ? member() : null) },
    });
    type('PIN', '123456');
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('This service cannot be reached right now.'),
    );
    expect(input('PIN').getAttribute('aria-invalid')).toBeNull();
    expect(input('PIN').value).toBe('123456');
    there = true;
    press('Verify');
    await title('Email verified');
  });

  it('sends one PIN at a time', async () => {
    const { requests } = await openScreen(<VerifyPin />, {
      user: waiting,
      replies: { ...me, 'PUT /users/verify_pin': () => new Promise<null>(() => undefined) },
    });
    type('PIN', '123456');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Verify' }).getAttribute('aria-busy')).toBe('true'));
    press('Verify');
    fireEvent.submit(screen.getByRole('form'));
    await pass(0);
    expect(pinCalls(requests)).toEqual(['PUT /users/verify_pin']);
  });

  it('requests another PIN only when the service allows it, also after a reload', async () => {
    const { requests } = await openScreen(<VerifyPin />, {
      user: waiting,
      replies: { ...me, 'PUT /users/email_pin': { email: waiting.email, retry_after: 60 } },
    });
    press('Resend PIN');
    await screen.findByText('A new PIN is on its way.');
    const button = () => screen.getByRole('button', { name: /^Resend PIN in/ });
    expect(button().textContent).toBe('Resend PIN in 1:00');
    fireEvent.click(button());
    await pass(18_500);
    expect(button().textContent).toBe('Resend PIN in 0:42');
    expect(pinCalls(requests)).toEqual(['PUT /users/email_pin']);
    expect(requests.at(-1)?.input).not.toHaveProperty('email');
    await pass(42_000);
    expect(screen.getByRole('button', { name: 'Resend PIN' }).getAttribute('aria-disabled')).toBeNull();
  });

  it("counts down a refusal's waiting time, and ignores an impossible one", async () => {
    storePinWait(7200);
    await openScreen(<VerifyPin />, {
      user: waiting,
      replies: { ...me, 'PUT /users/email_pin': refusal(429, 'TOO_MANY_REQUESTS', { retry_after: 1800 }) },
    });
    press('Resend PIN');
    expect(await screen.findByRole('button', { name: 'Resend PIN in 30:00' })).toBeTruthy();
    expect(screen.getByText('That was too often. Please try again in 30 minutes.')).toBeTruthy();
  });

  it('notices without a reload that the link was opened elsewhere', async () => {
    let verified = false;
    await openScreen(<VerifyPin />, {
      user: waiting,
      replies: { 'GET /users/me': () => (verified ? member() : waiting) },
    });
    await pass(100);
    verified = true;
    await pass(6000);
    await title('Email verified');
  });

  it.each([
    [false, 1],
    [true, 0],
  ])('with disable_user_edit_email %s links to the edit page %d times', async (disable_user_edit_email, times) => {
    await openScreen(<VerifyPin />, { user: waiting, replies: me, flags: { disable_user_edit_email } });
    expect(screen.queryAllByRole('link', { name: 'Change the e-mail address' })).toHaveLength(times);
  });

  it('redirects a verified member at once', async () => {
    await openScreen(<VerifyPin />, { user: member({ banned: true }), replies: { 'GET /users/me': member() } });
    expect(window.location.hash).toBe('#/forbidden');
  });
});
