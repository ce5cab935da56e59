import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import { testKit } from '@paddock/mfe-kit/test-host';
import { fireEvent } from '@testing-library/react';
import { followDeployment } from './follow-deployment';

const member = { id: 'ann', email_verified: true, admin: false, acl: [], workplaces: [] };

const notices = { id: 'notices', title: 'Notices', module: 'mfe-content', icon: [] };

async function following(subscription: boolean | undefined) {
  const user = { ...member, subscription } as never;
  const kit = await testKit({ module: 'shell', messages: {}, flags: { subscription_required: true }, user });
  const changed: Boot = { ...kit.deployment.get(), revision: '2', flags: { ...kit.deployment.get().flags } };
  changed.flags.subscription_required = false;
  const read = jest.fn(async () => changed);
  const listen = jest.spyOn(kit.realtime, 'on');
  followDeployment(kit, read);
  const [, hear] = listen.mock.calls.find(([event]) => event === 'updating_deployment')!;
  return { kit, read, announce: (revision: string) => hear({ revision }) };
}

const look = (state: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  fireEvent(document, new Event('visibilitychange'));
};

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(document, 'visibilityState');
});

describe(followDeployment, () => {
  it('refetches every 6 s for a member without access, until they have access', async () => {
    const { kit, read } = await following(undefined);
    await jest.advanceTimersByTimeAsync(6000);
    expect(kit.deployment.get().revision).toBe('2');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('makes cached replies stale when flags change, and not for another release of a module', async () => {
    const { kit, read, announce } = await following(true);
    kit.queryClient.setQueryData(['shouts.list'], {});
    const isStale = () => kit.queryClient.getQueryState(['shouts.list'])?.isInvalidated;
    read.mockResolvedValueOnce({ ...kit.deployment.get(), revision: '1.5' });
    announce('1.5');
    await jest.advanceTimersByTimeAsync(0);
    expect([kit.deployment.get().revision, isStale()]).toEqual(['1.5', false]);
    announce('2');
    await jest.advanceTimersByTimeAsync(0);
    expect([kit.deployment.get().revision, isStale()]).toEqual(['2', true]);
  });

  it.each([
    ['tabs', { tabs: [{ id: 'rooms', title: 'Rooms', module: 'mfe-content', icon: [] }] }, true],
    ['a namespace', { tabs: [{ ...notices, namespace: 'paddock' }] }, true],
    ['workplaces', { workplaces: [{ id: 'hq', title: 'HQ' }] }, true],
    ['a module of another release', { modules: [] }, false],
  ])('knows after changed %s whether cached replies are stale', async (_, change, isStale) => {
    const { kit, read, announce } = await following(true);
    kit.deployment.set({ ...kit.deployment.get(), tabs: [notices] as never });
    kit.queryClient.setQueryData(['home.read'], {});
    read.mockResolvedValueOnce({ ...kit.deployment.get(), ...(change as object), revision: '2' });
    announce('2');
    await jest.advanceTimersByTimeAsync(0);
    expect(kit.queryClient.getQueryState(['home.read'])?.isInvalidated).toBe(isStale);
  });

  it('does not poll for a member with access, nor in a hidden window', async () => {
    const { read } = await following(true);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(read).not.toHaveBeenCalled();
    const { read: unseen } = await following(undefined);
    look('hidden');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(unseen).not.toHaveBeenCalled();
  });

  it('refetches when a disconnected window becomes visible', async () => {
    const { kit, read } = await following(true);
    look('hidden');
    expect(read).not.toHaveBeenCalled();
    look('visible');
    await jest.advanceTimersByTimeAsync(0);
    expect(kit.deployment.get().revision).toBe('2');
    kit.realtime.connection.set('live');
    read.mockClear();
    look('hidden');
    look('visible');
    expect(read).not.toHaveBeenCalled();
  });

  it('refetches when a connected window becomes visible after a minute', async () => {
    const { kit, read } = await following(true);
    kit.realtime.connection.set('live');
    read.mockClear();
    look('hidden');
    await jest.advanceTimersByTimeAsync(61_000);
    look('visible');
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('asks again when a process answers that has not read the announced change yet', async () => {
    const { kit, read, announce } = await following(true);
    const late = kit.deployment.get();
    read.mockResolvedValueOnce(late).mockRejectedValueOnce(new Error('lost'));
    announce('2');
    await jest.advanceTimersByTimeAsync(4000);
    expect(read).toHaveBeenCalledTimes(3);
    expect(kit.deployment.get().revision).toBe('2');
    announce('2');
    await jest.advanceTimersByTimeAsync(4000);
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('gives an announcement up after three requests', async () => {
    const { read, announce } = await following(true);
    announce('3');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(3);
  });
});
