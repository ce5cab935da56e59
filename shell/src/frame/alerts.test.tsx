import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { flags } from '@paddock/contract/core/flags';
import { missingAccess, type Self } from '@paddock/contract/calls/users';
import { type Kit, KitProvider } from '@paddock/mfe-kit/kit-context';
import { testKit } from '@paddock/mfe-kit/test-host';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { AlertSheet, createAlerts, useIsExpired } from './alerts';

// jsdom has no `CSS.escape`, which React Aria's focus handling asks for.
Object.assign(globalThis, { CSS: { escape: String } });

const ann = {
  id: 'ann',
  email_verified: true,
  pending: false,
  denied: false,
  banned: false,
  admin: false,
  acl: [],
  workplaces: [],
  subscription: 'plan',
} as unknown as Self;

let kit: Kit;
/** The reply of `users/me`; no reply while it is undefined. */
let answered: Partial<Self> | undefined;
const refreshDeployment = jest.fn(async () => undefined);

beforeEach(async () => {
  cleanup();
  localStorage.clear();
  // The kit would leave the entry of an overlay that the test before opened, while this test opens its own.
  history.replaceState(null, '');
  answered = undefined;
  refreshDeployment.mockClear();
  kit = await testKit({
    module: 'shell',
    messages: en,
    user: ann,
    flags: flags.parse({ subscription_required: true }),
    async fetch(url) {
      if (!answered) throw new TypeError('network');
      expect(String(url)).toContain('/users/me');
      return new Response(JSON.stringify({ ...ann, ...answered }));
    },
  });
});

function after(code: string, call: `${string}.${string}` = 'chats.list') {
  const alerts = createAlerts(refreshDeployment);
  alerts.refused({ code }, { name: call }, kit);
  const { user, token } = kit.session.get();
  const missing = user ? missingAccess(user, kit.deployment.get()) : null;
  return { alert: alerts.open.get()?.name ?? null, missing, signedIn: token !== null };
}
const unchanged = { missing: undefined, signedIn: true };

describe(createAlerts, () => {
  it.each([
    ['INVALID_TOKEN', { alert: 'session_expired', ...unchanged }],
    ['TOKEN_EXPIRED', { alert: 'session_expired', ...unchanged }],
    ['DEPRECATED_CLIENT', { alert: 'deprecated_client', ...unchanged }],
    ['EMAIL_NOT_VERIFIED', { alert: 'email_not_verified', missing: 'EMAIL_NOT_VERIFIED', signedIn: true }],
    ['PENDING_APPROVAL', { alert: null, missing: 'PENDING_APPROVAL', signedIn: true }],
    ['ACCESS_DENIED', { alert: null, missing: 'ACCESS_DENIED', signedIn: true }],
    ['ACCESS_FORBIDDEN', { alert: null, missing: 'ACCESS_FORBIDDEN', signedIn: true }],
    ['SUBSCRIPTION_REQUIRED', { alert: null, missing: 'SUBSCRIPTION_REQUIRED', signedIn: true }],
    ['FORBIDDEN', { alert: null, ...unchanged }],
    ['INTERNET_DISCONNECTED', { alert: null, ...unchanged }],
  ])('%s: %j', (code, outcome) => expect(after(code)).toEqual(outcome));

  it.each(['account.me', 'account.email_pin', 'account.verify_pin'] as const)(
    'leaves a member where they are for a pending %s',
    (call) => expect(after('PENDING_APPROVAL', call).missing).toBeUndefined(),
  );

  it('ignores an invalid token during log-out', () =>
    expect(after('INVALID_TOKEN', 'account.logout').alert).toBeNull());

  it('shows no alert for an invalid token or missing access to a visitor', () => {
    kit.session.forget();
    expect(after('INVALID_TOKEN').alert).toBeNull();
    expect(after('EMAIL_NOT_VERIFIED').alert).toBeNull();
  });

  it('shows no alert about verification on the PIN page', () => {
    kit.session.update({ ...ann, email_verified: false });
    expect(after('EMAIL_NOT_VERIFIED').alert).toBeNull();
  });

  it('trusts the own record over an earlier refused call', async () => {
    answered = {};
    expect(after('PENDING_APPROVAL').missing).toBe('PENDING_APPROVAL');
    await waitFor(() => expect(kit.session.get().user?.pending).toBe(false));
  });

  it('does not repeat a refused read of the own record', async () => {
    const call = jest.spyOn(kit.api, 'call');
    expect(after('SUBSCRIPTION_REQUIRED', 'account.me').missing).toBe('SUBSCRIPTION_REQUIRED');
    expect(call).not.toHaveBeenCalled();
  });

  it('refetches the deployment when only the server requires a plan', () => {
    after('ACCESS_FORBIDDEN');
    expect(refreshDeployment).not.toHaveBeenCalled();
    after('SUBSCRIPTION_REQUIRED');
    expect(refreshDeployment).toHaveBeenCalledTimes(1);
  });
});

describe(AlertSheet, () => {
  // The sheet's code loads when the first one opens.
  const said = (name: string) => screen.findByRole('heading', { name });
  function open(code: string) {
    const alerts = createAlerts(refreshDeployment);
    render(
      <KitProvider kit={kit} module="shell">
        <AlertSheet alerts={alerts} kit={kit} />
      </KitProvider>,
    );
    act(() => alerts.refused({ code }, { name: 'chats.list' }, kit));
  }

  it('ends the session when it is dismissed', async () => {
    open('TOKEN_EXPIRED');
    expect(await said('Session Expired')).toBeTruthy();
    expect(kit.session.get().token).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(kit.session.get().token).toBeNull();
  });

  it.each([
    ['TOKEN_EXPIRED', true],
    ['DEPRECATED_CLIENT', false],
  ])('hides the page behind it for %s: %p', async (code, covered) => {
    const alerts = createAlerts(refreshDeployment);
    function Behind() {
      return <p hidden={useIsExpired(alerts, kit)}>{String(useIsExpired(alerts, kit))}</p>;
    }
    render(
      <KitProvider kit={kit} module="shell">
        <Behind />
      </KitProvider>,
    );
    expect(screen.getByText('false')).toBeTruthy();
    act(() => alerts.refused({ code }, { name: 'chats.list' }, kit));
    expect(screen.getByText(String(covered)).hidden).toBe(covered);
  });

  it('closes when another window starts another session', async () => {
    open('TOKEN_EXPIRED');
    await said('Session Expired');
    act(() => kit.session.signIn('fresh', ann));
    expect(screen.queryByRole('heading', { name: 'Session Expired' })).toBeNull();
    expect(kit.session.get().token).toBe('fresh');
  });

  it('shows that a version is out of date', async () => {
    open('DEPRECATED_CLIENT');
    expect(await said('Version update')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  });
});
