import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { asOwner, completeDom, leaveGroups, openGroups, press, refusal } from '../test-group';
import { CreateGroup } from './create-group';

beforeAll(completeDom);
afterEach(leaveGroups);

const flags = { everybody_can_create_groups: true };
const step = (name: string) => <CreateGroup params={{ step: name }} />;
const free = { 'GET /groups/title': refusal(404, 'NOT_FOUND') };
const titleBox = () => screen.findByRole('textbox', { name: /^Title/ });
const enter = async (title: string) => fireEvent.change(await titleBox(), { target: { value: title } });
const isAt = (address: string) => waitFor(() => expect(location.hash).toBe(`#${address}`));

const pressCreate = async () => {
  await screen.findByRole('combobox', { name: /^Members/ });
  press('Create');
};

describe('the creation of a group', () => {
  it('goes through title, color, icon and members, and opens the conversation', async () => {
    const made = { ...asOwner, users: undefined };
    const { asked, show } = await openGroups(step('title'), { replies: { ...free, 'POST /groups': made }, flags });
    expect(screen.getByText('Step 1 of 4: Title')).toBeTruthy();
    await enter('  Pit wall 27 ');
    press('Next');
    await isAt('/main/group/new/color');
    show(step('color'));
    fireEvent.click(await screen.findByRole('radio', { name: 'Red' }));
    press('Next');
    await isAt('/main/group/new/icon');
    show(step('icon'));
    fireEvent.click(await screen.findByRole('radio', { name: 'Flag' }));
    press('Next');
    await isAt('/main/group/new/members');
    show(step('members'));
    await pressCreate();
    await isAt('/main/chats/g1');
    const { input } = asked.find(({ call }) => call === 'POST /groups')!;
    expect(input).toMatchObject({
      title: '  Pit wall 27 ',
      color: '#d92d3a',
      icon: 'flag',
      invisible: false,
      autojoin: false,
      client_id: expect.any(String),
    });
    show(step('title'));
    expect(((await titleBox()) as HTMLInputElement).value).toBe('');
  });

  it('keeps what the steps entered over a reload, and Create sends the same id again', async () => {
    const first = await openGroups(step('title'), { replies: free, flags });
    await enter('Pit wall 27');
    press('Next');
    await isAt('/main/group/new/color');
    const stored = { ...localStorage } as Record<string, string>;
    expect(first.calls()).toContain('GET /groups/title');
    leaveGroups();
    Object.entries(stored).forEach(([key, value]) => localStorage.setItem(key, value));
    let refuses = true;
    const { asked } = await openGroups(step('members'), {
      replies: { 'POST /groups': () => (refuses ? refusal(503, 'SERVICE_UNAVAILABLE') : asOwner) },
      flags,
    });
    await pressCreate();
    await screen.findByText('SERVICE_UNAVAILABLE said');
    refuses = false;
    press('Create');
    await isAt('/main/chats/g1');
    const [one, two] = asked.filter(({ call }) => call === 'POST /groups').map(({ input }) => input);
    // Each request has a time of its own.
    expect(two).toEqual({ ...(one as object), 'local-time': expect.any(String) });
    expect(one).toMatchObject({ title: 'Pit wall 27' });
  });

  const picture = '/files/p1.jpg';
  /** Opens a step after a picture was chosen in the one before. */
  const openWithPicture = (name: string, created: (input: Record<string, unknown>) => object) => {
    const made = { client_id: 'c1', title: 'Pit wall 27', icon: 'users', image_url: picture };
    localStorage.setItem('mfe-chats.draft.ann..new-group', JSON.stringify(made));
    return openGroups(step(name), { flags, replies: { 'POST /groups': created } });
  };

  it('has the chosen picture in its slot again after Back, and creates without it once it is removed', async () => {
    const { asked, show } = await openWithPicture('icon', () => asOwner);
    fireEvent.click(await screen.findByRole('button', { name: /^Remove/ }));
    fireEvent.click(screen.getByRole('radio', { name: 'Flag' }));
    press('Next');
    await isAt('/main/group/new/members');
    show(step('members'));
    await pressCreate();
    await isAt('/main/chats/g1');
    const { input } = asked.find(({ call }) => call === 'POST /groups')!;
    expect(input).toMatchObject({ icon: 'flag' });
    expect(input).not.toHaveProperty('image_url');
  });

  it('leads to the icon without the picture when the picture has been deleted', async () => {
    const { asked, show } = await openWithPicture('members', ({ image_url }) =>
      image_url ? refusal(404, 'FILE_NOT_FOUND') : asOwner,
    );
    await pressCreate();
    await isAt('/main/group/new/icon');
    expect(asked.find(({ call }) => call === 'POST /groups')!.input).toMatchObject({ image_url: picture });
    show(step('icon'));
    await screen.findByRole('radio', { name: 'Flag' });
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    show(step('members'));
    await pressCreate();
    await isAt('/main/chats/g1');
  });

  it('shows that a title is being checked and that it is taken, and goes no further', async () => {
    await openGroups(step('title'), { replies: { 'GET /groups/title': { taken: true } }, flags });
    await enter('Pit wall 27');
    expect(await screen.findByText('Checking whether the title is free…')).toBeTruthy();
    expect(await screen.findByText('This title is taken.')).toBeTruthy();
    press('Next');
    await waitFor(() => expect(screen.getByText('This title is taken.')).toBeTruthy());
    expect(location.hash).toBe('');
  });

  it('starts at the title when a later step is opened without one', async () => {
    await openGroups(step('icon'), { flags });
    await isAt('/main/group/new');
  });

  it('offers Open only for a visible group, from the configured default', async () => {
    await openGroups(step('title'), { flags: { ...flags, users_can_join_groups_automatically: true } });
    await titleBox();
    const open = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: /^Open/ });
    expect(open()?.checked).toBe(true);
    fireEvent.click(screen.getByRole('checkbox', { name: /^Invisible/ }));
    expect(open()).toBeNull();
  });

  it('offers that new members only read, where the deployment has read-only members', async () => {
    const { asked, show } = await openGroups(step('title'), {
      replies: { ...free, 'POST /groups': asOwner },
      flags: { ...flags, per_user_read_only: true },
    });
    await titleBox();
    fireEvent.click(screen.getByRole('checkbox', { name: /^New members only read/ }));
    await enter('Notices');
    press('Next');
    await isAt('/main/group/new/color');
    show(step('members'));
    await pressCreate();
    await isAt('/main/chats/g1');
    const { input } = asked.find(({ call }) => call === 'POST /groups')!;
    expect(input).toMatchObject({ title: 'Notices', joiners_read_only: true });
  });

  it.each([
    ['group_visibility_fixed', /^Invisible/],
    ['group_autojoin_fixed', /^Open/],
  ] as const)('hides the checkbox that %s fixes, and sends nothing for it', async (flag, name) => {
    const { asked, show } = await openGroups(step('title'), {
      replies: { ...free, 'POST /groups': asOwner },
      flags: { ...flags, [flag]: true },
    });
    await titleBox();
    expect(screen.queryByRole('checkbox', { name })).toBeNull();
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    await enter('Pit wall 27');
    press('Next');
    await isAt('/main/group/new/color');
    show(step('members'));
    await pressCreate();
    await isAt('/main/chats/g1');
    const { input } = asked.find(({ call }) => call === 'POST /groups')!;
    expect(input).not.toHaveProperty(flag === 'group_visibility_fixed' ? 'invisible' : 'autojoin');
  });

  it('is closed to members where only admins create groups', async () => {
    await openGroups(step('title'));
    expect(await screen.findByText('Only admins create groups here.')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: /^Title/ })).toBeNull();
  });
});
