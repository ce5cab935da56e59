import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { choose as chooseFiles, picture, slots } from '../fixtures/chosen-files.js';
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
import { choose, conversation, crew, go, unique } from '../fixtures/places.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { changeRow } from '../fixtures/stored-rows.js';
import { expect, test } from '../fixtures/test.js';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'Chats' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: new RegExp(`^${title}`) }) });

test('an owner, a member and an outsider live through a group in three windows', async ({
  openAs,
  newWindow,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(notThere);
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  const memberId = idOf(await sessionOf(paddock, 'motorsport', 'crew'));
  const { id, title, page: address, token } = await newGroup(paddock, { users: [memberId], autojoin: true });
  const call = async (method: string, path: string, body: object = {}, as = token) => {
    const reply = await callApi(paddock, 'motorsport', method, path, {
      token: as,
      ...(method !== 'DELETE' && { body }),
    });
    expect(reply.status, `${method} ${path}`).toBe(200);
    return reply.body;
  };
  const guest = await signUp(paddock, 'motorsport');
  const [owner, member, outsider] = await Promise.all([openAs('driver'), openAs('crew'), newWindow(guest)]);
  await owner.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await Promise.all([go(owner, address), go(member, `/main/chats/${id}`), outsider.goto(`/#${address}`)]);
  const counts = async (count: number) => {
    await expect(groupPage(owner, title).getByText(new RegExp(`^${count} members`))).toBeVisible();
    await expect(member.getByRole('main').getByText(new RegExp(`^${count} members`))).toBeVisible();
  };
  const leave = async () => {
    await call('PUT', `/groups/${id}/leave`, {}, guest.token);
    await counts(2);
    await go(outsider, '/main/people');
    await go(outsider, address);
    await expect(notAuthorized(outsider)).toBeVisible();
  };

  await test.step('the outsider joins the open group at once', async () => {
    await button(outsider, 'Join').click();
    await expect(outsider.getByText(added)).toBeVisible();
    await expect(members(owner).getByText(guest.fullname)).toBeVisible();
    await counts(3);
  });
  await test.step('asks, and is accepted in the app', async () => {
    await call('PUT', `/groups/${id}`, { autojoin: false });
    await leave();
    await button(outsider, 'Ask to join').click();
    await members(owner).getByRole('radio', { name: 'Asking 1' }).check({ force: true });
    await button(owner, `Accept ${guest.fullname}`).click();
    await expect(members(outsider)).toBeVisible();
    await counts(3);
  });
  await test.step("asks, and is accepted by the mail's link", async () => {
    await leave();
    await button(outsider, 'Ask to join').click();
    await expect(button(outsider, 'Group pending')).toBeVisible();
    const { email } = (await callApi(paddock, 'motorsport', 'GET', '/users/me', { token })).body as { email: string };
    const mail = await mailTo(paddock, email, new RegExp(title));
    const decision = await newWindow();
    await decision.goto(linkIn(mail, 'accept_group_request'));
    await button(decision, 'Accept').click();
    await expect(decision.getByRole('heading', { name: 'Member added' })).toBeVisible();
    await expect(members(outsider)).toBeVisible();
    await counts(3);
  });
  await test.step('joins by the invitation link', async () => {
    await leave();
    await button(owner, 'Invite link').click();
    await expect(owner.getByText('Invite link copied successfully!')).toBeVisible();
    await outsider.goto(await owner.evaluate(() => navigator.clipboard.readText()));
    await button(outsider, 'Join').click();
    await expect(outsider).toHaveURL(new RegExp(`#/main/chats/${id}$`));
    await counts(3);
  });
  const box = outsider.getByRole('textbox', { name: `Write to ${title}` });
  await test.step('writes without a connection, and all read it once', async () => {
    await expect(box).toBeVisible();
    await outsider.context().setOffline(true);
    const texts = [unique('From the truck'), unique('Still no signal')];
    for (const text of texts) {
      await box.fill(text);
      await box.press('Enter');
    }
    await expect(conversation(outsider).getByRole('img', { name: 'Waiting for a connection' })).toHaveCount(1);
    await outsider.context().setOffline(false);
    await go(owner, `/main/chats/${id}`);
    for (const page of [owner, member])
      for (const text of texts) await expect(conversation(page).getByText(text)).toHaveCount(1);
  });
  await test.step('is muted and heard again, while the member writes', async () => {
    await call('PUT', `/groups/${id}/read_only`, { uid: guest.id, read_only: true });
    await expect(box).toBeHidden();
    const reply = unique('We heard you');
    await member.getByRole('textbox', { name: `Write to ${title}` }).fill(reply);
    await member.keyboard.press('Enter');
    await expect(conversation(outsider)).toContainText(reply);
    await call('PUT', `/groups/${id}/read_only`, { uid: guest.id, read_only: false });
    await expect(box).toBeVisible();
  });
  await test.step('the member mutes and archives it, and a new shout does not bring it back', async () => {
    await go(member, '/main/people');
    await go(member, '/main/chats/0');
    await row(member, title).hover();
    await choose(row(member, title), title, 'Mute');
    await expect(row(member, title).getByLabel('Muted')).toBeVisible();
    await row(member, title).hover();
    await choose(row(member, title), title, 'Archive');
    await expect(row(member, title)).toHaveCount(0);
    const text = unique('Into the archive');
    await call('POST', '/shouts', { group: id, shout: text });
    await expect(conversation(outsider)).toContainText(text);
    await expect(row(member, title)).toHaveCount(0);
    await member.getByRole('main').getByRole('button', { name: 'Archive', exact: true }).first().click();
    await expect(row(member, title)).toContainText(text);
  });
  await test.step('the removed one loses conversation and files within a second', async () => {
    await chooseFiles(owner, [picture('rim.png')]);
    await expect(slots(owner).locator('progress')).toHaveCount(0);
    await button(owner, 'Send').click();
    // Faces are pictures, too.
    const shown = conversation(outsider).locator('img[src*="variant=feed"]');
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const file = await shown.evaluate((image: HTMLImageElement) => image.src);
    const opens = () => outsider.evaluate(async (path) => (await fetch(path, { cache: 'no-store' })).status, file);
    expect(await opens()).toBe(200);
    await call('DELETE', `/groups/${id}/users/${guest.id}`);
    await expect(conversation(outsider)).toHaveCount(0, { timeout: withinOneSecond });
    await expect(notAuthorized(outsider)).toBeVisible();
    expect(await opens()).toBe(404);
    await expect(row(outsider, title)).toHaveCount(0);
    await expect(member.getByText(crew).first()).toBeAttached();
  });
});

test('an owner gives the group a picture, and sets an expiry after which the link says so', async ({
  openAs,
  newWindow,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(notThere);
  const memberId = idOf(await sessionOf(paddock, 'motorsport', 'crew'));
  const { id, title, page: address } = await newGroup(paddock, { users: [memberId] });
  const [owner, member] = await Promise.all([openAs('driver'), openAs('crew')]);
  await go(owner, `${address}/icon`);
  const chooser = owner.waitForEvent('filechooser');
  await owner.getByRole('button', { name: /picture/i }).click();
  await (await chooser).setFiles([picture('wall.png')]);
  await button(owner, 'Save').click();
  await go(member, address);
  for (const page of [owner, member]) {
    const avatar = page
      .getByRole('list', { name: 'Chats' })
      .getByRole('listitem')
      .filter({ hasText: title })
      .locator('img');
    await expect(avatar).toBeVisible();
    await expect.poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  await expect(groupPage(member, title).locator('img').first()).toBeVisible();

  await go(owner, address);
  await choose(groupPage(owner, title), title, 'Invitation link');
  await button(owner, 'Make a link').click();
  const link = await owner.getByRole('textbox', { name: 'Link' }).inputValue();
  await owner.getByRole('button', { name: /Without end/ }).click();
  await owner.getByRole('option', { name: '7 days' }).click();
  await expect(owner.getByRole('dialog').getByText(/^Until \d/)).toBeVisible();
  const guest = await newWindow(await signUp(paddock, 'motorsport'));
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'You are invited' })).toBeVisible();
  await changeRow(paddock, 'group_links', id, { expires: new Date(0) });
  await button(guest, 'Join').click();
  await expect(guest.getByText('This link has expired.')).toBeVisible();
  await guest.reload();
  await expect(guest.getByText('LINK_EXPIRED')).toBeVisible();
  await expect(button(guest, 'Join')).toHaveCount(0);
});

test('a link to another workplace offers to switch there, and is invalid to those who do not belong', async ({
  openAs,
  changeDeployment,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(notThere);
  await changeDeployment('workplace', (file) => void (file.flags['deep_linking'] = true));
  const { token } = await sessionOf(paddock, 'workplace', 'super');
  const call = async (path: string, body: object) => {
    const reply = await callApi(paddock, 'workplace', 'POST', path, { token, body: { workplace: 'porto', ...body } });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body;
  };
  const title = unique('Night line');
  const { group } = (await call('/groups', { title })) as { group: { id: string } };
  let link = '';
  await expect(async () => {
    link = ((await call(`/groups/${group.id}/deep_link`, {})) as { url: string }).url;
  }).toPass();
  const [insider, outsider] = await Promise.all([
    openAs('super', { community: 'workplace' }),
    openAs('driver', { community: 'workplace' }),
  ]);
  await outsider.goto(link);
  await expect(outsider.getByText('LINK_INVALID')).toBeVisible();
  await expect(outsider.getByText(/Porto/)).toHaveCount(0);
  await insider.goto(link);
  await expect(insider.getByRole('heading', { name: 'This group is in Porto works' })).toBeVisible();
  await button(insider, 'Switch to Porto works').click();
  // The one who made the group is in it already.
  await expect(insider).toHaveURL(new RegExp(`#/main/chats/${group.id}$`));
  await expect(insider.getByRole('textbox', { name: `Write to ${title}` })).toBeVisible();
});
