import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { calls, input, leaveScreen, member, openScreen, press, refusal, title, type } from '../entry/test-screen';
import { ResetPassword } from './reset-password';
import { SendPassword } from './send-password';

afterEach(leaveScreen);

describe('SendPassword', () => {
  it('says the same whatever the address, and can be asked again with it', async () => {
    const { asked } = await openScreen(<SendPassword />, { answers: { 'PUT /users/send_reset_password_link': {} } });
    type('E-mail', 'ann@example.org');
    press('Send');
    await title('Check your mail');
    expect(screen.getByText(/^If there is an account with this address/)).toBeTruthy();
    expect(asked[0]?.input).toMatchObject({ email: 'ann@example.org' });
    press('Send again');
    await title('Forgot password?');
  });

  it('refuses what is no address, and says how long to wait', async () => {
    const { asked } = await openScreen(<SendPassword />, {
      answers: { 'PUT /users/send_reset_password_link': refusal(429, 'TOO_MANY_REQUESTS', { retry_after: 1800 }) },
    });
    type('E-mail', 'ann');
    press('Send');
    await screen.findByText('This is not an e-mail address.');
    expect(calls(asked)).toEqual([]);
    type('E-mail', 'ann@example.org');
    await waitFor(() => expect(input('E-mail').getAttribute('aria-invalid')).toBeNull());
    press('Send');
    expect((await screen.findByRole('alert')).textContent).toBe('That was too often. Please try again in 30 minutes.');
  });
});

describe('ResetPassword', () => {
  const good = { 'PUT /users/validate_password_token': {} };
  const page = <ResetPassword params={{ token: 'secret' }} />;

  it('looks at the link first, takes one password and says that it is set', async () => {
    const { asked } = await openScreen(page, { answers: { ...good, 'PUT /users/reset_password': {} } });
    await title('One moment');
    await title('New password');
    type('New password', 'long enough');
    press('Set password');
    await title('Password changed');
    expect(calls(asked)).toEqual(['PUT /users/validate_password_token', 'PUT /users/reset_password']);
    expect(asked[1]?.input).toMatchObject({ password_token: 'secret', password: 'long enough' });
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('#/login');
  });

  it.each([
    ['', 'This field is required.'],
    ['x'.repeat(11), 'This is too short or too long.'],
    ['x'.repeat(21), 'This is too short or too long.'],
  ])('keeps to the configured lengths: %j', async (password, text) => {
    const { asked } = await openScreen(page, { answers: good, flags: { passwordMinLen: 12, passwordMaxLen: 20 } });
    await title('New password');
    type('New password', 'x');
    type('New password', password);
    fireEvent.blur(input('New password'));
    press('Set password');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(calls(asked)).toHaveLength(1);
  });

  it.each([12, 20])('takes a password of %d characters at a configured limit', async (length) => {
    const { asked } = await openScreen(page, {
      answers: { ...good, 'PUT /users/reset_password': {} },
      flags: { passwordMinLen: 12, passwordMaxLen: 20 },
    });
    await title('New password');
    type('New password', 'x'.repeat(length));
    press('Set password');
    await title('Password changed');
    expect(calls(asked)).toHaveLength(2);
  });

  it.each(['LINK_INVALID', 'LINK_EXPIRED'])(
    'offers another link for %s, also when it is spent meanwhile',
    async (code) => {
      const first = await openScreen(page, { answers: { 'PUT /users/validate_password_token': refusal(404, code) } });
      await title('This link does not work');
      expect(screen.getByText(`${code} said`)).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('#/send_password');
      expect(calls(first.asked)).toHaveLength(1);
      leaveScreen();
      await openScreen(page, { answers: { ...good, 'PUT /users/reset_password': refusal(404, code) } });
      await title('New password');
      type('New password', 'long enough');
      press('Set password');
      await title('This link does not work');
    },
  );

  it('asks again when nobody answered, keeps the password over a failure, and never in a draft', async () => {
    let there = false;
    await openScreen(page, {
      answers: { 'PUT /users/validate_password_token': () => (there ? {} : null), 'PUT /users/reset_password': null },
      user: member(),
    });
    await title('No answer');
    there = true;
    press('Retry');
    await title('New password');
    type('New password', 'long enough');
    press('Set password');
    await screen.findByText('This service cannot be reached right now.');
    expect(input('New password').value).toBe('long enough');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('long enough');
  });

  it('looks at another link that is opened in the same window', async () => {
    const { asked, show } = await openScreen(page, {
      answers: {
        'PUT /users/validate_password_token': ({ password_token }) =>
          password_token === 'secret' ? refusal(404, 'LINK_INVALID') : {},
      },
    });
    await title('This link does not work');
    show(<ResetPassword params={{ token: 'other' }} />);
    await title('New password');
    expect(asked.map(({ input: { password_token } }) => password_token)).toEqual(['secret', 'other']);
  });
});
