import { afterEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { calls, input, leaveScreen, member, openScreen, press, refusal, type } from '../entry/test-screen';
import { DeleteAccount } from './delete-account';
import { ExportData } from './export-data';

afterEach(leaveScreen);
const user = member();

describe('DeleteAccount', () => {
  it('requires the password before it asks for confirmation', async () => {
    const { requests } = await openScreen(<DeleteAccount />, { user, replies: {} });
    await screen.findByLabelText(/^Current password/);
    press('Delete account');
    await act(async () => undefined);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(requests).toEqual([]);
  });

  it('asks for confirmation, sends the password in the body and says goodbye', async () => {
    const { kit, requests } = await openScreen(<DeleteAccount />, {
      user,
      replies: { 'DELETE /users': { ok: true }, 'GET /users/logout': refusal(401, 'INVALID_TOKEN') },
    });
    await screen.findByLabelText(/^Current password/);
    type('Current password', 'wet tyres 1998');
    press('Delete account');
    const sheet = await screen.findByRole('alertdialog');
    const said = [...sheet.querySelectorAll('h2, p')].map((one) => one.textContent).join(' ');
    expect(said).toBe('Delete account confirm? Warning delete account');
    expect(requests).toEqual([]);
    act(() => within(sheet).getByRole('button', { name: 'Delete account' }).click());
    await screen.findByText('Your account at Test is deleted. Goodbye, and thank you.');
    expect(requests[0]).toMatchObject({ call: 'DELETE /users', input: { password: 'wet tyres 1998' } });
    expect(kit.session.get().token).toBeNull();
  });

  it('does nothing when the member cancels', async () => {
    const { kit, requests } = await openScreen(<DeleteAccount />, { user, replies: {} });
    await screen.findByLabelText(/^Current password/);
    type('Current password', 'wet tyres 1998');
    press('Delete account');
    const sheet = await screen.findByRole('alertdialog');
    act(() => within(sheet).getByRole('button', { name: 'Cancel' }).click());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requests).toEqual([]);
    expect(kit.session.get().token).not.toBeNull();
  });

  it('shows a wrong password at its field, and stays open', async () => {
    const wrong = refusal(403, 'WRONG_PASSWORD', { fields: { password: 'WRONG_PASSWORD' } });
    const { kit } = await openScreen(<DeleteAccount />, { user, replies: { 'DELETE /users': wrong } });
    await screen.findByLabelText(/^Current password/);
    type('Current password', 'not this one');
    press('Delete account');
    const sheet = await screen.findByRole('alertdialog');
    act(() => within(sheet).getByRole('button', { name: 'Delete account' }).click());
    await screen.findByText('This is not your current password.');
    expect(input('Current password').getAttribute('aria-invalid')).toBe('true');
    expect(kit.session.get().token).not.toBeNull();
  });
});

describe('ExportData', () => {
  it('creates an archive and links to it', async () => {
    const { requests } = await openScreen(<ExportData />, {
      user,
      replies: { 'PUT /users/me/export': { url: '/api/files/ann/1?expires=1&signature=x' } },
    });
    screen.getByRole('button', { name: 'Create an archive of my data' }).focus();
    press('Create an archive of my data');
    const link = await screen.findByRole('link', { name: 'Save the archive' });
    expect(document.activeElement).toBe(link);
    expect(link.getAttribute('href')).toBe('/api/files/ann/1?expires=1&signature=x');
    expect(link.hasAttribute('download')).toBe(true);
    expect(calls(requests)).toEqual(['PUT /users/me/export']);
  });

  it('shows a refusal of too many requests', async () => {
    await openScreen(<ExportData />, {
      user,
      replies: { 'PUT /users/me/export': refusal(429, 'TOO_MANY_REQUESTS', { retry_after: 60 }) },
    });
    press('Create an archive of my data');
    await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe(''));
    expect(screen.getByRole('button', { name: 'Create an archive of my data' })).toBeTruthy();
  });
});
