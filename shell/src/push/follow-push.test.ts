import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { createRecordingPlatform } from '@paddock/mfe-kit/recording-platform';
import { testKit } from '@paddock/mfe-kit/test-host';
import { waitFor } from '@testing-library/react';
import { followPush } from './follow-push';

const sendToWorker = jest.fn();
const worker = Object.assign(new EventTarget(), { controller: { postMessage: sendToWorker } });
beforeEach(() => {
  localStorage.clear();
  sendToWorker.mockClear();
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
});
afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));

const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'key', auth: 'secret' } };

interface Start {
  permission?: NotificationPermission;
  registered?: boolean;
  atStart?: boolean;
}

async function start({ registered = true, permission = 'granted', atStart = true }: Start = {}) {
  const unsubscribe = jest.fn(() => Promise.resolve());
  const platform = createRecordingPlatform({
    push: { permission: () => permission, subscribe: () => Promise.resolve(subscription), unsubscribe },
  });
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = (address, init) => {
    const { pathname } = new URL(String(address), 'http://test');
    requests.push(`${init?.method} ${pathname}`);
    const body = init?.method === 'GET' ? { key: 'server-key', registered } : { ok: true };
    return Promise.resolve(new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }));
  };
  const kit = await testKit({ module: 'shell', messages: {}, fetch, platform, user: { id: 'ann' } as Self });
  followPush(kit, atStart);
  return { kit, requests, unsubscribe };
}
const register = 'POST /api/users/register_device/ann';

describe(followPush, () => {
  it('registers the subscription of the session again at the start', async () => {
    const { requests, unsubscribe } = await start();
    await waitFor(() => expect(requests).toEqual(['GET /api/users/push', register]));
    expect(unsubscribe).not.toHaveBeenCalled();
  });

  it('registers it again after the browser renewed it', async () => {
    const { requests } = await start({ atStart: false });
    worker.dispatchEvent(new MessageEvent('message', { data: { renewed: true } }));
    await waitFor(() => expect(requests).toContain(register));
  });

  it('ends a subscription that the session did not register', async () => {
    const { requests, unsubscribe } = await start({ registered: false });
    await waitFor(() => expect(unsubscribe).toHaveBeenCalledTimes(1));
    expect(requests).not.toContain(register);
  });

  it('ends it on both sides when the permission is gone', async () => {
    const { requests, unsubscribe } = await start({ permission: 'denied' });
    await waitFor(() => expect(requests).toContain('DELETE /api/users/register_device/ann'));
    expect(unsubscribe).toHaveBeenCalledTimes(1);
  });

  it('ends it with the session', async () => {
    const { kit, unsubscribe } = await start({ atStart: false });
    kit.session.forget();
    await waitFor(() => expect(unsubscribe).toHaveBeenCalledTimes(1));
  });

  it('opens the address of a pressed message, and asks for one that was pressed before', async () => {
    await start({ atStart: false });
    expect(sendToWorker.mock.calls).toEqual([[{ listens: true }]]);
    worker.dispatchEvent(new MessageEvent('message', { data: { address: '/main/shout/abc' } }));
    expect(window.location.hash).toBe('#/main/shout/abc');
  });
});
