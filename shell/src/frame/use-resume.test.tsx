import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import { minuteMs } from '@paddock/contract/core/durations';
import { useDraft } from '@paddock/mfe-kit/outbox';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { useHashLocation } from 'wouter/use-hash-location';
import { useResume } from './use-resume';

const tabs = [
  { id: 'chats', module: 'mfe-chats' },
  { id: 'rooms', module: 'mfe-content' },
] as Boot['tabs'];
const ann = { id: 'ann', email_verified: true, acl: [], workplaces: [], fields: {} };
let now = Date.parse('2026-05-01T10:00:00Z');

const set = (state: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  fireEvent(document, new Event('visibilitychange'));
};
/** Hides the page for a while and shows it again. */
const away = (time: number) => {
  set('hidden');
  now += time;
  set('visible');
};

async function kitOf(flags: Partial<Boot['flags']> = {}, user: object | null = ann) {
  return testKit({ module: 'shell', messages: {}, boot: { tabs }, flags, ...(user && { user: user as never }) });
}

beforeEach(() => {
  localStorage.clear();
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  window.location.hash = '#/main/shout/42';
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  Reflect.deleteProperty(document, 'visibilityState');
});

describe(useResume, () => {
  it.each([
    ['half an hour without a setting', {}, 30 * minuteMs, '#/main/chats'],
    ['less than half an hour', {}, 30 * minuteMs - 1, '#/main/shout/42'],
    ['the configured time', { home_idle_minutes: 5 }, 5 * minuteMs, '#/main/chats'],
    ['a day when it is turned off', { home_idle_minutes: 0 }, 1440 * minuteMs, '#/main/shout/42'],
  ])('after %s', async (_, flags, time, address) => {
    const kit = await kitOf(flags);
    renderHook(() => useResume(kit));
    away(time);
    expect(window.location.hash).toBe(address);
  });

  it('opens the first tab when the member may not open the start page', async () => {
    const limited = { default_page: 'rooms', rooms_tab: { limited_access: { company: 'Apex' } } } as never;
    const kit = await kitOf(limited, { ...ann, fields: { company: 'Apex' } });
    renderHook(() => useResume(kit));
    away(30 * minuteMs);
    expect(window.location.hash).toBe('#/main/rooms');
    kit.session.update({ ...ann, fields: {} } as never);
    away(30 * minuteMs);
    expect(window.location.hash).toBe('#/main/chats');
  });

  it('counts each absence separately', async () => {
    const kit = await kitOf();
    renderHook(() => useResume(kit));
    away(20 * minuteMs);
    now += 60 * minuteMs;
    away(20 * minuteMs);
    expect(window.location.hash).toBe('#/main/shout/42');
  });

  it('leaves a member who waits for access on their page', async () => {
    window.location.hash = '#/pending_approval';
    const kit = await kitOf({}, { ...ann, pending: true });
    renderHook(() => useResume(kit));
    away(90 * minuteMs);
    expect(window.location.hash).toBe('#/pending_approval');
  });

  it('does not redirect a visitor', async () => {
    window.location.hash = '#/signup';
    const kit = await kitOf({}, null);
    renderHook(() => useResume(kit));
    away(90 * minuteMs);
    expect(window.location.hash).toBe('#/signup');
  });

  it('invalidates cached data after any absence', async () => {
    const kit = await kitOf();
    kit.queryClient.setQueryData(['chats.list'], {});
    renderHook(() => useResume(kit));
    away(1000);
    expect(kit.queryClient.getQueryState(['chats.list'])?.isInvalidated).toBe(true);
  });

  it('keeps drafts', async () => {
    const kit = await kitOf();
    function Page() {
      useResume(kit);
      const [address] = useHashLocation();
      return address === '/main/shout/42' ? <Composer /> : <p>elsewhere</p>;
    }
    function Composer() {
      const [text, setText] = useDraft('shout/42');
      return <textarea value={text} onChange={(event) => setText(event.target.value)} />;
    }
    render(
      <TestHost kit={kit} module="mfe-shouts">
        <Page />
      </TestHost>,
    );
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Box this lap' } });
    away(31 * minuteMs);
    await screen.findByText('elsewhere');
    act(() => kit.navigation.go('/main/shout/42'));
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('Box this lap');
  });
});
