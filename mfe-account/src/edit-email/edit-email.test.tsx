import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { calls, input, leaveScreen, member, openScreen, press, refusal, type } from '../entry/test-screen';
import { EditEmail } from './edit-email';

const user = member({ email_verified: false });
afterEach(() => {
  leaveScreen();
  jest.useRealTimers();
});

describe('EditEmail', () => {
  it('sends the PIN to the new address and returns to the PIN page, which shows it', async () => {
    const { kit, requests } = await openScreen(<EditEmail />, {
      user,
      replies: { 'PUT /users/email_pin': { email: 'new@example.org', retry_after: 60 } },
    });
    type('E-mail', ' New@example.org ');
    press('Send PIN');
    await waitFor(() => expect(window.location.hash).toBe('#/verify_pin'));
    expect(calls(requests).filter((call) => call === 'PUT /users/email_pin')).toHaveLength(1);
    expect(kit.session.get().user).toMatchObject({ email: 'new@example.org', email_verified: false });
  });

  it.each(['', 'ann@', `${'x'.repeat(65)}@example.org`, 'مرحبا'])(
    'says email_INVALID for %j and sends nothing',
    async (email) => {
      const { requests } = await openScreen(<EditEmail />, { user });
      type('E-mail', 'x');
      type('E-mail', email);
      fireEvent.blur(input('E-mail'));
      press('Send PIN');
      expect(await screen.findByText('This is not an e-mail address.')).toBeTruthy();
      expect(calls(requests)).not.toContain('PUT /users/email_pin');
    },
  );

  it('keeps the address after a refusal that states the waiting time', async () => {
    await openScreen(<EditEmail />, {
      user,
      replies: { 'PUT /users/email_pin': refusal(429, 'TOO_MANY_REQUESTS', { retry_after: 42 }) },
    });
    type('E-mail', 'new@example.org');
    press('Send PIN');
    expect((await screen.findByRole('alert')).textContent).toBe('That was too often. Please try again in 42 seconds.');
    expect(input('E-mail').value).toBe('new@example.org');
  });

  it('continues once the address is verified elsewhere', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
    let now = user;
    const { kit } = await openScreen(<EditEmail />, { user, replies: { 'GET /users/me': () => now } });
    window.location.hash = '#/edit_email';
    now = member({ email_verified: true });
    await act(() => jest.advanceTimersByTimeAsync(6100));
    expect(window.location.hash).toBe('#/');
    expect(kit.session.get().user?.email_verified).toBe(true);
  });

  it('continues after a refusal because the address is verified', async () => {
    let now = user;
    await openScreen(<EditEmail />, {
      user,
      replies: {
        'GET /users/me': () => now,
        'PUT /users/email_pin': () => {
          now = member({ email_verified: true });
          return refusal(409, 'EMAIL_ALREADY_VERIFIED');
        },
      },
    });
    window.location.hash = '#/edit_email';
    type('E-mail', 'ann@example.org');
    press('Send PIN');
    await waitFor(() => expect(window.location.hash).toBe('#/'));
  });

  it('is closed by disable_user_edit_email', async () => {
    await openScreen(<EditEmail />, { user, flags: { disable_user_edit_email: true } });
    expect(screen.queryByLabelText(/^E-mail/)).toBeNull();
    expect(window.location.hash).toBe('#/verify_pin');
  });
});
