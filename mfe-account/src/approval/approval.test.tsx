import { applicant } from '@paddock/contract/calls/approval';
import { afterEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { calls, leaveScreen, member, openScreen, press, refusal, title } from '../entry/test-screen';
import { Deny, Grant } from './approval';

afterEach(leaveScreen);
const params = { id: 'bob', token: 'secret' };
const bob = applicant.parse({
  id: 'bob',
  username: 'bob',
  fullname: 'Bob Ray',
  email: 'bob@example.org',
  company: 'Northfell',
  workplaces: [],
  access: 'waiting',
  created: '2026-01-01T00:00:00Z',
});
const verify = { 'PUT /users/bob/verify': bob };
const pages = { grant: <Grant params={params} />, deny: <Deny params={params} /> };
const path = (verb: string) => `PUT /users/bob/${verb}`;

describe('in two steps', () => {
  it.each([
    ['grant', 'grant', 'Grant', 'Access granted'],
    ['grant', 'deny', 'Deny', 'Access denied'],
    ['deny', 'deny', 'Deny', 'Access denied'],
    ['deny', 'grant', 'Grant', 'Access granted'],
  ] as const)('a link to %s shows the applicant, and sends the decision: %s', async (link, verb, button, done) => {
    const { requests } = await openScreen(pages[link], { replies: { ...verify, [path(verb)]: bob } });
    await title('Access requested');
    expect(screen.getByText('Bob Ray')).toBeTruthy();
    expect(screen.getByText('bob@example.org')).toBeTruthy();
    expect(calls(requests)).toEqual(['PUT /users/bob/verify']);
    press(button);
    await title(done);
    expect(requests[1]).toMatchObject({ call: path(verb), input: { admin_token: 'secret' } });
  });

  it.each([
    ['grant', 'granted', 'Access granted'],
    ['deny', 'denied', 'Access denied'],
    ['grant', 'denied', 'Already decided'],
    ['deny', 'granted', 'Already decided'],
  ] as const)('a link to %s decides nothing for an applicant who is already %s', async (link, access, said) => {
    const { requests } = await openScreen(pages[link], { replies: { 'PUT /users/bob/verify': { ...bob, access } } });
    await title(said);
    expect(screen.queryByRole('button', { name: 'Grant' })).toBeNull();
    expect(calls(requests)).toEqual(['PUT /users/bob/verify']);
  });

  it.each([
    ['Grant', 'grant', 'ALREADY_GRANTED', 'Access granted'],
    ['Deny', 'deny', 'ALREADY_DENIED', 'Access denied'],
    ['Grant', 'grant', 'ALREADY_DENIED', 'Already decided'],
    ['Deny', 'deny', 'ALREADY_GRANTED', 'Already decided'],
  ] as const)('%s, when another admin was faster: %s returns %s', async (button, verb, code, said) => {
    await openScreen(pages.grant, { replies: { ...verify, [path(verb)]: refusal(409, code) } });
    await title('Access requested');
    press(button);
    await title(said);
  });

  it.each(['LINK_INVALID', 'LINK_EXPIRED', 'USER_NOT_FOUND'])('shows only the refusal for %s', async (code) => {
    await openScreen(pages.grant, { replies: { 'PUT /users/bob/verify': refusal(404, code) } });
    await title('This link does not work');
    expect(screen.getByText(`${code} said`)).toBeTruthy();
  });

  it.each([
    ['there is no reply', null, 'This service cannot be reached right now.'],
    ['the service fails', refusal(500, 'INTERNAL_ERROR'), 'INTERNAL_ERROR said'],
  ] as const)('keeps the question when %s, and retries on another press', async (_, answer, said) => {
    let there = false;
    await openScreen(pages.grant, { replies: { ...verify, [path('grant')]: () => (there ? bob : answer) } });
    await title('Access requested');
    press('Grant');
    expect((await screen.findByRole('alert')).textContent).toBe(said);
    there = true;
    press('Grant');
    await title('Access granted');
  });
});

describe('in one step', () => {
  const flags = { two_step_grant: false };
  it.each([
    ['grant', bob, 'Access granted'],
    ['deny', bob, 'Access denied'],
    ['grant', refusal(409, 'ALREADY_GRANTED'), 'Access granted'],
    ['deny', refusal(409, 'ALREADY_DENIED'), 'Access denied'],
    ['grant', refusal(409, 'ALREADY_DENIED'), 'Already decided'],
    ['deny', refusal(409, 'ALREADY_GRANTED'), 'Already decided'],
    ['grant', refusal(404, 'LINK_INVALID'), 'This link does not work'],
    ['deny', refusal(403, 'FORBIDDEN'), 'This link does not work'],
  ] as const)('a link to %s with the reply %j shows: %s', async (verb, answer, said) => {
    const { requests } = await openScreen(pages[verb], { replies: { [path(verb)]: answer }, flags, user: member() });
    await title('One moment');
    await title(said);
    expect(calls(requests)).toEqual([path(verb)]);
  });
});
