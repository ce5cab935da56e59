import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { CurrentSubscription } from '@paddock/contract/calls/subscription';
import { createRecordingPlatform } from '@paddock/mfe-kit/recording-platform';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { calls, leaveScreen, member, openScreen, press, refusal, type Replies } from '../entry/test-screen';
import { SubscriptionSection } from './subscription-section';
import { crew, engineer, plan, planTexts as texts, subscription, team } from './test-plans';

const user = member({ subscription: 'engineer' });
const flags = { web_subscriptions: true, in_app_subscriptions: true };
const until = '2026-12-31T12:00:00Z';
const withPlan = (change: Partial<CurrentSubscription> = {}) =>
  subscription({
    plans: [crew, { ...engineer, current: true }, team],
    subscription: { plan: 'engineer', source: 'web', state: 'active', until, ...change },
  });

afterEach(leaveScreen);
const open = (now: ReturnType<typeof subscription>, replies: Replies = {}, more: object = {}) =>
  openScreen(<SubscriptionSection />, {
    user,
    flags,
    texts,
    replies: { 'GET /subscription': now, ...replies },
    ...more,
  });
const actions = () => screen.getAllByRole('button').map((button) => button.textContent);
const confirm = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

describe('SubscriptionSection', () => {
  it.each([
    ['an active plan', {}, 'Renews on', ['Cards and invoices', 'Cancel plan', 'Change plan']],
    [
      'a cancelled plan',
      { state: 'cancelled' },
      'You keep it until',
      ['Keep plan', 'Cards and invoices', 'Change plan'],
    ],
    [
      'a plan whose renewal failed',
      { state: 'grace' },
      'Check your card before',
      ['Cards and invoices', 'Cancel plan'],
    ],
    [
      'a plan that changes at its end',
      { next: 'team' },
      'Changes to Team on',
      ['Keep plan', 'Cards and invoices', 'Cancel plan', 'Change plan'],
    ],
    ['a plan under way', { state: 'initiated' }, 'The payment is not complete yet.', ['Subscribe']],
    ['a plan of the office', { source: 'internal', until: undefined }, 'The office of Test manages', ['Subscribe']],
    ["a store's plan", { source: 'ios' }, 'Change or cancel it on your Apple device', []],
  ] as const)('shows %s with what can be done', async (_, change, text, buttons) => {
    await open(withPlan(change));
    expect(await screen.findByText(new RegExp(text))).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Engineer' })).toBeTruthy();
    expect(buttons.length === 0 ? screen.queryAllByRole('button') : actions()).toEqual(buttons);
  });

  it('changes the plan once its price is confirmed', async () => {
    const { requests } = await open(withPlan(), {
      'GET /subscription/change': { due_now: 13_100, due_now_text: '131.00 EUR', from: '2026-11-28T12:00:00Z' },
      'PUT /subscription': withPlan({ plan: 'team' }),
    });
    fireEvent.click(await screen.findByRole('radio', { name: /^Team/ }));
    press('Change to Team');
    expect(
      await screen.findByText(/You pay 131.00 EUR now. Team starts at once and then costs 149.00 EUR a month/),
    ).toBeTruthy();
    expect(calls(requests)).not.toContain('PUT /subscription');
    await confirm('Change plan');
    expect(await screen.findByText('Your plan has changed.')).toBeTruthy();
    expect(requests.find(({ call }) => call === 'PUT /subscription')?.input).toMatchObject({ plan: 'team' });
  });

  describe('beside a plan of the office', () => {
    const both = (change: Partial<CurrentSubscription> = {}) =>
      subscription({
        plans: [crew, engineer, { ...team, current: true }, plan({ id: 'all', title: 'All', amount: 20_000 })],
        subscription: { plan: 'team', source: 'internal', state: 'active' },
        others: [{ plan: 'engineer', source: 'web', state: 'active', until, ...change }],
      });

    it('cancels the plan that is paid on the web', async () => {
      const { requests } = await open(both(), { 'DELETE /subscription': both({ state: 'cancelled' }) });
      expect(await screen.findByRole('heading', { name: 'Engineer' })).toBeTruthy();
      expect(screen.getByText('While you have Team too, Team decides what you can use.')).toBeTruthy();
      expect(screen.getByText(/Renews on/)).toBeTruthy();
      press('Cancel plan');
      await confirm('Cancel plan');
      await waitFor(() => expect(calls(requests)).toContain('DELETE /subscription'));
    });

    it('changes the paid plan to a cheaper one too', async () => {
      const lite = plan({ id: 'lite', title: 'Lite', amount: 500 });
      await open({ ...both(), plans: [...both().plans, lite] });
      fireEvent.click(await screen.findByRole('radio', { name: /^Lite/ }));
      expect(screen.getByRole('button', { name: 'Change to Lite' }).getAttribute('aria-disabled')).not.toBe('true');
    });

    it('changes the plan that is paid on the web', async () => {
      await open(both(), {
        'GET /subscription/change': { due_now: 0, due_now_text: '0.00 EUR', from: until },
        'PUT /subscription': both({ next: 'all' }),
      });
      fireEvent.click(await screen.findByRole('radio', { name: /^All/ }));
      press('Change to All');
      await confirm('Change plan');
      expect(await screen.findByText(/Your plan changes on/)).toBeTruthy();
    });
  });

  it('does not sell a plan that gives nothing more than the one of the office', async () => {
    const held = { plan: 'team', source: 'internal', state: 'active' } as const;
    await open(subscription({ plans: [crew, engineer, { ...team, current: true }], subscription: held }));
    fireEvent.click(await screen.findByRole('radio', { name: /^Engineer/ }));
    expect(screen.getByText('You have Team. Engineer gives you nothing more.')).toBeTruthy();
    const buy = screen.getByRole<HTMLButtonElement>('button', { name: 'Subscribe for 18.00 EUR a month' });
    expect(buy.disabled || buy.getAttribute('aria-disabled') === 'true').toBe(true);
  });

  it('says when a cheaper plan starts', async () => {
    const now = { ...withPlan({ plan: 'team' }), plans: [crew, engineer, { ...team, current: true }] };
    const { requests } = await open(now, {
      'GET /subscription/change': { due_now: 0, due_now_text: '0.00 EUR', from: until },
      'PUT /subscription': { ...now, subscription: { ...now.subscription, next: 'engineer' } },
    });
    await screen.findByRole('radiogroup');
    fireEvent.click(screen.getByRole('radio', { name: /^Engineer/ }));
    press('Change to Engineer');
    expect(await screen.findByText(/You pay nothing now/)).toBeTruthy();
    await confirm('Change plan');
    expect(await screen.findByText(/Your plan changes on/)).toBeTruthy();
    expect(calls(requests)).toContain('PUT /subscription');
  });

  it('says that the rest of the paid time is credited where a cheaper plan starts at once', async () => {
    await open(withPlan(), {
      'GET /subscription/change': { due_now: 0, due_now_text: '0.00 EUR', from: '2026-11-28T12:00:00Z' },
    });
    fireEvent.click(await screen.findByRole('radio', { name: /^Team/ }));
    press('Change to Team');
    expect(await screen.findByText(/You pay nothing now. Team starts at once .* credited to you/)).toBeTruthy();
  });

  it('shows why the price of a change is unknown', async () => {
    await open(withPlan(), { 'GET /subscription/change': refusal(502, 'WEB_SUBSCRIPTION_ERROR') });
    fireEvent.click(await screen.findByRole('radio', { name: /^Team/ }));
    press('Change to Team');
    expect(await screen.findByText('WEB_SUBSCRIPTION_ERROR said')).toBeTruthy();
  });

  it('cancels after a confirmation, and resumes', async () => {
    let now = withPlan();
    const { requests } = await openScreen(<SubscriptionSection />, {
      user,
      flags,
      texts,
      replies: {
        'GET /subscription': () => now,
        'DELETE /subscription': () => (now = withPlan({ state: 'cancelled' })),
        'PUT /subscription/resume': () => (now = withPlan()),
      },
    });
    await screen.findByRole('radiogroup');
    press('Cancel plan');
    await confirm('Go back');
    expect(calls(requests)).not.toContain('DELETE /subscription');
    press('Cancel plan');
    await confirm('Cancel plan');
    expect(await screen.findByText('Your plan is cancelled.')).toBeTruthy();
    const keep = await screen.findByRole('button', { name: 'Keep plan' });
    keep.focus();
    fireEvent.click(keep);
    expect(await screen.findByText('You keep your plan.')).toBeTruthy();
    expect(await screen.findByText(/Renews on/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cards and invoices'));
  });

  it('disables the other buttons until an action has ended', async () => {
    let answer = () => undefined as void;
    const resumed = new Promise<ReturnType<typeof withPlan>>((done) => (answer = () => done(withPlan())));
    await open(withPlan({ state: 'cancelled' }), { 'PUT /subscription/resume': () => resumed });
    await screen.findByRole('radiogroup');
    const disabled = () =>
      actions().filter((_, at) => screen.getAllByRole('button')[at]?.getAttribute('aria-disabled') === 'true');
    press('Keep plan');
    await waitFor(() => expect(disabled()).toEqual(['Keep plan', 'Cards and invoices', 'Change plan']));
    answer();
    await waitFor(() => expect(disabled()).toEqual([]));
  });

  it('sells a first plan', async () => {
    const { requests } = await open(subscription(), {
      'POST /subscription/checkout': refusal(502, 'WEB_SUBSCRIPTION_ERROR'),
    });
    expect(await screen.findByText('You have no plan at Test.')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: /^Team/ }));
    press('Subscribe for 149.00 EUR a month');
    await waitFor(() => expect(calls(requests)).toContain('POST /subscription/checkout'));
    expect(requests.at(-1)?.input).toMatchObject({ plan: 'team', back: 'settings' });
  });

  it('gives Android the token of the purchase that a change replaces', async () => {
    const purchase = jest.fn(async () => 'cancelled' as const);
    const device = { plans: async () => [], restore: async () => [], onPurchase: () => () => undefined, purchase };
    const platform = createRecordingPlatform({ kind: 'android', store: async () => device });
    const old = { product: 'app.engineer', token: 'old' };
    await open(withPlan({ source: 'android' }), { 'GET /subscription/old_purchase': old }, { platform });
    fireEvent.click(await screen.findByRole('radio', { name: /^Team/ }));
    press('Change to Team');
    expect(await screen.findByText('Order cancelled')).toBeTruthy();
    expect(purchase.mock.calls).toEqual([
      [expect.objectContaining({ product: 'app.team', replaces: { token: 'old', isUpgrade: true } })],
    ]);
  });

  it('stops at a purchase that the service does not know', async () => {
    const purchase = jest.fn(async () => 'cancelled' as const);
    const device = { plans: async () => [], restore: async () => [], onPurchase: () => () => undefined, purchase };
    const platform = createRecordingPlatform({ kind: 'android', store: async () => device });
    const replies = { 'GET /subscription/old_purchase': refusal(404, 'OLD_PURCHASE_TOKEN_NOT_FOUND') };
    await open(withPlan({ source: 'android' }), replies, { platform });
    fireEvent.click(await screen.findByRole('radio', { name: /^Team/ }));
    press('Change to Team');
    expect(await screen.findByText('OLD_PURCHASE_TOKEN_NOT_FOUND said')).toBeTruthy();
    expect(purchase).not.toHaveBeenCalled();
  });

  it('shows why plans failed to load', async () => {
    await openScreen(<SubscriptionSection />, {
      user,
      flags,
      texts,
      replies: { 'GET /subscription': refusal(502, 'WEB_SUBSCRIPTION_ERROR') },
    });
    expect(await screen.findByText('WEB_SUBSCRIPTION_ERROR said')).toBeTruthy();
  });
});
