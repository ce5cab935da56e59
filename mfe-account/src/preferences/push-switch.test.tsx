import { afterEach, describe, expect, it } from '@jest/globals';
import { PlatformError } from '@paddock/mfe-kit/platform';
import { createRecordingPlatform, type DeviceAnswers } from '@paddock/mfe-kit/recording-platform';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { calls, leaveScreen, member, openScreen, refusal, type Replies } from '../entry/test-screen';
import { PushSwitch } from './push-switch';
import texts from './messages/en.json' with { type: 'json' };

afterEach(leaveScreen);

const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'key', auth: 'secret' } };
const device = (push: DeviceAnswers['push'] = {}, more: DeviceAnswers = {}) =>
  createRecordingPlatform({
    push: {
      permission: () => 'default',
      subscribe: () => Promise.resolve(subscription),
      unsubscribe: () => Promise.resolve(),
      ...push,
    },
    ...more,
  });
const open = (platform: ReturnType<typeof device>, registered = false, replies: Replies = {}) =>
  openScreen(<PushSwitch />, {
    texts,
    user: member(),
    platform,
    replies: {
      'GET /users/push': { key: 'server-key', registered },
      'POST /users/register_device/ann': { ok: true },
      'DELETE /users/register_device/ann': { ok: true },
      ...replies,
    },
  });
const box = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Push messages on this device/ });
const press = async () => {
  await waitFor(() => expect(box().getAttribute('aria-busy')).toBeNull());
  fireEvent.click(box());
};

describe('push messages on this device', () => {
  it('are turned on by the browser’s subscription, which the session registers', async () => {
    const { requests } = await open(device());
    await press();
    await waitFor(() => expect(box().checked).toBe(true));
    expect(requests.find(({ call }) => call.startsWith('POST'))?.input).toMatchObject({
      endpoint: subscription.endpoint,
      ...subscription.keys,
    });
    expect(screen.getByText('Notifications updated')).toBeTruthy();
  });

  it('are turned off on the server and in the browser', async () => {
    const platform = device({ permission: () => 'granted' });
    const { requests } = await open(platform, true);
    await waitFor(() => expect(box().checked).toBe(true));
    await press();
    await waitFor(() => expect(box().checked).toBe(false));
    expect(calls(requests)).toContain('DELETE /users/register_device/ann');
    expect(platform.calls.map(({ name }) => name)).toContain('push.unsubscribe');
  });

  it('end the browser’s subscription when the server refuses it', async () => {
    const platform = device();
    await open(platform, false, { 'POST /users/register_device/ann': refusal(500, 'INTERNAL_ERROR') });
    await press();
    await waitFor(() => expect(platform.calls.map(({ name }) => name)).toContain('push.unsubscribe'));
    await waitFor(() => expect(box().getAttribute('aria-busy')).toBeNull());
    expect(box().checked).toBe(false);
  });

  it('say how to allow them after the member denied the permission', async () => {
    let permission: NotificationPermission = 'default';
    const deny = () => {
      permission = 'denied';
      return Promise.reject(new PlatformError('PUSH_PERMISSION_DENIED'));
    };
    await open(device({ permission: () => permission, subscribe: deny }));
    await press();
    expect(await screen.findByText(/Allow them in the browser's settings/)).toBeTruthy();
    expect([box().disabled, box().checked]).toEqual([true, false]);
  });

  it('are not offered by a browser without them', async () => {
    const { requests } = await open(device({}, { missing: ['push'] }));
    expect(screen.getByText(/cannot show push messages/)).toBeTruthy();
    expect(requests).toEqual([]);
  });
});
