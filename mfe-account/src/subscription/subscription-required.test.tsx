import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { calls, leaveScreen, member, openScreen, press, refusal, title } from '../entry/test-screen';
import { SubscriptionRequired } from './subscription-required';
import { crew, engineer, plan, planTexts as texts, subscription, team } from './test-plans';

const user = member();
const flags = { subscription_required: true, web_subscriptions: true, in_app_subscriptions: true };
const replies = { 'GET /users/me': user, 'GET /subscription': subscription() };

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] }));
afterEach(() => {
  leaveScreen();
  jest.useRealTimers();
});
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const select = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }));

describe('SubscriptionRequired', () => {
  it('shows plans in the order of the service, with price, interval and terms', async () => {
    await openScreen(<SubscriptionRequired />, { user, flags, texts, replies });
    await title('Select Your Plan');
    await pass(100);
    const radios = within(screen.getByRole('radiogroup', { name: 'Plans' })).getAllByRole('radio');
    expect(radios.map((radio) => radio.closest('label')?.textContent)).toEqual([
      'Crew 0.00 EURa month',
      'Engineer 18.00 EURa month',
      'Team 149.00 EURa month',
    ]);
    expect(screen.getByText(/until you cancel in Settings/)).toBeTruthy();
  });

  it('asks for a selection before a purchase', async () => {
    const { requests } = await openScreen(<SubscriptionRequired />, { user, flags, texts, replies });
    await pass(100);
    press('Subscribe');
    await pass(10);
    expect(screen.getByText('Please, select a subscription')).toBeTruthy();
    expect(calls(requests)).not.toContain('POST /subscription/checkout');
  });

  it('ignores presses while a purchase is in progress, then shows its error and sells again with the same id', async () => {
    let answer: (() => void) | undefined;
    const { requests } = await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      texts,
      replies: {
        ...replies,
        'POST /subscription/checkout': () =>
          new Promise((resolve) => (answer = () => resolve(refusal(502, 'WEB_SUBSCRIPTION_ERROR')))),
      },
    });
    await pass(100);
    select(/^Engineer/);
    press('Subscribe for 18.00 EUR a month');
    await pass(10);
    press('Subscribe for 18.00 EUR a month');
    press('Refresh purchases');
    await pass(10);
    const sent = () => requests.filter(({ call }) => call === 'POST /subscription/checkout');
    expect(sent()).toHaveLength(1);
    expect(calls(requests)).not.toContain('PUT /subscription/refresh');
    answer!();
    await pass(100);
    expect(screen.getByText('WEB_SUBSCRIPTION_ERROR said')).toBeTruthy();
    press('Subscribe for 18.00 EUR a month');
    await pass(10);
    expect(sent().map(({ input }) => input)).toMatchObject([
      { client_id: sent()[0]!.input['client_id'], plan: 'engineer', back: 'required' },
      { client_id: sent()[0]!.input['client_id'], plan: 'engineer', back: 'required' },
    ]);
  });

  it('disables the current plan, and says whom to ask for one that is managed outside', async () => {
    const now = subscription({ plans: [crew, { ...engineer, current: true }, team] });
    await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      texts,
      replies: { ...replies, 'GET /subscription': now },
    });
    await pass(100);
    select(/^Engineer Current/);
    expect(screen.getByRole('button', { name: /^Subscribe/ }).getAttribute('aria-disabled')).toBe('true');
    select(/^Crew/);
    expect(screen.getByRole('button', { name: /^Subscribe/ }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText(/Crew is not sold here. Ask the office of Test/)).toBeTruthy();
  });

  it('shows a spinner for a plan under way, reads it again at the provider, and leads back to the payment', async () => {
    const now = subscription({
      plans: [crew, { ...engineer, state: 'initiated' }],
      subscription: { plan: 'engineer', source: 'web', state: 'initiated' },
    });
    const { requests } = await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      texts,
      replies: {
        ...replies,
        'GET /subscription': now,
        'PUT /subscription/refresh': now,
        'POST /subscription/checkout': refusal(502, 'WEB_SUBSCRIPTION_ERROR'),
      },
    });
    await pass(100);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Engineer/ }).disabled).toBe(true);
    expect(calls(requests)).toContain('PUT /subscription/refresh');
    press('Continue');
    await pass(10);
    expect(requests.at(-1)).toMatchObject({ call: 'POST /subscription/checkout', input: { plan: 'engineer' } });
  });

  it('shows plans as text where none is sold, and whom to ask', async () => {
    await openScreen(<SubscriptionRequired />, {
      user,
      flags: { subscription_required: true },
      texts,
      replies: { ...replies, 'GET /subscription': subscription({ plans: [crew, plan({ sold: [] })] }) },
    });
    await pass(100);
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByText(/Plans are not sold here. Ask the office of Test/)).toBeTruthy();
  });

  it("says that a browser has no store for a store's plan", async () => {
    await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      texts,
      replies: { ...replies, 'GET /subscription': subscription({ plans: [plan({ sold: ['store'] })] }) },
    });
    await pass(100);
    select(/^Engineer/);
    press('Subscribe for 18.00 EUR a month');
    await pass(100);
    expect(screen.getByText('This device has no store.')).toBeTruthy();
  });

  it('continues within 6 s once the plan is there', async () => {
    let now = user;
    const { kit } = await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      texts,
      replies: { ...replies, 'GET /users/me': () => now },
    });
    await pass(100);
    now = member({ subscription: 'engineer' });
    await pass(6000);
    expect(kit.session.get().user?.subscription).toBe('engineer');
    expect(window.location.hash).toBe('#/');
  });

  it.each([
    ['an admin', member({ admin: true })],
    ['a member with a plan', member({ subscription: 'engineer' })],
  ])('redirects %s at once', async (_, now) => {
    await openScreen(<SubscriptionRequired />, { user, flags, texts, replies: { ...replies, 'GET /users/me': now } });
    await pass(100);
    expect(window.location.hash).toBe('#/');
  });

  it('stays open where no plan is required, with a way back, until the member has one', async () => {
    let now = user;
    await openScreen(<SubscriptionRequired />, {
      user,
      flags: { ...flags, subscription_required: false },
      texts,
      replies: { ...replies, 'GET /users/me': () => now },
    });
    window.location.hash = '#/subscription_required';
    await pass(6100);
    expect(window.location.hash).toBe('#/subscription_required');
    expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy();
    now = member({ subscription: 'engineer' });
    await pass(6000);
    expect(window.location.hash).toBe('#/');
  });

  it('continues when a plan is no longer required', async () => {
    const { kit } = await openScreen(<SubscriptionRequired />, { user, flags, texts, replies });
    await pass(100);
    const boot = kit.deployment.get();
    act(() => kit.deployment.set({ ...boot, flags: { ...boot.flags, subscription_required: false } }));
    await pass(100);
    expect(window.location.hash).toBe('#/');
  });

  it('refreshes purchases, and shows that there is none, or continues', async () => {
    let now = user;
    const { requests } = await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      texts,
      replies: { ...replies, 'GET /users/me': () => now, 'PUT /subscription/refresh': subscription() },
    });
    await pass(100);
    press('Refresh purchases');
    await pass(100);
    expect(screen.getByText('No plan was found for your account.')).toBeTruthy();
    expect(calls(requests)).toContain('PUT /subscription/refresh');
    now = member({ subscription: 'engineer' });
    press('Refresh purchases');
    await pass(100);
    expect(window.location.hash).toBe('#/');
  });

  it('opens nothing once the member has left the page', async () => {
    const subscribed = member({ subscription: 'engineer' });
    const answers: (Promise<typeof user> | typeof user)[] = [user, subscribed];
    const { show } = await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      texts,
      replies: {
        ...replies,
        'GET /users/me': () => answers.shift() ?? new Promise(() => undefined),
        'PUT /subscription/refresh': subscription(),
      },
    });
    await pass(6100);
    press('Refresh purchases');
    await pass(100);
    window.location.hash = '#/main/profile';
    show(<p>Profile</p>);
    await pass(100);
    expect(window.location.hash).toBe('#/main/profile');
  });

  it('shows why plans failed to load, then that there are none', async () => {
    let isUp = false;
    await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      texts,
      replies: { ...replies, 'GET /subscription': () => (isUp ? subscription({ plans: [] }) : null) },
    });
    await pass(5000);
    expect(screen.getByText('This service cannot be reached right now.')).toBeTruthy();
    isUp = true;
    press('Retry');
    await pass(100);
    expect(screen.getByText('There are no plans yet.')).toBeTruthy();
  });

  it('logs out', async () => {
    const { kit } = await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      texts,
      replies: { ...replies, 'GET /users/logout': {} },
    });
    await pass(100);
    press('Log out');
    await pass(10);
    expect(kit.session.get().token).toBeNull();
  });
});
