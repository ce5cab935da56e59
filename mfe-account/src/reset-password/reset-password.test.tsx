import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { calls, input, leaveScreen, member, openScreen, press, refusal, title, type } from '../entry/test-screen';
import { ResetPassword } from './reset-password';
import { SendPassword } from './send-password';

afterEach(leaveScreen);

describe('SendPassword', () => {
  it('shows the same for every address, and can send again', async () => {
    const { requests } = await openScreen(<SendPassword />, { replies: { 'PUT /users/send_reset_password_link': {} } });
    type('E-mail', 'ann@example.org');
    press('Send');
    await title('Check your mail');
    expect(screen.getByText(/^If there is an account with this address/)).toBeTruthy();
    expect(requests[0]?.input).toMatchObject({ email: 'ann@example.org' });
    press('Send again');
    await title('Forgot password?');
  });

  it('refuses an invalid address, and shows the waiting time', async () => {
    const { requests } = await openScreen(<SendPassword />, {
      replies: { 'PUT /users/send_reset_password_link': refusal(429, 'TOO_MANY_REQUESTS', { retry_after: 1800 }) },
    });
    type('E-mail', 'ann');
    press('Send');
    await screen.findByText('This is not an e-mail address.');
    expect(calls(requests)).toEqual([]);
    type('E-mail', 'ann@example.org');
    await waitFor(() => expect(input('E-mail').getAttribute('aria-invalid')).toBeNull());
    press('Send');
    expect((await screen.findByRole('alert')).textContent).toBe('That was too often. Please try again in 30 minutes.');
  });
});

describe('ResetPassword', () => {
  const good = { 'PUT /users/validate_password_token': {} };
  const page = <ResetPassword params={{ token: 'secret' }} />;

  it('validates the link first, takes one password and confirms it', async () => {
    const { requests } = await openScreen(page, { replies: { ...good, 'PUT /users/reset_password': {} } });
    await title('One moment');
    await title('New password');
    type('New password', 'long enough');
    press('Set password');
    await title('Password changed');
    expect(calls(requests)).toEqual(['PUT /users/validate_password_token', 'PUT /users/reset_password']);
    expect(requests[1]?.input).toMatchObject({ password_token: 'secret', password: 'long enough' });
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('#/login');
  });

  it.each([
    ['', 'This field is required.'],
    ['x'.repeat(11), 'This is too short: at least 12 characters are needed.'],
    ['x'.repeat(21), 'This is too long: at most 20 characters are possible.'],
  ])('enforces the configured lengths: %j', async (password, text) => {
    const { requests } = await openScreen(page, { replies: good, flags: { passwordMinLen: 12, passwordMaxLen: 20 } });
    await title('New password');
    type('New password', 'x');
    type('New password', password);
    fireEvent.blur(input('New password'));
    press('Set password');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(calls(requests)).toHaveLength(1);
  });

  it.each([12, 20])('accepts a password of %d characters at a configured limit', async (length) => {
    const { requests } = await openScreen(page, {
      replies: { ...good, 'PUT /users/reset_password': {} },
      flags: { passwordMinLen: 12, passwordMaxLen: 20 },
    });
    await title('New password');
    type('New password', 'x'.repeat(length));
    press('Set password');
    await title('Password changed');
    expect(calls(requests)).toHaveLength(2);
  });

  it.each(['LINK_INVALID', 'LINK_EXPIRED'])(
    'offers another link for %s, also when it is spent meanwhile',
    async (code) => {
      const first = await openScreen(page, { replies: { 'PUT /users/validate_password_token': refusal(404, code) } });
      await title('This link does not work');
      expect(screen.getByText(`${code} said`)).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('#/send_password');
      expect(calls(first.requests)).toHaveLength(1);
      leaveScreen();
      await openScreen(page, { replies: { ...good, 'PUT /users/reset_password': refusal(404, code) } });
      await title('New password');
      type('New password', 'long enough');
      press('Set password');
      await title('This link does not work');
    },
  );

  it('retries without a reply, keeps the password after a failure, and never stores it in a draft', async () => {
    let there = false;
    await openScreen(page, {
      replies: { 'PUT /users/validate_password_token': () => (there ? {} : null), 'PUT /users/reset_password': null },
      user: member(),
    });
    await title('No reply');
    there = true;
    press('Retry');
    await title('New password');
    type('New password', 'long enough');
    press('Set password');
    await screen.findByText('This service cannot be reached right now.');
    expect(input('New password').value).toBe('long enough');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('long enough');
  });

  it('validates another link that is opened in the same window', async () => {
    const { requests, show } = await openScreen(page, {
      replies: {
        'PUT /users/validate_password_token': ({ password_token }) =>
          password_token === 'secret' ? refusal(404, 'LINK_INVALID') : {},
      },
    });
    await title('This link does not work');
    show(<ResetPassword params={{ token: 'other' }} />);
    await title('New password');
    expect(requests.map(({ input: { password_token } }) => password_token)).toEqual(['secret', 'other']);
  });
});
