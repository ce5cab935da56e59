import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createRecordingPlatform } from '@paddock/mfe-kit/recording-platform';
import { act, fireEvent, screen } from '@testing-library/react';
import { calls, leaveScreen, member, openScreen, press, refusal } from '../entry/test-screen';
import { SubscriptionRequired } from './subscription-required';
import { planTexts as texts, subscription } from './test-plans';

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

describe('SubscriptionRequired in a native shell', () => {
  const bought = { product: 'app.engineer', receipt: 'signed', finish: jest.fn(async () => undefined) };
  type Store = Awaited<ReturnType<ReturnType<typeof createRecordingPlatform>['store']>>;
  const open = async (store: Partial<Store>, more: Parameters<typeof openScreen>[1] = {}, kind = 'ios' as const) => {
    const device: Store = {
      plans: async () => [{ product: 'app.engineer', priceText: '€17.99' }],
      purchase: async () => bought,
      restore: async () => [],
      onPurchase: () => () => undefined,
      ...store,
    };
    const platform = createRecordingPlatform({ kind, store: async () => device });
    const opened = await openScreen(<SubscriptionRequired />, {
      user,
      flags,
      texts,
      platform,
      ...more,
      replies: { ...replies, ...more.replies },
    });
    await pass(100);
    return opened;
  };
  beforeEach(() => void bought.finish.mockClear());
  const buy = async () => {
    select(/^Engineer/);
    press('Subscribe for €17.99 a month');
    await pass(100);
  };

  it("shows the store's price and terms, and finishes a purchase after the server has recorded it", async () => {
    const { requests } = await open({}, { replies: { 'POST /subscription/purchases': subscription() } });
    expect(screen.getByText(/charged to your Apple account/)).toBeTruthy();
    await buy();
    const sent = requests.find(({ call }) => call === 'POST /subscription/purchases');
    expect(sent?.input).toMatchObject({ store: 'ios', product: 'app.engineer', receipt: 'signed' });
    expect(bought.finish).toHaveBeenCalledTimes(1);
  });

  it('leaves a purchase unfinished that the server did not record', async () => {
    await open({}, { replies: { 'POST /subscription/purchases': refusal(404, 'UNKNOWN_SUBSCRIPTION') } });
    await buy();
    expect(screen.getByText('UNKNOWN_SUBSCRIPTION said')).toBeTruthy();
    expect(bought.finish).not.toHaveBeenCalled();
  });

  it('sends a purchase of an earlier start again', async () => {
    const onPurchase: Store['onPurchase'] = (handler) => {
      handler(bought);
      return () => undefined;
    };
    const { requests } = await open({ onPurchase }, { replies: { 'POST /subscription/purchases': subscription() } });
    expect(calls(requests)).toContain('POST /subscription/purchases');
    expect(bought.finish).toHaveBeenCalledTimes(1);
  });

  it('shows a cancelled order', async () => {
    await open({ purchase: async () => 'cancelled' });
    await buy();
    expect(screen.getByText('Order cancelled')).toBeTruthy();
  });

  it('shows a purchase that waits for an approval as under way', async () => {
    await open({ purchase: async () => 'deferred' });
    await buy();
    expect(screen.getByText(/waits for an approval/)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Engineer/ }).disabled).toBe(true);
  });

  it("sends what the store's account owns on a refresh", async () => {
    const { requests } = await open(
      { restore: async () => [bought] },
      { replies: { 'PUT /subscription/purchases': subscription(), 'PUT /subscription/refresh': subscription() } },
    );
    press('Refresh purchases');
    await pass(100);
    const sent = requests.find(({ call }) => call === 'PUT /subscription/purchases');
    expect(sent?.input['purchases']).toEqual([{ store: 'ios', product: 'app.engineer', receipt: 'signed' }]);
  });
});
