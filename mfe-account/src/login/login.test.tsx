import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { Login } from './login';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

async function open(fetch: typeof globalThis.fetch) {
  const kit = await testKit({ module: 'mfe-account', messages: en, fetch });
  render(
    <TestHost kit={kit} module="mfe-account">
      <Login />
    </TestHost>,
  );
  return kit;
}
// A mandatory field's label ends with an asterisk.
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } });
const submit = () => screen.getByRole('button', { name: 'Log in' });

describe('Login', () => {
  it('disables its button while a mandatory field is untouched and empty', async () => {
    const fetch = jest.fn<typeof globalThis.fetch>();
    await open(fetch);
    type('Username or e-mail', 'driver');
    expect(submit().getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(submit());
    expect(fetch).not.toHaveBeenCalled();
    type('Password', 'abc');
    expect(submit().getAttribute('aria-disabled')).toBeNull();
  });

  it("shows an empty field's error on blur", async () => {
    await open(jest.fn<typeof globalThis.fetch>());
    type('Password', ' ');
    type('Password', '');
    fireEvent.blur(input('Password'));
    expect(await screen.findByText('This field is required.')).toBeTruthy();
  });

  it('refuses a password under 3 characters before sending', async () => {
    const fetch = jest.fn<typeof globalThis.fetch>();
    await open(fetch);
    type('Username or e-mail', 'driver');
    type('Password', 'ab');
    fireEvent.click(submit());
    expect(await screen.findByText('This is too short: at least 3 characters are needed.')).toBeTruthy();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('shows a refused sign-in at the password and starts no session', async () => {
    const kit = await open(async () => answer(401, { code: 'INVALID_CREDENTIALS', message: 'Wrong.' }));
    type('Username or e-mail', 'driver');
    type('Password', 'wrong');
    fireEvent.click(submit());
    await waitFor(() => expect(input('Password').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText(en.codes.INVALID_CREDENTIALS)).toBeTruthy();
    expect(kit.session.get().token).toBeNull();
  });

  it('shows that the internet is disconnected without a reply, and keeps the input', async () => {
    await open(async () => Promise.reject(new TypeError('network')));
    type('Username or e-mail', 'driver');
    type('Password', 'paddock-demo');
    fireEvent.click(submit());
    expect(await screen.findByText('This service cannot be reached right now.')).toBeTruthy();
    expect(input('Username or e-mail').value).toBe('driver');
  });

  it('asks for the code after a correct password, and sends it with the same name and password', async () => {
    const sent: unknown[] = [];
    const kit = await open(async (_address, init) => {
      sent.push(JSON.parse(String(init?.body)));
      const given = sent.at(-1) as { code?: string };
      const code = given.code === undefined ? 'SECOND_FACTOR_REQUIRED' : 'SECOND_FACTOR_INVALID';
      return answer(401, { code, message: code });
    });
    type('Username or e-mail', 'driver');
    type('Password', 'paddock-demo');
    fireEvent.click(submit());
    const code = await screen.findByLabelText<HTMLInputElement>(en.login.second.code);
    expect(code.autocomplete).toBe('one-time-code');
    fireEvent.change(code, { target: { value: '123456' } });
    await waitFor(() => expect(screen.getAllByText(en.login.second.invalid).length).toBeGreaterThan(0));
    expect(sent.at(-1)).toMatchObject({ username_or_email: 'driver', password: 'paddock-demo', code: '123456' });
    expect(code.value).toBe('');
    fireEvent.click(screen.getByRole('button', { name: en.login.second.use_recovery }));
    expect(screen.getByLabelText(en.login.second.recovery)).toBeTruthy();
    expect(kit.session.get().token).toBeNull();
  });

  it('shows the waiting time', async () => {
    await open(async () => answer(429, { code: 'TOO_MANY_REQUESTS', message: 'Wait.', retry_after: 90 }));
    type('Username or e-mail', 'driver');
    type('Password', 'paddock-demo');
    fireEvent.click(submit());
    expect(await screen.findByText(/2 minutes/)).toBeTruthy();
  });
});
