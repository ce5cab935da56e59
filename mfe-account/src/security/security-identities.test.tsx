import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { calls, input, leaveScreen, member, openScreen, press, refusal, type } from '../entry/test-screen';
import { Security } from './security';
import texts from './messages/en.json' with { type: 'json' };

afterEach(leaveScreen);

const user = member();
const third_party_auth = { title: 'Licence ID', issuer: 'https://id.example.org', client_id: 'x' };
const identity = { id: 'i1', provider: 'Licence ID', linked: '2026-01-01T00:00:00Z' };
const security = (change: object = {}) => ({
  ...{ passkeys: [], totp: false, recovery_codes: 0, identities: [identity], password: true },
  ...change,
});
const open = (
  replies: NonNullable<Parameters<typeof openScreen>[1]>['replies'],
  flags: object = { third_party_auth },
) => openScreen(<Security />, { user, texts, flags, replies });

describe('SecurityIdentities', () => {
  it('removes a linked account after the password', async () => {
    let identities = [identity];
    const { requests } = await open({
      'GET /users/me/security': () => security({ identities }),
      'DELETE /users/me/identities/i1': ({ password }) => {
        if (password !== 'right one') return refusal(403, 'WRONG_PASSWORD', { fields: { password: 'WRONG_PASSWORD' } });
        identities = [];
        return { ok: true };
      },
    });
    await screen.findByText('Licence ID');
    press('Remove Licence ID');
    type('Your password', 'not this one');
    press('Remove');
    expect((await screen.findAllByText('This is not your current password.')).length).toBeGreaterThan(0);
    type('Your password', 'right one');
    press('Remove');
    expect(await screen.findByText('No account is linked.')).toBeTruthy();
    expect(calls(requests).filter((call) => call.startsWith('DELETE'))).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Link Licence ID' })).toBeTruthy();
  });

  it('keeps the focus in the part', async () => {
    let identities = [{ ...identity, id: 'i2', provider: 'id.former.example' }];
    await open({
      'GET /users/me/security': () => security({ identities }),
      'DELETE /users/me/identities/i2': () => {
        identities = [];
        return { ok: true };
      },
    });
    await screen.findByText('id.former.example');
    press('Link Licence ID');
    await waitFor(() => expect(document.activeElement).toBe(input('Your password')));
    press('Cancel');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Link Licence ID' }));
    press('Remove id.former.example');
    expect(screen.queryByText(/link it here/)).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(input('Your password')));
    type('Your password', 'right one');
    press('Remove');
    await screen.findByText('No account is linked.');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Linked accounts' }));
  });

  it('forgets the password that was typed for another account', async () => {
    const former = { ...identity, id: 'i2', provider: 'id.former.example' };
    await open({ 'GET /users/me/security': security({ identities: [identity, former] }) });
    await screen.findByText('Licence ID');
    press('Remove Licence ID');
    type('Your password', 'for the first');
    press('Remove id.former.example');
    expect(input('Your password').value).toBe('');
  });

  it('offers an account without a password to set one, and nothing else', async () => {
    const { requests } = await open({
      'GET /users/me/security': security({ password: false }),
      'PUT /users/send_reset_password_link': { ok: true },
    });
    await screen.findByText('Licence ID');
    expect(screen.queryByRole('button', { name: /Remove|^Link/ })).toBeNull();
    press('E-mail me a link');
    await waitFor(() => expect(calls(requests)).toContain('PUT /users/send_reset_password_link'));
    expect(requests.at(-1)!.input).toMatchObject({ email: user.email });
  });

  it('lists accounts of a former provider, and links none where there is no provider', async () => {
    const former = { ...identity, provider: 'id.former.example' };
    await open({ 'GET /users/me/security': security({ identities: [former] }) }, {});
    expect(await screen.findByRole('button', { name: 'Remove id.former.example' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Link/ })).toBeNull();
  });
});
