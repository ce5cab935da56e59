import { flags } from '@paddock/contract/flags';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import en from '../messages/en.json';
import { SignUp } from './sign-up';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const withCompany = flags.parse({
  signup_fields: [
    {
      name: 'company',
      type: 'input',
      mandatory: true,
      label: 'Team or company',
      message: 'Please enter a team or company name',
    },
  ],
});

async function open(fetch: typeof globalThis.fetch) {
  const kit = await testKit({ module: 'mfe-account', messages: en, fetch, flags: withCompany });
  render(
    <TestHost kit={kit} module="mfe-account">
      <SignUp />
    </TestHost>,
  );
}
// A mandatory field's label ends in an asterisk.
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } });
function fill(change: Record<string, string> = {}) {
  const good = {
    'Full name': 'Ann Lee',
    Username: 'ann lee',
    'E-mail': 'ann@example.org',
    Password: 'long enough',
    'Team or company': 'Northfell',
  };
  for (const [label, value] of Object.entries({ ...good, ...change })) type(label, value);
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Sign up' }));

describe('SignUp', () => {
  it("shows the deployment's own words for a missing extra field", async () => {
    const fetch = jest.fn<typeof globalThis.fetch>();
    await open(fetch);
    fill({ 'Team or company': ' ' });
    fireEvent.blur(input('Team or company'));
    submit();
    expect(await screen.findByText('Please enter a team or company name')).toBeTruthy();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('sends base fields and extra fields under one client id, also when it is sent again', async () => {
    const bodies: Record<string, unknown>[] = [];
    await open(async (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)) as Record<string, unknown>);
      throw new TypeError('network');
    });
    fill();
    submit();
    await waitFor(() => expect(bodies).toHaveLength(1));
    await screen.findByText('Internet disconnected');
    submit();
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[0]).toMatchObject({ email: 'ann@example.org', fields: { company: 'Northfell' } });
    expect(bodies[1]!['client_id']).toBe(bodies[0]!['client_id']);
  });

  it('puts what the service refuses at its field', async () => {
    await open(async () =>
      answer(409, {
        code: 'USERNAME_NOT_AVAILABLE',
        message: 'Taken.',
        fields: { username: 'USERNAME_NOT_AVAILABLE' },
      }),
    );
    fill();
    submit();
    expect(await screen.findByText(en.codes.USERNAME_NOT_AVAILABLE)).toBeTruthy();
    expect(input('Username').getAttribute('aria-invalid')).toBe('true');
  });
});
