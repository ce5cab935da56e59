import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { calls, leaveScreen, member, openScreen, press, title } from '../entry/test-screen';
import { SubscriptionRequired } from './subscription-required';

const user = member();
const flags = { subscription_required: true };
const items = [
  { id: 'a', type: 'subscription', title: 'Grandstand', priceText: '0.00 EUR', description: 'Chats and notices.' },
  { id: 'b', type: 'subscription', title: 'Pit wall', priceText: '129.00 EUR' },
];

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] }));
afterEach(() => {
  leaveScreen();
  jest.useRealTimers();
});
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

describe('SubscriptionRequired', () => {
  it('shows the plans as text without buttons, and whom to contact', async () => {
    await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      replies: { 'GET /users/me': user, 'GET /items': { items } },
    });
    await pass(100);
    await title('Select Your Plan');
    const rows = within(screen.getByRole('list', { name: 'Plans' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Grandstand 0.00 EURChats and notices.',
      'Pit wall 129.00 EUR',
    ]);
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByText(/Ask the office of Test/)).toBeTruthy();
    expect(screen.getByText(/Its office tells you how it is paid/)).toBeTruthy();
  });

  it('continues within 6 s once an admin has assigned a plan', async () => {
    let now = user;
    const { kit } = await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      replies: { 'GET /users/me': () => now, 'GET /items': { items } },
    });
    await pass(100);
    now = member({ subscription: 'a' });
    await pass(6000);
    expect(kit.session.get().user?.subscription).toBe('a');
    expect(window.location.hash).toBe('#/');
  });

  it.each([
    ['an admin', member({ admin: true })],
    ['a member with a plan', member({ subscription: 'b' })],
  ])('redirects %s at once', async (_, now) => {
    await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      replies: { 'GET /users/me': now, 'GET /items': { items } },
    });
    await pass(100);
    expect(window.location.hash).toBe('#/');
  });

  it('refreshes purchases on request, and shows that there is none, or continues', async () => {
    let now = user;
    const { requests } = await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      replies: { 'GET /users/me': () => now, 'GET /items': { items } },
    });
    await pass(100);
    press('Refresh purchases');
    await pass(100);
    expect(screen.getByText('No plan was found for your account.')).toBeTruthy();
    expect(requests.at(-1)).toMatchObject({ call: 'GET /users/me', input: { verify_subscription: 'true' } });
    now = member({ subscription: 'a' });
    press('Refresh purchases');
    await pass(100);
    expect(window.location.hash).toBe('#/');
  });

  it('shows that there are no plans, or why they failed to load', async () => {
    let there = false;
    await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      replies: { 'GET /users/me': user, 'GET /items': () => (there ? { items: [] } : null) },
    });
    await pass(5000);
    expect(screen.getByText('This service cannot be reached right now.')).toBeTruthy();
    there = true;
    press('Retry');
    await pass(100);
    expect(screen.getByText('There are no plans yet.')).toBeTruthy();
  });

  it('logs out', async () => {
    const { kit, requests } = await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      replies: { 'GET /users/me': user, 'GET /items': { items }, 'GET /users/logout': {} },
    });
    await pass(100);
    press('Log out');
    await pass(10);
    expect(kit.session.get().token).toBeNull();
    expect(calls(requests)).toContain('GET /users/logout');
  });
});
