import { afterEach, describe, expect, it } from '@jest/globals';
import { flags } from '@paddock/contract/core/flags';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { dismissToast, ToastRegion } from '@paddock/ui/toast';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { makeProfile, reply } from '../make-person';
import en from '../messages/en.json' with { type: 'json' };
import { ProfilePage } from '../profile/profile-page';

// jsdom has no `CSS.escape`, which React Aria's focus handling asks for.
Object.assign(globalThis, { CSS: { escape: String } });
afterEach(() => {
  cleanup();
  act(() => dismissToast());
});

describe('the authenticator app of a member', () => {
  const totp = { totp: true };

  /** Returns the profile, the app's state and the reply to turning it off; `calls` lists the calls about the app. */
  async function openAs(admin: boolean, { change = totp, uid = 'u1', has = true, lifts = [200] } = {}) {
    const calls: string[] = [];
    let there = has;
    const fetch = async (url: unknown, init?: RequestInit) => {
      if (String(url).includes('/activities')) return reply({ activities: [] });
      if (!String(url).includes('/totp')) return reply(makeProfile({ id: uid }));
      const method = init?.method ?? 'GET';
      calls.push(method);
      if (method === 'GET') return reply({ totp: there });
      const status = lifts.shift() ?? 200;
      if (status === 200 || status === 404) there = false;
      if (status === 200) return reply({ ok: true });
      return reply(
        { code: status === 404 ? 'NOT_FOUND' : 'SERVICE_UNAVAILABLE', message: 'Back in a minute.' },
        status,
      );
    };
    const user = { id: 'me', username: 'me', fullname: 'Me Myself', acl: [], admin } as unknown as Self;
    const kit = await testKit({
      module: 'mfe-people',
      messages: en,
      fetch,
      flags: flags.parse(change),
      boot: {},
      user,
    });
    render(
      <TestHost kit={kit} module="mfe-people">
        <ToastRegion label="Messages" dismissLabel="Dismiss" />
        <ProfilePage params={{ uid }} />
      </TestHost>,
    );
    await screen.findByRole('region', { name: 'Ann Lee' });
    return calls;
  }
  const ask = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
    return within(await screen.findByRole('alertdialog'));
  };

  it.each([
    ['a viewer who is not a super admin', false, {}],
    ['a deployment without authenticator apps', true, { change: {} as typeof totp }],
    ['the own profile', true, { uid: 'me' }],
  ])('is not requested for %s', async (_, admin, given) => {
    expect(await openAs(admin, given)).toEqual([]);
    expect(screen.queryByText('Authenticator app')).toBeNull();
  });

  it('is hidden when they have none', async () => {
    const calls = await openAs(true, { has: false });
    await waitFor(() => expect(calls).toEqual(['GET']));
    expect(screen.queryByText('Authenticator app')).toBeNull();
  });

  it('is turned off only after confirmation', async () => {
    const calls = await openAs(true);
    const question = await ask();
    expect(question.getByText('Turn off the authenticator app of Ann Lee?')).toBeTruthy();
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(calls).toEqual(['GET']);
    fireEvent.click((await ask()).getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Authenticator app turned off')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull());
    expect(calls).toEqual(['GET', 'PUT', 'GET']);
  });

  it('shows a failure in the dialog, and can be retried', async () => {
    const calls = await openAs(true, { lifts: [503, 200] });
    const question = await ask();
    fireEvent.click(question.getByRole('button', { name: 'Turn off' }));
    expect((await question.findByRole('alert')).textContent).toContain('Back in a minute.');
    fireEvent.click(question.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Authenticator app turned off')).toBeTruthy();
    expect(calls.filter((method) => method === 'PUT')).toHaveLength(2);
  });

  it('disappears without an error when the member has turned it off meanwhile', async () => {
    await openAs(true, { lifts: [404] });
    fireEvent.click((await ask()).getByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(screen.queryByText('Authenticator app')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
