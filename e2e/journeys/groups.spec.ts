import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import {
  added,
  groupPage,
  idOf,
  members,
  newGroup,
  notAuthorized,
  notThere,
  withinOneSecond,
} from '../fixtures/groups.js';
import { linkIn, mailTo } from '../fixtures/mails.js';
import { signUp } from '../fixtures/members.js';
import { choose, crew, driver, go, conversation, unique } from '../fixtures/places.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** A new group has no last message, so its title ends the row's name. */
const row = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: new RegExp(`^${title}`) });

test('a member creates a group in four steps, and it appears in the list of the member they add', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(notThere);
  const [joaquin, petra] = await Promise.all([openAs('driver'), openAs('crew')]);
  await expect(row(petra, 'Everybody')).toBeVisible();
  const title = unique('Night shift');
  await go(joaquin, '/main/group/new');
  const box = joaquin.getByRole('textbox', { name: 'Title' });
  await box.fill('Drivers');
  await expect(joaquin.getByText('This title is taken.')).toBeVisible();
  await box.fill(title);
  await joaquin.getByRole('textbox', { name: 'Description' }).fill('From ten to six');
  await button(joaquin, 'Next').click();
  await joaquin.getByRole('radio', { name: 'Teal' }).check({ force: true });
  await button(joaquin, 'Next').click();
  await joaquin.getByRole('radio', { name: 'Coffee' }).check({ force: true });
  await joaquin.reload();
  await expect(joaquin.getByRole('radio', { name: 'Coffee' })).toBeChecked();
  await button(joaquin, 'Next').click();
  await joaquin.getByRole('combobox', { name: 'Members' }).fill('Petra');
  await joaquin.getByRole('option', { name: new RegExp(crew) }).click();
  await button(joaquin, 'Create').click();
  await expect(joaquin).toHaveURL(/#\/main\/chats\/[0-9a-f]{24}$/);
  await expect(row(joaquin, title)).toHaveAttribute('aria-current', 'true');
  await expect(row(petra, title)).toBeVisible();

  await go(joaquin, new URL(joaquin.url()).hash.replace('#/main/chats', '/main/group'));
  await expect(joaquin.getByRole('heading', { name: title })).toBeVisible();
  await expect(groupPage(joaquin, title).getByText('From ten to six')).toBeVisible();
  await expect(members(joaquin).getByRole('link', { name: crew })).toBeVisible();
  await expect(members(joaquin).getByText('You, owner')).toBeVisible();
});

test('an owner changes title, color and icon, each on a page of its own, and the other browser follows', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(notThere);
  const petraId = idOf(await sessionOf(paddock, 'motorsport', 'crew'));
  const { page, title } = await newGroup(paddock, { users: [petraId] });
  const [joaquin, petra] = await Promise.all([openAs('driver'), openAs('crew')]);
  await go(petra, page);
  await expect(petra.getByRole('heading', { name: title })).toBeVisible();
  await go(joaquin, page);
  await joaquin.getByRole('link', { name: 'Edit group' }).click();
  const renamed = unique('Pit wall two');
  await joaquin.getByRole('textbox', { name: 'Title' }).fill(renamed);
  await button(joaquin, 'Save').click();
  await expect(petra.getByRole('heading', { name: renamed })).toBeVisible();
  await joaquin.getByRole('link', { name: 'Edit group' }).click();
  await joaquin.getByRole('link', { name: 'Color' }).click();
  await joaquin.getByRole('radio', { name: 'Pink' }).check({ force: true });
  await button(joaquin, 'Save').click();
  await joaquin.getByRole('link', { name: 'Icon' }).click();
  await joaquin.getByRole('radio', { name: 'Flag', exact: true }).check({ force: true });
  await button(joaquin, 'Save').click();
  await expect(joaquin.getByRole('link', { name: 'Icon' })).toBeVisible();
  await expect(petra.locator('main section svg.lucide-flag').first()).toBeVisible();
});

test.describe('a member joins', () => {
  test('an open group at once', async ({ openAs, paddock }) => {
    const { page, title } = await newGroup(paddock, { autojoin: true });
    const petra = await openAs('crew');
    await go(petra, page);
    await expect(notAuthorized(petra)).toBeVisible();
    await expect(members(petra)).toBeHidden();
    await button(petra, 'Join').click();
    await expect(petra.getByText(added)).toBeVisible();
    await expect(members(petra)).toBeVisible();
    await expect(row(petra, title)).toBeVisible();
  });

  test('after an owner accepts the request in the app', async ({ openAs, paddock }) => {
    const { page, title } = await newGroup(paddock);
    const [joaquin, petra] = await Promise.all([openAs('driver'), openAs('crew')]);
    await go(joaquin, page);
    await expect(members(joaquin)).toBeVisible();
    await go(petra, page);
    await button(petra, 'Ask to join').click();
    await expect(petra.getByText('Ask to join sent')).toBeVisible();
    await expect(button(petra, 'Group pending')).toHaveAttribute('aria-disabled', 'true');
    await petra.reload();
    await expect(button(petra, 'Group pending')).toBeVisible();
    await members(joaquin).getByRole('radio', { name: 'Asking 1' }).check({ force: true });
    await button(joaquin, `Accept ${crew}`).click();
    await expect(joaquin.getByText('Added to the group')).toBeVisible();
    await expect(members(petra)).toBeVisible();
    await expect(row(petra, title)).toBeVisible();
  });

  test("after an owner accepts the request by the mail's link, signed out and in two steps", async ({
    openAs,
    newWindow,
    paddock,
  }) => {
    const { page, title } = await newGroup(paddock);
    const owner = idOf(await sessionOf(paddock, 'motorsport', 'driver'));
    const profile = await callApi(paddock, 'motorsport', 'GET', '/users/me', {
      token: (await sessionOf(paddock, 'motorsport', 'driver')).token,
    });
    expect((profile.body as { id: string }).id).toBe(owner);
    const petra = await openAs('crew');
    await go(petra, page);
    await button(petra, 'Ask to join').click();
    await expect(button(petra, 'Group pending')).toBeVisible();
    const mail = await mailTo(paddock, (profile.body as { email: string }).email, new RegExp(title));
    const ownerPage = await newWindow();
    await ownerPage.goto(linkIn(mail, 'accept_group_request'));
    await expect(ownerPage.getByRole('heading', { name: 'Request to join' })).toBeVisible();
    await expect(ownerPage.getByText(crew)).toBeVisible();
    await expect(button(petra, 'Group pending')).toBeVisible();
    await button(ownerPage, 'Accept').click();
    await expect(ownerPage.getByRole('heading', { name: 'Member added' })).toBeVisible();
    await expect(members(petra)).toBeVisible();
    await ownerPage.reload();
    await expect(ownerPage.getByRole('heading', { name: 'Already added' })).toBeVisible();
    await ownerPage.goto(linkIn(mail, 'ignore_group_request'));
    await expect(ownerPage.getByRole('heading', { name: 'Already added' })).toBeVisible();
  });

  test('by an invitation link that was opened signed out', async ({ openAs, newWindow, paddock, pageErrors }) => {
    pageErrors.allow(notThere);
    const { page, title } = await newGroup(paddock, { invisible: true });
    const joaquin = await openAs('driver');
    await joaquin.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await go(joaquin, page);
    await button(joaquin, 'Invite link').click();
    await expect(joaquin.getByText('Invite link copied successfully!')).toBeVisible();
    const link = await joaquin.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain(`${page}/join/`);

    const guest = await signUp(paddock, 'motorsport');
    const window = await newWindow();
    await window.goto(link);
    await window.getByRole('link', { name: 'Log in' }).click();
    await window.getByRole('textbox', { name: 'Username or e-mail' }).fill(guest.username);
    await window.getByRole('textbox', { name: 'Password' }).fill(guest.password);
    await button(window, 'Log in').click();
    await expect(window.getByRole('heading', { name: 'You are invited' })).toBeVisible();
    await expect(window.getByRole('heading', { name: title })).toBeVisible();
    await button(window, 'Join').click();
    await expect(window.getByText(added)).toBeVisible();
    await expect(window).toHaveURL(new RegExp(`#${page.replace('group', 'chats')}$`));
    await expect(members(joaquin).getByText(guest.fullname)).toBeVisible();

    await choose(groupPage(joaquin, title), title, 'Invitation link');
    await button(joaquin, 'End link').click();
    const question = joaquin.getByRole('alertdialog', { name: 'End this link?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await button(joaquin, 'End link').click();
    await question.getByRole('button', { name: 'End link' }).click();
    await expect(joaquin.getByText('The link no longer works')).toBeVisible();
    const late = await openAs('crew');
    await late.goto(link);
    await expect(late.getByText('LINK_INVALID')).toBeVisible();
  });
});

test('a removed member loses the group within a second, in the conversation and on its page', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(notThere);
  const petraId = idOf(await sessionOf(paddock, 'motorsport', 'crew'));
  const { id, page, title } = await newGroup(paddock, { users: [petraId] });
  const [joaquin, petra] = await Promise.all([openAs('driver'), openAs('crew')]);
  await go(joaquin, page);
  await go(petra, page);
  await expect(members(petra)).toBeVisible();
  await choose(members(joaquin), crew, 'Remove from the group');
  await joaquin.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(notAuthorized(petra)).toBeVisible({ timeout: withinOneSecond });
  await expect(members(petra)).toHaveCount(0);
  await expect(row(petra, title)).toHaveCount(0);
  await go(petra, `/main/chats/${id}`);
  await expect(notAuthorized(petra)).toBeVisible();
  await expect(conversation(petra)).toHaveCount(0);
});

test('a removed member loses the open conversation within a second, and returns only by asking there', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(notThere);
  const petraId = idOf(await sessionOf(paddock, 'motorsport', 'crew'));
  const { id, token } = await newGroup(paddock, { users: [petraId], autojoin: true });
  const text = unique('Only for the wall');
  const post = async (shout: string) => {
    const { status } = await callApi(paddock, 'motorsport', 'POST', '/shouts', { token, body: { group: id, shout } });
    expect(status).toBe(200);
  };
  await post(text);
  const petra = await openAs('crew');
  await go(petra, `/main/chats/${id}`);
  await expect(conversation(petra)).toContainText(text);
  // A pushed message shows that the socket is connected.
  await post('One more');
  await expect(conversation(petra)).toContainText('One more');
  await callApi(paddock, 'motorsport', 'DELETE', `/groups/${id}/users/${petraId}`, { token });
  await expect(petra.getByText(text)).toHaveCount(0, { timeout: withinOneSecond });
  await expect(notAuthorized(petra)).toBeVisible();
  // The group has autojoin, but a removed member needs an owner.
  await button(petra, 'Ask to join').click();
  await expect(button(petra, 'Group pending')).toBeVisible();
  const again = { token, body: { uid: [petraId] } };
  expect((await callApi(paddock, 'motorsport', 'POST', `/groups/${id}/users`, again)).status).toBe(200);
  await expect(conversation(petra)).toContainText(text);
});

test('a muted member reads and cannot write; an owner cannot be muted, and the only owner stays one', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(notThere);
  const petraId = idOf(await sessionOf(paddock, 'motorsport', 'crew'));
  const { id, page, title } = await newGroup(paddock, { users: [petraId] });
  const [joaquin, petra] = await Promise.all([openAs('driver'), openAs('crew')]);
  await go(petra, `/main/chats/${id}`);
  const composer = petra.getByRole('textbox', { name: `Write to ${title}` });
  await expect(composer).toBeVisible();
  await go(joaquin, page);
  await choose(members(joaquin), crew, 'Let only read');
  await expect(members(joaquin).getByRole('link', { name: crew }).getByText('Read only')).toBeVisible();
  await expect(composer).toBeHidden();
  await choose(members(joaquin), crew, 'Let write again');
  await expect(composer).toBeVisible();
  // The service refuses each tool for the only owner, so there is no menu.
  const more = (name: string) => members(joaquin).getByRole('button', { name: `More for ${name}` });
  await expect(more(driver)).toHaveCount(0);
  await choose(members(joaquin), crew, 'Make owner');
  await more(driver).click();
  await expect(joaquin.getByRole('menuitem', { name: 'No longer owner' })).toBeVisible();
  await expect(joaquin.getByRole('menuitem', { name: 'Let only read' })).toHaveCount(0);
  await joaquin.keyboard.press('Escape');
  await choose(groupPage(joaquin, title), title, 'Delete group');
  await joaquin.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(joaquin.getByText(`${title} is deleted`)).toBeVisible();
  await expect(row(petra, title)).toHaveCount(0);
});

test('only admins create groups in the workplace, which fixes visibility and joining', async ({ openAs }) => {
  const [member, admin] = await Promise.all([
    openAs('driver', { community: 'workplace' }),
    openAs('steward', { community: 'workplace' }),
  ]);
  await go(member, '/main/group/new');
  await expect(member.getByText('Only admins create groups here.')).toBeVisible();
  await go(admin, '/main/group/new');
  await expect(admin.getByRole('textbox', { name: 'Title' })).toBeVisible();
  await expect(admin.getByRole('checkbox')).toHaveCount(0);
});
