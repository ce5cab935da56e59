import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { asOutsider, completeDom, leaveGroups, openGroups, press, refusal } from '../test-group';
import { JoinByLink } from './join-by-link';

beforeAll(completeDom);
afterEach(leaveGroups);

const page = <JoinByLink params={{ id: 'g1', token: 'secret' }} />;
const VERIFY = 'PUT /groups/g1/verify_link';
const JOIN = 'PUT /groups/g1/join_by_link';

describe(JoinByLink, () => {
  it('shows the group and joins on a press', async () => {
    const { asked, calls } = await openGroups(page, {
      replies: {
        [VERIFY]: { group: asOutsider.group, member: false, removed: false, workplace: '' },
        [JOIN]: { state: 'added', group: asOutsider.group },
      },
    });
    expect(await screen.findByText('Pit wall 27')).toBeTruthy();
    expect(calls()).not.toContain(JOIN);
    press('Join');
    await waitFor(() => expect(window.location.hash).toBe('#/main/chats/g1'));
    expect(asked.find(({ call }) => call === JOIN)?.input).toEqual(expect.objectContaining({ link_token: 'secret' }));
  });

  it('leads a member into the group at once', async () => {
    await openGroups(page, {
      replies: { [VERIFY]: { group: asOutsider.group, member: true, removed: false, workplace: '' } },
    });
    await waitFor(() => expect(window.location.hash).toBe('#/main/chats/g1'));
  });

  it.each([false, true])('of another workplace offers to switch there first (member there: %s)', async (member) => {
    const { calls } = await openGroups(page, {
      replies: { [VERIFY]: { group: asOutsider.group, member, workplace: 'porto' } },
    });
    expect(await screen.findByText('This group is in Porto works')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
    expect(window.location.hash).toBe('');
    press('Switch to Porto works');
    expect(localStorage.getItem('workplace')).toBe('porto');
    await waitFor(() => expect(calls().filter((call) => call === VERIFY)).toHaveLength(2));
    // The page reads the link again in its own workplace.
    if (member) await waitFor(() => expect(window.location.hash).toBe('#/main/chats/g1'));
    else expect(await screen.findByRole('button', { name: 'Join' })).toBeTruthy();
  });

  it.each([
    ['expired', 403, 'LINK_EXPIRED'],
    ['ended', 404, 'LINK_INVALID'],
  ])('says that the link has %s, and leads to the chats', async (_, status, code) => {
    await openGroups(page, { replies: { [VERIFY]: refusal(status, code, 'No way in') } });
    expect(await screen.findByText('No way in')).toBeTruthy();
    expect(screen.getByText(code)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
    press('To the chats');
    await waitFor(() => expect(window.location.hash).toBe('#/main/chats'));
  });
});
