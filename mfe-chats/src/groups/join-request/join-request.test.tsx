import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ben, completeDom, group, leaveGroups, openGroups, press, refusal } from '../test-group';
import { AcceptRequest, IgnoreRequest } from './join-request';

beforeAll(completeDom);
afterEach(leaveGroups);

const params = { group: 'g1', user: 'ben', token: 'secret' };
const pages = { accept: <AcceptRequest params={params} />, ignore: <IgnoreRequest params={params} /> };
const decision = (state: string) => ({ state, group, user: ben });
const VERIFY = 'PUT /groups/g1/verify_request';
const path = (verb: string) => `PUT /groups/g1/${verb}_request`;
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the mailed link about a request to join', () => {
  it.each([
    ['accept', 'Accept', 'accept', 'granted', 'Member added'],
    ['accept', 'Ignore', 'ignore', 'denied', 'Request ignored'],
    ['ignore', 'Ignore', 'ignore', 'denied', 'Request ignored'],
    ['ignore', 'Accept', 'accept', 'already_granted', 'Already added'],
  ] as const)('to %s asks first; the press on %s acts', async (link, button, verb, state, said) => {
    const { asked, calls } = await openGroups(pages[link], {
      replies: { [VERIFY]: decision('waiting'), [path(verb)]: decision(state) },
    });
    await title('Request to join');
    for (const text of ['Ben Ray', 'Pit wall 27']) expect(screen.getByText(text)).toBeTruthy();
    expect(calls()).toEqual([VERIFY]);
    press(button);
    await title(said);
    expect(asked.at(-1)).toMatchObject({ call: path(verb), input: { user: 'ben', group_owner_token: 'secret' } });
  });

  it.each([
    ['granted before', 'already_granted', 'Already added'],
    ['ignored before', 'already_denied', 'Already ignored'],
    ['withdrawn', 'gone', 'No longer asked'],
  ])('only reports a request that was %s', async (_, state, said) => {
    const { calls } = await openGroups(pages.accept, { replies: { [VERIFY]: decision(state) } });
    await title(said);
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    expect(calls()).toEqual([VERIFY]);
  });

  it.each(['LINK_INVALID', 'LINK_EXPIRED'])('shows the refusal for %s', async (code) => {
    await openGroups(pages.ignore, { replies: { [VERIFY]: refusal(404, code) } });
    await title('This link does not work');
    expect(screen.getByText(`${code} said`)).toBeTruthy();
  });

  it.each([
    ['TOO_MANY_REQUESTS', 429, 'Please wait'],
    ['INTERNAL_ERROR', 500, 'That did not work'],
  ])('offers Retry after %s', async (code, status, said) => {
    await openGroups(pages.ignore, { replies: { [VERIFY]: refusal(status, code) } });
    await title(said);
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('#/');
  });

  it('keeps the question when the service fails, and retries on another press', async () => {
    let fails = true;
    await openGroups(pages.accept, {
      replies: {
        [VERIFY]: decision('waiting'),
        [path('accept')]: () => (fails ? refusal(500, 'INTERNAL_ERROR') : decision('granted')),
      },
    });
    await title('Request to join');
    press('Accept');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('INTERNAL_ERROR said'));
    fails = false;
    press('Accept');
    await title('Member added');
  });

  it('decides at once where the deployment wants one step', async () => {
    const { calls } = await openGroups(pages.accept, {
      replies: { [path('accept')]: decision('granted') },
      flags: { two_step_grant: false },
    });
    await title('One moment');
    await title('Member added');
    expect(calls()).toEqual([path('accept')]);
  });
});
