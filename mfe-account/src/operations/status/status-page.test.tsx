import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Status } from '@paddock/contract/calls/operations';
import { act, screen, waitFor, within } from '@testing-library/react';
import { leaveScreen, member, openScreen, refusal, type Replies } from '../../entry/test-screen';
import texts from '../messages/en.json' with { type: 'json' };
import { StatusPage } from './status-page';

afterEach(() => {
  jest.useRealTimers();
  leaveScreen();
});

const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString();
const running = {
  ...{ id: 'p1', host: 'pit-1', release: '4ce5a8', contract: '1.0.0', services: [], started: hourAgo() },
  ...{ seen: hourAgo(), alone: true, answering: true, outbox_lag_ms: 0 },
};
const healthy: Status = {
  at: new Date().toISOString(),
  processes: [running],
  database: { kind: 'embedded', version: '8.0.0', ping_ms: 0.4, bytes: 5_300_000 },
  mail: { waiting: 0, failed: 0 },
  jobs: [{ name: 'rooms.release_bookings', every_seconds: 60, last: hourAgo() }],
  modules: [],
  refused: [],
  limits: [],
};
const open = (reply: Replies[string]) =>
  openScreen(<StatusPage />, {
    user: member({ admin: true }),
    texts,
    replies: { 'GET /operations/status': reply },
  });
const card = (name: string) => within(screen.getByRole('region', { name }));

describe(StatusPage, () => {
  it('shows a healthy system', async () => {
    await open({ ...healthy });
    await screen.findByText('pit-1');
    expect(card('Processes').getByText('Only writer')).toBeTruthy();
    expect(card('Processes').getByRole('listitem').textContent).toMatch(/Started 1 hour ago · Release 4ce5a8/);
    expect(card('Database').getByText('embedded-mongo')).toBeTruthy();
    expect(card('Database').getByText('5.3 MB')).toBeTruthy();
    expect(card('Last backup').getByText(/No backup was made/)).toBeTruthy();
    expect(card('Failing modules').getByText(/No window has reported/)).toBeTruthy();
    expect(card('Periodic jobs').getByRole('listitem').textContent).toMatch(/Last run 1 hour ago · Every minute/);
    expect(screen.queryByRole('region', { name: /Refused places/ })).toBeNull();
  });

  it('shows what is wrong, with its reasons', async () => {
    const failed = { at: hourAgo(), error: 'TypeError' };
    await open({
      ...healthy,
      processes: [
        {
          ...running,
          services: ['chats'],
          alone: false,
          answering: false,
          outbox_lag_ms: 4200,
          outbox_waiting: 1300,
          release: undefined,
        },
      ],
      mail: { waiting: 3, oldest: hourAgo(), failed: 2 },
      backup: { made: hourAgo(), files: 12, bytes: 3_000_000 },
      jobs: [
        { name: 'dues.reminders', every_seconds: 7200, last: failed.at, failed },
        { ...healthy.jobs[0]!, failed },
      ],
      modules: [
        { id: 'mfe-people', version: '2.0.0', failures: { count: 2, code: 'MODULE_TIMEOUT', last: hourAgo() } },
        { id: 'mfe-chats', version: '1.0.0', problem: 'its channel file cannot be read' },
      ],
      refused: [{ path: 'flags.rsvp', hint: 'must be true or false' }],
      limits: [{ name: 'account.login', count: 1240 }],
    });
    await screen.findByText('pit-1');
    expect(card('Processes').getByRole('listitem').textContent).toMatch(
      /calls of chats.*4,200 ms · 1,300 in the queue.*Slow/,
    );
    expect(card('Mails of this community').getByText('3')).toBeTruthy();
    expect(card('Last backup').getByText('12')).toBeTruthy();
    const jobs = card('Periodic jobs');
    expect(jobs.getByText('1 failing')).toBeTruthy();
    const [failing, mended] = jobs.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(failing).toMatch(/dues\.reminders.*Every 2 hours · Failed 1 hour ago: TypeError.*Failing/);
    expect(mended).not.toMatch(/Failing$/);
    const modules = card('Failing modules').getAllByRole('listitem');
    expect(modules.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/mfe-people 2\.0\.0.*2 reports, MODULE_TIMEOUT/),
      expect.stringMatching(/mfe-chats 1\.0\.0.*its channel file cannot be read/),
    ]);
    expect(card('Refused places of the deployment file').getByText('flags.rsvp')).toBeTruthy();
    expect(card('Refused by limits').getByText('1,240')).toBeTruthy();
  });

  it('refreshes every 10 s, and keeps the last figures with their age while the database is away', async () => {
    jest.useFakeTimers();
    let reply: Replies[string] = { ...healthy };
    const { requests } = await open(() => reply as never);
    await waitFor(() => expect(screen.getByText('pit-1')).toBeTruthy());
    reply = refusal(503, 'SERVICE_UNAVAILABLE');
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(requests.length).toBeGreaterThan(1);
    expect(screen.getByRole('status').textContent).toMatch(/The database does not answer\. These are from \d+ seconds/);
    expect(screen.getByText('pit-1')).toBeTruthy();
    reply = { ...healthy, mail: { waiting: 7, failed: 0 } };
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(screen.queryByText(/does not answer/)).toBeNull();
    expect(card('Mails of this community').getByText('7')).toBeTruthy();
  });

  it('sends no request while the page is hidden', async () => {
    jest.useFakeTimers();
    const { requests } = await open({ ...healthy });
    await waitFor(() => expect(screen.getByText('pit-1')).toBeTruthy());
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(requests).toHaveLength(1);
    hidden.mockRestore();
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(requests.length).toBeGreaterThan(1);
  });

  it('hides the figures from a super admin whose role was revoked', async () => {
    jest.useFakeTimers();
    let reply: Replies[string] = { ...healthy };
    await open(() => reply as never);
    await waitFor(() => expect(screen.getByText('pit-1')).toBeTruthy());
    reply = refusal(403, 'FORBIDDEN');
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(screen.getByRole('alert').textContent).toContain('FORBIDDEN');
    expect(screen.queryByText('pit-1')).toBeNull();
  });

  it('refuses members and workplace admins, and sends no further request', async () => {
    jest.useFakeTimers();
    const { requests } = await open(refusal(403, 'FORBIDDEN'));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('FORBIDDEN'));
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(requests).toHaveLength(1);
  });
});
