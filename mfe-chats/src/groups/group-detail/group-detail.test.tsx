import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  asOutsider,
  asOwner,
  choose,
  completeDom,
  group,
  leaveGroups,
  openGroups,
  press,
  refusal,
} from '../test-group';
import { GroupDetail } from './group-detail';

beforeAll(completeDom);
afterEach(leaveGroups);

const READ = 'GET /groups/g1';
const page = <GroupDetail params={{ id: 'g1' }} />;
const ok = { ok: true };
const title = () => screen.findByRole('heading', { level: 1, name: 'Pit wall 27' });

describe('the page of a group', () => {
  it('shows an owner what the group is, its members with tags, and the ways to extend it', async () => {
    await openGroups(page, { replies: { [READ]: asOwner } });
    await title();
    for (const text of ['2 members · 1 online', 'Cars 27 and 28', 'Visible', 'By request', 'You, owner'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Comment' }).getAttribute('href')).toBe('#/main/chats/g1');
    expect(screen.getByRole('link', { name: 'Add members' }).getAttribute('href')).toBe('#/main/group/g1/members');
    expect(screen.getByRole('link', { name: 'Edit group' }).getAttribute('href')).toBe('#/main/group/g1/title');
    expect(await screen.findByText('Counts on the tab')).toBeTruthy();
  });

  it('gives a member no tools of owners, and leaves out members that are hidden', async () => {
    const hidden = { ...asOutsider, member: true, can_read: true };
    await openGroups(page, { replies: { [READ]: hidden } });
    await title();
    expect(screen.queryByRole('region', { name: 'Members' })).toBeNull();
    for (const name of ['Add members', 'Edit group']) expect(screen.queryByRole('link', { name })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Invite link' })).toBeNull();
  });

  it('reads 60 members first, then pages of the configured size', async () => {
    const users = Array.from({ length: 60 }, (_, at) => ({
      ...asOwner.users[1]!,
      id: `u${at}`,
      fullname: `Member ${at}`,
    }));
    const more = Array.from({ length: 40 }, (_, at) => ({
      ...users[0]!,
      id: `u${at + 40}`,
      fullname: `Member ${at + 40}`,
    }));
    const pages = [users, more].map((of) => ({ ...asOwner, users: of, totalUsers: 80 }));
    type Seen = (entries: { isIntersecting: boolean }[]) => void;
    const seen: Seen[] = [];
    globalThis.IntersectionObserver = class {
      constructor(changed: Seen) {
        seen.push(changed);
      }
      observe = () => undefined;
      disconnect = () => undefined;
    } as never;
    const { asked } = await openGroups(page, {
      replies: { [READ]: () => pages.shift()! },
      flags: { max_display_count: 40 },
    });
    await title();
    for (const changed of seen) changed([{ isIntersecting: true }]);
    await waitFor(() => expect(asked.filter(({ call }) => call === READ)).toHaveLength(2));
    const read = asked.filter(({ call }) => call === READ).map(({ input }) => [input.page, input.count]);
    expect(read).toEqual([
      [undefined, '60'],
      ['1', '40'],
    ]);
    completeDom();
  });

  it.each([
    ['Make owner', 'PUT /groups/g1/owner', { uid: 'ben', owner: true }],
    ['Let only read', 'PUT /groups/g1/read_only', { uid: 'ben', read_only: true }],
  ] as const)('%s is one call, and reads the group again', async (item, call, input) => {
    const { asked, calls } = await openGroups(page, {
      replies: { [READ]: asOwner, [call]: ok },
      flags: { per_user_read_only: true },
    });
    await title();
    await choose('More for Ben Ray', item);
    await waitFor(() => expect(calls().filter((one) => one === READ)).toHaveLength(2));
    expect(asked.find((one) => one.call === call)?.input).toMatchObject(input);
  });

  it('removes a member after a confirmation', async () => {
    const { calls } = await openGroups(page, { replies: { [READ]: asOwner, 'DELETE /groups/g1/users/ben': ok } });
    await title();
    await choose('More for Ben Ray', 'Remove from the group');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Ben Ray?' }));
    expect(calls()).not.toContain('DELETE /groups/g1/users/ben');
    dialog.getByRole('button', { name: 'Remove' }).click();
    await waitFor(() => expect(calls()).toContain('DELETE /groups/g1/users/ben'));
  });

  it('offers no read-only state where the deployment has none', async () => {
    await openGroups(page, { replies: { [READ]: asOwner } });
    await title();
    press('More for Ben Ray');
    expect(await screen.findByRole('menuitem', { name: 'Make owner' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Let only read' })).toBeNull();
    expect(screen.queryByRole('radio', { name: /Read only/ })).toBeNull();
  });

  it("shows the service's reason when the last owner cannot go", async () => {
    const message = 'Cannot remove last group admin';
    await openGroups(page, {
      replies: { [READ]: asOwner, 'PUT /groups/g1/owner': refusal(403, 'FORBIDDEN', message) },
    });
    await title();
    await choose('More for Ann Lee', 'No longer owner');
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('lists requests with both decisions', async () => {
    const { asked } = await openGroups(page, {
      replies: {
        [READ]: asOwner,
        'PUT /groups/g1/accept_request': { state: 'granted', group, user: asOwner.users[1]! },
      },
    });
    await title();
    fireEvent.click(screen.getByRole('radio', { name: 'Asking 1' }));
    expect(await screen.findByRole('button', { name: 'Ignore Ben Ray' })).toBeTruthy();
    press('Accept Ben Ray');
    expect(await screen.findByText('Added to the group')).toBeTruthy();
    expect(asked.find(({ call }) => call.endsWith('accept_request'))?.input).toMatchObject({ user: 'ben' });
  });

  it('lists the removed members also where the list of members is hidden', async () => {
    const { total_users: _total, owners: _owners, ...hidden } = group;
    const asHidden = { ...asOwner, group: hidden, users: [], owners: [], totalUsers: 0 };
    const removed = { ...asHidden, users: [asOwner.users[1]!], totalUsers: 1 };
    await openGroups(page, { replies: { [READ]: ({ only }) => (only === 'removed' ? removed : asHidden) } });
    await title();
    fireEvent.click(screen.getByRole('radio', { name: 'Removed' }));
    expect(await screen.findByText('Ben Ray')).toBeTruthy();
  });

  it('searches for members once the typing pauses', async () => {
    const large = { ...asOwner, group: { ...group, total_users: 21 } };
    const { asked } = await openGroups(page, { replies: { [READ]: large } });
    await title();
    for (const value of ['ben', 'ben ', 'ben r'])
      fireEvent.change(screen.getByRole('searchbox', { name: 'Search members' }), { target: { value } });
    const queries = () => asked.flatMap(({ input }) => (input.query === undefined ? [] : [input.query]));
    await waitFor(() => expect(queries()).toEqual(['ben r']));
    expect((await screen.findByText(/^Found \d members$/)).getAttribute('role')).toBe('status');
  });

  it('copies the invitation link', async () => {
    const writeText = jest.fn(async (_: string) => undefined);
    Object.assign(navigator, { clipboard: { writeText } });
    await openGroups(page, {
      replies: {
        [READ]: asOwner,
        'POST /groups/g1/deep_link': {
          url: 'http://test/main/group/g1/join/abc',
          token: 'abc',
          created: group.created,
        },
      },
    });
    await title();
    press('Invite link');
    expect(await screen.findByText('Invite link copied successfully!')).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith('http://test/main/group/g1/join/abc');
  });
});

describe('a group from outside', () => {
  it('shows only title, icon, description and marks; a request makes the button wait', async () => {
    let pending = false;
    const { calls } = await openGroups(page, {
      replies: {
        [READ]: () => ({ ...asOutsider, pending }),
        'PUT /groups/g1/ask_to_join': () => {
          pending = true;
          return { state: 'pending' };
        },
      },
    });
    expect(await screen.findByRole('heading', { name: 'Not authorized' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Members' })).toBeNull();
    press('Ask to join');
    expect(await screen.findByText('Ask to join sent')).toBeTruthy();
    const waiting = await screen.findByRole('button', { name: 'Group pending' });
    expect(waiting.getAttribute('aria-disabled')).toBe('true');
    press('Group pending');
    expect(calls().filter((call) => call.startsWith('PUT'))).toHaveLength(1);
  });

  it('joins an open group at once', async () => {
    let inside = false;
    await openGroups(page, {
      replies: {
        [READ]: () => (inside ? asOwner : { ...asOutsider, group: { ...asOutsider.group, autojoin: true } }),
        'PUT /groups/g1/ask_to_join': () => {
          inside = true;
          return { state: 'added' };
        },
      },
    });
    await screen.findByRole('heading', { name: 'Not authorized' });
    press('Join');
    expect(await screen.findByText("Congratulations, you've been successfully added to the group!")).toBeTruthy();
    expect(await screen.findByRole('region', { name: 'Members' })).toBeTruthy();
  });

  it('joins a group that was opened while a request waits', async () => {
    const open = { ...asOutsider, pending: true, group: { ...asOutsider.group, autojoin: true } };
    const { calls } = await openGroups(page, {
      replies: { [READ]: open, 'PUT /groups/g1/ask_to_join': { state: 'added' } },
    });
    await screen.findByRole('heading', { name: 'Not authorized' });
    press('Join');
    await waitFor(() => expect(calls()).toContain('PUT /groups/g1/ask_to_join'));
    cleanup();
    await openGroups(page, { replies: { [READ]: { ...open, removed: true } } });
    expect(await screen.findByRole('button', { name: 'Group pending' })).toBeTruthy();
  });

  it.each([
    ['sees the outside of a visible group', () => asOutsider, 'Not authorized'],
    ['sees nothing of an invisible one', () => refusal(404, 'GROUP_NOT_FOUND'), 'This content no longer exists'],
  ] as const)('a removed member %s at once', async (_, after, text) => {
    let reply: object = asOwner;
    const { receive } = await openGroups(page, { replies: { [READ]: () => reply } });
    await title();
    reply = after();
    await receive('leaving_group');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText('Ben Ray')).toBeNull();
  });
});

describe('the menu of a group', () => {
  it.each([
    ['Leave group', 'Leave', 'PUT /groups/g1/leave', 'You have left Pit wall 27'],
    ['Delete group', 'Delete', 'DELETE /groups/g1', 'Pit wall 27 is deleted'],
  ] as const)('%s asks first, then opens the chats', async (item, confirm, call, said) => {
    const { calls } = await openGroups(page, { replies: { [READ]: { ...asOwner, can_leave: true }, [call]: ok } });
    await title();
    await choose('More for Pit wall 27', item);
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(calls()).not.toContain(call);
    dialog.getByRole('button', { name: confirm }).click();
    expect(await screen.findByText(said)).toBeTruthy();
    expect(location.hash).toBe('#/main/chats');
  });
});

it('offers no way out to an owner who must stay', async () => {
  await openGroups(page, { replies: { [READ]: asOwner } });
  await title();
  press('More for Pit wall 27');
  expect(await screen.findByRole('menuitem', { name: 'Delete group' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Leave group' })).toBeNull();
});

it('shows a failure with Retry', async () => {
  let fails = true;
  await openGroups(page, {
    replies: { [READ]: () => (fails ? refusal(500, 'INTERNAL_ERROR') : asOwner) },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('INTERNAL_ERROR');
  fails = false;
  press('Retry');
  await title();
});
