import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { dismissToast } from '@paddock/ui/toast';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { admin, due, list, open, paidDue } from '../../test/dues-scenario';
import { DuesPage } from './dues-page';

beforeEach(() => {
  history.replaceState(null, '', '/#/main/dues');
});
afterEach(() => {
  act(() => dismissToast());
  cleanup();
  localStorage.clear();
});

const card = (title: string) => screen.findByRole('region', { name: title });
const changed = [409, { code: 'DUE_CHANGED', message: 'This due has changed.' }] as [number, object];

describe(DuesPage, () => {
  it('shows the sum of what is open, and the dues in their sections', async () => {
    await open(<DuesPage />, { 'GET /dues': list([due(), paidDue({ refunded_amount: 4000 })]) });
    expect(await screen.findByText('Open, two payments')).toBeTruthy();
    expect(screen.getByText('485.00 EUR')).toBeTruthy();
    const sections = ['Open', 'Paid'].map((name) => screen.getByRole('region', { name }));
    expect(within(sections[0]!).getByRole('button', { name: 'Pay 360.00 EUR' })).toBeTruthy();
    expect(sections[1]!.textContent).toContain('Paid on 12.01.2026');
    expect(sections[1]!.textContent).toContain('Partly refunded: 40.00 EUR');
    expect(within(sections[1]!).getByRole('button', { name: 'Receipt' })).toBeTruthy();
  });

  it('offers no payment where no card can pay, nor while one is being confirmed', async () => {
    const processing = due({ id: 'd3', title: 'Passes', own: { ...due().own!, state: 'processing' } });
    const { card_public_key: _, ...reply } = list([due(), processing]);
    await open(<DuesPage />, { 'GET /dues': reply });
    expect((await card('Entry fee, round 6')).textContent).toContain('360.00 EUR');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.getByText('Being confirmed')).toBeTruthy();
  });

  it('says when the last day of payment has passed', async () => {
    await open(<DuesPage />, { 'GET /dues': list([due({ payable_until: '2020-06-20' })]) });
    expect(await screen.findByText('Overdue since 20.06.2020')).toBeTruthy();
  });

  it('ends the last day of payment by the clock of the workplace', async () => {
    // The deployment's clock is 26 hours behind, so that its today is past in the workplace; an hour more spares its midnight.
    const soon = Date.now() + 3_600_000;
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Etc/GMT+12' }).format(soon);
    const { kit } = await open(<DuesPage />, { 'GET /dues': list([due({ payable_until: today })]) });
    act(() => {
      const atoll = { id: 'atoll', title: 'Atoll', time_zone: 'Pacific/Kiritimati' };
      kit.deployment.set((now) => ({ ...now, flags: { ...now.flags, time_zone: 'Etc/GMT+12' }, workplaces: [atoll] }));
    });
    expect(await screen.findByText(/^Payable until/)).toBeTruthy();
    act(() => kit.session.switchWorkplace('atoll'));
    expect(await screen.findByText(/^Overdue since/)).toBeTruthy();
  });

  it('names the day of a payment by the clock of the workplace, as its receipt does', async () => {
    const own = {
      state: 'paid',
      paid: '2026-06-20T23:30:00.000Z',
      paid_amount: 36_000,
      refunded_amount: 0,
      receipt: true,
    };
    const { kit } = await open(<DuesPage />, { 'GET /dues': list([due({ own: own as never })]) });
    act(() => kit.deployment.set((now) => ({ ...now, flags: { ...now.flags, time_zone: 'Europe/Amsterdam' } })));
    expect(await screen.findByText('Paid on 21.06.2026')).toBeTruthy();
  });

  it('asks for the sum that the member sees, and reads the dues again when it has changed', async () => {
    let amount = 36_000;
    const { sent } = await open(<DuesPage />, {
      'GET /dues': () => list([due({ amount, pay_label: `${amount / 100}.00 EUR` })]),
      'POST /dues/d1/payment_intents': () => {
        amount = 40_000;
        return changed;
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Pay 360.00 EUR' }));
    expect(await screen.findByRole('button', { name: 'Pay 400.00 EUR' })).toBeTruthy();
    expect(sent[0]!.body).toMatchObject({ amount: 36_000, currency: 'EUR' });
    expect((await card('Entry fee, round 6')).textContent).toContain('This due has changed.');
  });

  it('reads the outcome from the server after a page of the bank, and removes the secret from the address', async () => {
    history.replaceState(null, '', '/?payment_intent_client_secret=s&redirect_status=failed#/main/dues?returned=d1');
    const { sent } = await open(<DuesPage />, {
      'GET /dues': list([due()]),
      'PUT /dues/d1/payment_intents': { due: paidDue() },
    });
    expect(await screen.findByText('payment success')).toBeTruthy();
    expect(sent.map(({ request }) => request)).toEqual(['PUT /dues/d1/payment_intents']);
    expect(`${location.search}${location.hash}`).toBe('#/main/dues');
  });

  it('offers to read the outcome again while the server cannot be reached', async () => {
    history.replaceState(null, '', '/?redirect_status=succeeded#/main/dues?returned=d1');
    let isDown = true;
    await open(<DuesPage />, {
      'GET /dues': list([due()]),
      'PUT /dues/d1/payment_intents': () =>
        isDown ? [502, { code: 'PAYMENT_FAILED', message: 'Down.' }] : { due: paidDue() },
    });
    expect(await screen.findByText(/^We could not read whether/)).toBeTruthy();
    expect(screen.queryByText('payment success')).toBeNull();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('payment success')).toBeTruthy();
  });

  it('reads the dues again after an event of its workplace', async () => {
    let dues = [due()];
    const { receive } = await open(<DuesPage />, { 'GET /dues': () => list(dues) });
    await screen.findByRole('button', { name: 'Pay 360.00 EUR' });
    dues = [paidDue()];
    act(() => receive('updating_dues', { workplace: '' }));
    expect(await screen.findByText('Paid on 12.01.2026')).toBeTruthy();
  });

  it('shows its empty and failed states', async () => {
    await open(<DuesPage />, { 'GET /dues': list([], { open: [] }) });
    expect(await screen.findByRole('heading', { name: 'Nothing new' })).toBeTruthy();
    cleanup();
    await open(<DuesPage />, { 'GET /dues': [500, { code: 'INTERNAL_ERROR', message: 'Broken.' }] });
    expect((await screen.findByRole('alert', {}, { timeout: 4000 })).textContent).toContain('INTERNAL_ERROR');
  });

  it('leads admins to the board, the forms and the payments of all dues', async () => {
    const totals = { members: 12, paid: 3, processing: 0, paid_amount: 108_000, refunded_amount: 0 };
    await open(<DuesPage />, { 'GET /dues': list([due({ can_edit: true, totals })]) }, admin);
    const board = await screen.findByRole('link', { name: '3 of 12 paid: Entry fee, round 6' });
    expect([board.getAttribute('href'), board.textContent]).toEqual(['#/main/dues/d1', '3 of 12 paid']);
    expect(screen.getByRole('link', { name: 'Edit Entry fee, round 6' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add due' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Download all payments' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Owed by others' })).toBeNull());
  });
});
