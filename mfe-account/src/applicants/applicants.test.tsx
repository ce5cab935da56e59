import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { calls, leaveScreen, member, openScreen, press, refusal } from '../entry/test-screen';
import { Applicants } from './applicants';

// jsdom has no `CSS.escape`, which React Aria's focus handling asks for.
Object.assign(globalThis, { CSS: { escape: String } });
afterEach(leaveScreen);

const user = member({ admin: true });
const waiting = (id: string, fullname: string) => ({
  id,
  fullname,
  username: id,
  email: `${id}@example.org`,
  workplaces: [],
  access: 'waiting',
  created: '2026-01-01T00:00:00Z',
});

async function open(replies: Parameters<typeof openScreen>[1] & object = {}) {
  let users = [waiting('ben', 'Ben Okri'), waiting('cleo', 'Cleo Marsh')];
  const drop = (id: string) => () => {
    users = users.filter((one) => one.id !== id);
    return waiting(id, id);
  };
  return openScreen(<Applicants />, {
    user,
    replies: {
      'GET /users/pending': () => ({ users, total: users.length }),
      'PUT /users/ben/grant': drop('ben'),
      'PUT /users/ben/deny': drop('ben'),
      ...replies.replies,
    },
  });
}
const row = (name: string) => screen.queryByText(name);

describe('Applicants', () => {
  it('grants access at once', async () => {
    const { requests } = await open();
    await screen.findByText('Ben Okri');
    press('Grant access to Ben Okri');
    expect(await screen.findByText('Access granted')).toBeTruthy();
    await waitFor(() => expect(row('Ben Okri')).toBeNull());
    expect(row('Cleo Marsh')).toBeTruthy();
    expect(requests.find(({ call }) => call === 'PUT /users/ben/grant')?.input).not.toHaveProperty('admin_token');
  });

  it('asks for confirmation before it denies access', async () => {
    const { requests } = await open();
    await screen.findByText('Ben Okri');
    press('Deny access to Ben Okri');
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('Deny Ben Okri access?')).toBeTruthy();
    expect(calls(requests)).not.toContain('PUT /users/ben/deny');
    press('Deny');
    expect(await screen.findByText('Access denied')).toBeTruthy();
    await waitFor(() => expect(row('Ben Okri')).toBeNull());
  });

  it.each([
    ['ALREADY_GRANTED', 'Access granted'],
    ['ALREADY_DENIED', 'Access was already denied.'],
  ])('continues when another admin was faster: %s', async (code, said) => {
    await open({ replies: { 'PUT /users/ben/grant': refusal(409, code) } });
    await screen.findByText('Ben Okri');
    press('Grant access to Ben Okri');
    expect(await screen.findByText(said)).toBeTruthy();
    await waitFor(() => expect(row('Ben Okri')).toBeNull());
  });

  it('keeps the applicant when the decision fails', async () => {
    await open({ replies: { 'PUT /users/ben/grant': null } });
    await screen.findByText('Ben Okri');
    press('Grant access to Ben Okri');
    expect(await screen.findByText('This service cannot be reached right now.')).toBeTruthy();
    expect(row('Ben Okri')).toBeTruthy();
  });

  it('shows an empty list', async () => {
    await open({ replies: { 'GET /users/pending': { users: [], total: 0 } } });
    expect(await screen.findByText('No applicants')).toBeTruthy();
  });
});
