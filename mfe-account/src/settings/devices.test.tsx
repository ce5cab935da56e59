import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { calls, leaveScreen, member, openScreen, press, refusal } from '../entry/test-screen';
import { Devices } from './devices';

afterEach(leaveScreen);

const at = '2026-01-01T00:00:00Z';
const session = (id: string, device: string, current = false) => ({ id, device, current, created: at, last_used: at });
const user = member();

describe('Devices', () => {
  it('marks the current session and ends another one', async () => {
    let sessions = [session('b', 'Firefox, Windows'), session('a', 'Chrome, Linux', true)];
    const { requests } = await openScreen(<Devices />, {
      user,
      replies: {
        'GET /users/me/sessions': () => ({ sessions }),
        'DELETE /users/me/sessions/b': () => {
          sessions = sessions.filter(({ id }) => id !== 'b');
          return { ok: true };
        },
      },
    });
    const list = await screen.findByRole('group', { name: 'Devices' });
    expect(
      within(list)
        .getAllByText(/Linux|Windows/)
        .map((one) => one.textContent),
    ).toEqual(['Chrome, Linux', 'Firefox, Windows']);
    expect(within(list).getByText('This device')).toBeTruthy();
    press('Log out Firefox, Windows');
    await waitFor(() => expect(screen.queryByText('Firefox, Windows')).toBeNull());
    expect(calls(requests)).toContain('DELETE /users/me/sessions/b');
    expect(screen.queryByRole('button', { name: /Log out/ })).toBeNull();
  });

  it('keeps the focus in the list when a row goes', async () => {
    let sessions = [session('a', 'Chrome', true), session('b', 'Firefox'), session('c', 'Safari')];
    await openScreen(<Devices />, {
      user,
      replies: {
        'GET /users/me/sessions': () => ({ sessions }),
        'DELETE /users/me/sessions/b': () => {
          sessions = sessions.filter(({ id }) => id !== 'b');
          return { ok: true };
        },
        'DELETE /users/me/sessions/c': () => {
          sessions = sessions.filter(({ id }) => id !== 'c');
          return { ok: true };
        },
      },
    });
    const button = (name: string) => screen.getByRole('button', { name });
    await screen.findByText('Firefox');
    button('Log out Firefox').focus();
    press('Log out Firefox');
    await waitFor(() => expect(document.activeElement).toBe(button('Log out Safari')));
    expect(screen.queryByText('Firefox')).toBeNull();
    press('Log out Safari');
    await waitFor(() => expect(screen.queryByText('Safari')).toBeNull());
    expect(document.activeElement?.contains(screen.getByText('Chrome'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('ends all other sessions, including ones that have ended already', async () => {
    let sessions = [session('a', 'Chrome', true), session('b', 'Firefox'), session('c', '')];
    const end = () => {
      sessions = sessions.filter(({ current }) => current);
      return { ok: true };
    };
    const { requests } = await openScreen(<Devices />, {
      user,
      replies: {
        'GET /users/me/sessions': () => ({ sessions }),
        'DELETE /users/me/sessions/b': end,
        'DELETE /users/me/sessions/c': refusal(404, 'NOT_FOUND'),
      },
    });
    expect(await screen.findByText('Unknown device')).toBeTruthy();
    press('Log out all others');
    expect(await screen.findByText('2 devices logged out')).toBeTruthy();
    expect(calls(requests).filter((call) => call.startsWith('DELETE'))).toHaveLength(2);
    expect(calls(requests)).not.toContain('DELETE /users/me/sessions/a');
  });

  it('shows why a session could not be ended', async () => {
    await openScreen(<Devices />, {
      user,
      replies: {
        'GET /users/me/sessions': { sessions: [session('a', 'Chrome', true), session('b', 'Firefox')] },
        'DELETE /users/me/sessions/b': refusal(500, 'INTERNAL_ERROR'),
      },
    });
    await screen.findByText('Firefox');
    press('Log out Firefox');
    expect(await screen.findByText('INTERNAL_ERROR said')).toBeTruthy();
    expect(screen.getByText('Firefox')).toBeTruthy();
  });
});
