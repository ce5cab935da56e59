import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { calls, leaveScreen, openScreen, press, refusal, title, type } from '../entry/test-screen';
import { SuperAdmin } from './super-admin';

afterEach(leaveScreen);
const page = <SuperAdmin params={{ token: 'abc' }} />;
const link = (exists: boolean) => ({ 'PUT /users/validate_admin_token': { email: 'ann@example.org', exists } });
const done = { 'PUT /users/become_admin': { ok: true } };

describe('SuperAdmin', () => {
  it('changes nothing when it opens, and makes an existing account super admin at a press', async () => {
    const { requests } = await openScreen(page, { replies: { ...link(true), ...done } });
    await title('Super admin');
    expect(await screen.findByText('ann@example.org')).toBeTruthy();
    expect(calls(requests)).toEqual(['PUT /users/validate_admin_token']);
    press('Become super admin');
    await title('You are super admin');
    expect(requests.at(-1)).toMatchObject({ call: 'PUT /users/become_admin', input: { admin_token: 'abc' } });
  });

  it('takes name and password where no account has the address', async () => {
    const { requests } = await openScreen(page, { replies: { ...link(false), ...done } });
    await screen.findByText('ann@example.org');
    type('Full name', 'Iris Vane');
    type('Username', 'iris');
    type('Password', 'slick tyres 2026');
    press('Create account');
    await title('You are super admin');
    const input = { admin_token: 'abc', fullname: 'Iris Vane', username: 'iris', password: 'slick tyres 2026' };
    expect(requests.at(-1)).toMatchObject({ input });
  });

  it('keeps the form when the user name is taken', async () => {
    const taken = refusal(409, 'USERNAME_NOT_AVAILABLE', { fields: { username: 'USERNAME_NOT_AVAILABLE' } });
    await openScreen(page, { replies: { ...link(false), 'PUT /users/become_admin': taken } });
    await screen.findByText('ann@example.org');
    type('Full name', 'Iris Vane');
    type('Username', 'iris');
    type('Password', 'slick tyres 2026');
    press('Create account');
    expect((await screen.findAllByText(/not available|taken/i)).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Create account' })).toBeTruthy();
  });

  it.each([['LINK_INVALID'], ['LINK_EXPIRED']])('says that the link is no longer good: %s', async (code) => {
    await openScreen(page, { replies: { 'PUT /users/validate_admin_token': refusal(410, code) } });
    await title('This link does not work');
  });

  it('says so when the link is used up meanwhile', async () => {
    await openScreen(page, { replies: { ...link(true), 'PUT /users/become_admin': refusal(410, 'LINK_EXPIRED') } });
    await title('Super admin');
    await screen.findByText('ann@example.org');
    press('Become super admin');
    await title('This link does not work');
  });

  it('offers the press again after a failure of the service', async () => {
    let isUp = false;
    const { requests } = await openScreen(page, {
      replies: {
        ...link(true),
        'PUT /users/become_admin': async () => (isUp ? { ok: true } : refusal(500, 'INTERNAL_ERROR')),
      },
    });
    await screen.findByText('ann@example.org');
    press('Become super admin');
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    isUp = true;
    fireEvent.click(await screen.findByRole('button', { name: 'Become super admin' }));
    await title('You are super admin');
    expect(calls(requests).filter((call) => call.endsWith('become_admin'))).toHaveLength(2);
  });
});
