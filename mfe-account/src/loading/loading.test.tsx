import { afterEach, describe, expect, it } from '@jest/globals';
import type { EntryParameters } from '@paddock/mfe-kit/kit-context';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { calls, leaveScreen, member, openScreen, refusal } from '../entry/test-screen';
import { Loading } from './loading';
import { ThirdPartyFailed } from './third-party-failed';
import { thirdPartyFailure } from './third-party-failure';

afterEach(leaveScreen);

const flags = { third_party_auth: { title: 'Licence ID', issuer: 'https://id.example.org', client_id: 'x' } };
const begun = { state: 'my-state', nonce: 'my-nonce' };
const signedIn = { user: member() };
const LOGIN = 'PUT /third_party_auth/login';

/** Opens the callback page with these parameters. */
async function comeBack(entry: EntryParameters, answer: Parameters<typeof openScreen>[1] = {}) {
  const opened = await openScreen(null, { flags, replies: { [LOGIN]: { token: 'once' } }, ...answer });
  opened.kit.entry.set(entry);
  await act(async () => opened.show(<Loading />));
  return opened;
}
/** Expects a redirect to the landing page, which shows the reason. */
async function shown(heading: string) {
  await waitFor(() => expect(window.location.hash).toBe('#/'));
  cleanup();
  await openScreen(<ThirdPartyFailed />, { flags });
  expect((await screen.findByRole('alert')).textContent).toContain(heading);
}
const begin = (more: object = {}) =>
  sessionStorage.setItem('mfe-account.third_party', JSON.stringify({ ...begun, ...more }));

describe('Loading', () => {
  it("exchanges a callback that this window requested for a token, with the window's nonce", async () => {
    begin();
    const { kit, requests } = await comeBack({ code: 'c', state: 'my-state', iss: 'https://id.example.org' });
    await waitFor(() => expect(kit.entry.get()).toEqual({ token: 'once' }));
    expect(requests[0]!.input).toMatchObject({
      code: 'c',
      state: 'my-state',
      iss: 'https://id.example.org',
      nonce: 'my-nonce',
    });
    expect(sessionStorage.getItem('mfe-account.third_party')).toBeNull();
  });

  it("accepts an id_token with the window's nonce", async () => {
    begin();
    const { kit, requests } = await comeBack({ id_token: 'a.b.c' });
    await waitFor(() => expect(kit.entry.get()).toEqual({ token: 'once' }));
    expect(requests[0]!.input).toMatchObject({ id_token: 'a.b.c', nonce: 'my-nonce' });
  });

  it.each<[string, EntryParameters, boolean]>([
    ['another state', { code: 'c', state: 'other' }, true],
    ['no state', { code: 'c' }, true],
    ['a window that started no sign-in', { code: 'c', state: 'my-state' }, false],
    ['an id_token that this window did not request', { id_token: 'a.b.c' }, false],
  ])('makes no call for %s', async (_, entry, isBegun) => {
    if (isBegun) begin();
    const { requests } = await comeBack(entry);
    await shown('That did not work');
    expect(calls(requests)).toEqual([]);
  });

  it.each([
    ['THIRD_PARTY_FAILED', 401, 'That did not work'],
    ['THIRD_PARTY_UNVERIFIED', 403, 'Address not confirmed'],
    ['SECOND_FACTOR_REQUIRED', 401, 'Log in with your password'],
  ])('shows the reason on landing: %s', async (code, status, heading) => {
    begin();
    const { kit } = await comeBack({ code: 'c', state: 'my-state' }, { replies: { [LOGIN]: refusal(status, code) } });
    await shown(heading);
    expect(kit.session.get().token).toBeNull();
  });

  it.each<[string, EntryParameters, Parameters<typeof openScreen>[1], string[], string]>([
    ['is linked', { code: 'c', state: 'my-state' }, {}, [LOGIN], 'Account linked'],
    [
      'is taken',
      { code: 'c', state: 'my-state' },
      { replies: { [LOGIN]: refusal(409, 'THIRD_PARTY_TAKEN') } },
      [LOGIN],
      'THIRD_PARTY_TAKEN said',
    ],
    ['was not chosen', { error: 'access_denied', state: 'my-state' }, {}, [], 'without linking an account'],
    ['could not be chosen', { error: 'server_error', state: 'my-state' }, {}, [], 'without linking an account'],
  ])('returns to the settings when the account %s, in the same session', async (...row) => {
    const [, entry, answer, made, text] = row;
    begin({ isLinking: true });
    const { kit, requests } = await comeBack(entry, { ...signedIn, ...answer });
    await waitFor(() => expect(window.location.hash).toBe('#/main/settings/security'));
    expect(screen.getByRole('listitem').textContent).toContain(text);
    expect(thirdPartyFailure.get()).toBeNull();
    expect(kit.entry.get()).toEqual({});
    expect(calls(requests)).toEqual(made);
  });

  it.each<[string, EntryParameters, string]>([
    ['a callback', { code: 'c', state: 'my-state' }, 'The reply from Licence ID belongs to another window'],
    ['a refusal', { error: 'access_denied', state: 'my-state' }, 'without linking an account'],
  ])('leaves nothing for landing after %s that a member did not request', async (_, entry, text) => {
    const { requests } = await comeBack(entry, signedIn);
    await waitFor(() => expect(window.location.hash).toBe('#/main/settings/security'));
    expect(screen.getByRole('listitem').textContent).toContain(text);
    expect(thirdPartyFailure.get()).toBeNull();
    expect(calls(requests)).toEqual([]);
  });

  it('shows that the member cancelled at the provider', async () => {
    begin();
    await comeBack({ error: 'access_denied', state: 'my-state' });
    await shown('You are not signed in');
  });
});
