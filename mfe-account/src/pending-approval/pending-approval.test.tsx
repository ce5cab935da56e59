import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { queryKey } from '@paddock/mfe-kit/queries';
import { act, screen } from '@testing-library/react';
import { calls, leaveScreen, member, openScreen, press, refusal, title } from '../entry/test-screen';
import { PendingApproval } from './pending-approval';

const user = member({ pending: true });

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] }));
afterEach(() => {
  leaveScreen();
  jest.useRealTimers();
});
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

describe('PendingApproval', () => {
  it('polls every 6 s and on focus, and continues once an admin has granted access', async () => {
    let now = user;
    const { kit, requests } = await openScreen(<PendingApproval />, { user, replies: { 'GET /users/me': () => now } });
    await title('Waiting for approval');
    await pass(100);
    expect(calls(requests)).toHaveLength(1);
    await pass(6000);
    expect(calls(requests)).toHaveLength(2);
    act(() => void window.dispatchEvent(new Event('focus')));
    await pass(10);
    expect(calls(requests)).toHaveLength(3);
    expect(kit.session.get().user?.pending).toBe(true);
    now = member();
    await pass(6000);
    expect(kit.session.get().user?.pending).toBe(false);
    expect(window.location.hash).toBe('#/');
  });

  it('does not poll in a hidden window, and polls at once when it becomes visible', async () => {
    const seen = jest.spyOn(document, 'visibilityState', 'get');
    const { requests } = await openScreen(<PendingApproval />, { user, replies: { 'GET /users/me': user } });
    await pass(100);
    seen.mockReturnValue('hidden');
    await pass(60_000);
    expect(calls(requests)).toHaveLength(1);
    seen.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await pass(10);
    expect(calls(requests)).toHaveLength(2);
    seen.mockRestore();
  });

  it('shows a denial, and continues when an admin grants access later', async () => {
    let now = member({ pending: true, denied: true });
    await openScreen(<PendingApproval />, { user, replies: { 'GET /users/me': () => now } });
    await pass(100);
    await title('Access denied');
    now = member();
    await pass(6000);
    expect(window.location.hash).toBe('#/');
  });

  it('reloads on request and shows that nothing is decided, or why the call failed', async () => {
    let there = true;
    const { requests } = await openScreen(<PendingApproval />, {
      user,
      replies: { 'GET /users/me': () => (there ? user : null) },
    });
    await pass(100);
    press('Reload');
    await pass(100);
    expect(screen.getByText('There is no decision yet.')).toBeTruthy();
    expect(calls(requests)).toHaveLength(2);
    there = false;
    press('Reload');
    await pass(2000);
    expect(screen.getByText('This service cannot be reached right now.')).toBeTruthy();
  });

  it("stays when its read fails, whatever the previous page's record says", async () => {
    const { kit, show } = await openScreen(null, {
      user,
      replies: { 'GET /users/me': refusal(403, 'PENDING_APPROVAL') },
    });
    kit.queryClient.setQueryData(queryKey(readSelf, {}), member({ pending: false }));
    await pass(100);
    show(<PendingApproval />);
    await pass(10_000);
    expect(kit.session.get().user?.pending).toBe(true);
  });

  it("uses the service's current record, not the previous page's", async () => {
    const { kit, requests, show } = await openScreen(null, { user, replies: { 'GET /users/me': user } });
    kit.queryClient.setQueryData(queryKey(readSelf, {}), member({ pending: true, email_verified: false }));
    show(<PendingApproval />);
    await pass(100);
    expect(calls(requests)).toEqual(['GET /users/me']);
    expect(kit.session.get().user?.email_verified).toBe(true);
    expect(window.location.hash).not.toContain('verify_pin');
  });

  it('logs out', async () => {
    const { kit } = await openScreen(<PendingApproval />, {
      user,
      replies: { 'GET /users/me': user, 'GET /users/logout': {} },
    });
    press('Log out');
    expect(kit.session.get().token).toBeNull();
  });
});
