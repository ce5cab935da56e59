import { afterEach, describe, expect, it } from '@jest/globals';
import type { DueMember } from '@paddock/contract/calls/dues';
import { dismissToast } from '@paddock/ui/toast';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { admin, due, open } from '../../test/dues-scenario';
import { DueBoard } from './due-board';

afterEach(() => {
  act(() => dismissToast());
  cleanup();
  localStorage.clear();
});

const user = (id: string, fullname: string) => ({ id, username: id, fullname, online: false });
const users = [user('bob', 'Bob Box'), user('cy', 'Cy Lind'), user('dee', 'Dee Moor')];
const member = (fields: Partial<DueMember>): DueMember => ({
  ...{ user: 'bob', email: 'bob@example.org', state: 'open', paid_amount: 0, refunded_amount: 0 },
  ...{ receipt: false, former: false },
  ...fields,
});
const paid = member({
  ...{ user: 'cy', state: 'paid', method: 'manual', reason: 'Cash', paid: '2026-02-03T10:00:00.000Z' },
  ...{ paid_amount: 36_000, refunded_amount: 6000, receipt: true },
});
const processing = member({ user: 'dee', state: 'processing' });
const totals = { members: 3, paid: 1, processing: 1, paid_amount: 36_000, refunded_amount: 6000 };
const reply = { members: [member({}), paid, processing], totals, users };
const ofDue = due({ can_edit: true, totals });

const row = async (name: string) => (await screen.findByText(name)).closest('[role="listitem"]')!;
async function actionsOf(name: string) {
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  const items = await screen.findAllByRole('menuitem');
  return items.map(({ textContent }) => textContent);
}

describe(DueBoard, () => {
  it('shows how much is paid, and the state of each member', async () => {
    await open(<DueBoard due={ofDue} />, { 'GET /dues/d1/members': reply }, admin);
    expect((await row('Bob Box')).textContent).toContain('bob@example.orgOpen');
    expect((await row('Cy Lind')).textContent).toContain('Marked as paid on 03.02.202660.00 EUR refunded · Cash');
    expect((await row('Dee Moor')).textContent).toContain('Being confirmed');
    expect(screen.getByRole('progressbar', { name: '1 of 3 have paid' })).toBeTruthy();
    expect(screen.getByText('360.00 EUR received')).toBeTruthy();
  });

  it('offers what each state allows', async () => {
    await open(<DueBoard due={ofDue} />, { 'GET /dues/d1/members': reply }, admin);
    expect(await actionsOf('Bob Box')).toEqual(['Remind', 'Mark as paid']);
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(await actionsOf('Cy Lind')).toEqual(['Refund', 'Receipt']);
    expect(screen.queryByRole('button', { name: 'Actions for Dee Moor' })).toBeNull();
  });

  it('says when the provider charged another sum, which an admin settles', async () => {
    const other = { ...processing, differs: true, paid_amount: 30_000, method: 'card' as const };
    await open(<DueBoard due={ofDue} />, { 'GET /dues/d1/members': { ...reply, members: [other] } }, admin);
    expect((await row('Dee Moor')).textContent).toContain('another sum was charged: 300.00 EUR');
    expect(await actionsOf('Dee Moor')).toEqual(['Mark as paid', 'Refund']);
  });

  it('asks for a reason before a payment is noted', async () => {
    const { sent } = await open(
      <DueBoard due={ofDue} />,
      { 'GET /dues/d1/members': reply, 'POST /dues/d1/payments': { member: paid } },
      admin,
    );
    await actionsOf('Bob Box');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Mark as paid' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Mark as paid' }));
    fireEvent.change(await sheet.findByRole('textbox', { name: /Reason/ }), { target: { value: 'Bank transfer' } });
    fireEvent.click(sheet.getByRole('button', { name: 'Mark as paid' }));
    await waitFor(() => expect(sent.map(({ request }) => request)).toEqual(['POST /dues/d1/payments']));
    expect(sent[0]!.body).toMatchObject({ user: 'bob', reason: 'Bank transfer' });
    expect(sent[0]!.body['client_id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('asks the server for the chosen state', async () => {
    const { fetch } = await open(<DueBoard due={ofDue} />, { 'GET /dues/d1/members': reply }, admin);
    await row('Bob Box');
    fireEvent.click(screen.getByRole('button', { name: 'Paid' }));
    await waitFor(() => expect(String(fetch.mock.calls.at(-1)![0])).toContain('state=paid'));
  });

  it('searches once for several keystrokes', async () => {
    const { fetch } = await open(<DueBoard due={ofDue} />, { 'GET /dues/d1/members': reply }, admin);
    const searches = () => fetch.mock.calls.map(([url]) => /query=([^&]*)/.exec(String(url))?.[1]).filter(Boolean);
    const field = await screen.findByRole('searchbox');
    for (const value of ['b', 'bo', 'bob']) fireEvent.change(field, { target: { value } });
    await waitFor(() => expect(searches()).toEqual(['bob']));
  });

  it('reminds all who still owe after a question', async () => {
    const { sent } = await open(
      <DueBoard due={ofDue} />,
      { 'GET /dues/d1/members': reply, 'POST /dues/d1/reminders': { reminded: 1 } },
      admin,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Remind all' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remind one member?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Remind' }));
    expect(await screen.findByText('One member was reminded')).toBeTruthy();
    expect(sent[0]!.body).not.toHaveProperty('user');
  });
});
