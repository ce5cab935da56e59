import { expectAccessible } from '../fixtures/accessibility.js';
import { callApi } from '../fixtures/call-api.js';
import { signUp } from '../fixtures/members.js';
import { go, unique } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';
import type { Page } from '@playwright/test';

const more = (page: Page, name: string) => page.getByRole('button', { name: `More about ${name}` });
async function choose(page: Page, name: string, act: string, confirm = act) {
  await more(page, name).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: confirm, exact: true }).click();
}

test('a member edits each type of field; a wrong value stays with its message', async ({ newWindow, paddock }) => {
  const member = await signUp(paddock, 'motorsport');
  const page = await newWindow(member, { viewport: viewports.phone });
  await page.goto('/#/main/profile');
  await page.getByRole('link', { name: 'Edit profile' }).click();
  const open = (label: string) =>
    page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${label}`) })
      .click();
  const save = () => page.getByRole('button', { name: 'Save' }).click();
  const saved = async () => {
    await expect(page.getByText('Profile updated')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await expect(page.getByRole('heading', { name: 'Edit profile' })).toBeVisible();
  };
  const texts = [
    ['Car number', '5000', 'Enter a number from 1 to 999.', '77'],
    ['Web', 'javascript:alert(1)', 'This does not have the right format.', 'halden.example/77'],
    ['Phone', 'call me', 'This does not have the right format.', '+31 6 1234'],
    ['Team contact', 'office', 'This does not have the right format.', 'office@halden.example'],
    ['Name', 'Mara', 'Enter a first and a last name.', `Mara ${unique('Lee').replaceAll(' ', '')}`],
  ] as const;
  for (const [label, wrong, message, right] of texts) {
    await open(label);
    const input = page.getByRole('textbox', { name: label });
    await input.fill(wrong);
    await save();
    await expect(page.getByText(message)).toBeVisible();
    await input.fill(right);
    // A draft outlives a reload.
    if (label === 'Web') {
      await page.reload();
      await expect(input).toHaveValue(right);
    }
    await save();
    await saved();
  }
  await open('Home track');
  await page.getByRole('textbox').fill('Spa');
  await save();
  await saved();
  await open('About');
  await page.getByRole('textbox').fill('First line\nSecond line');
  await save();
  await saved();
  await open('First season');
  await page.getByRole('button', { name: /First season/ }).click();
  await page.getByRole('option', { name: '2019' }).click();
  await save();
  await saved();
  await open('Tags');
  await page.getByRole('checkbox', { name: 'GT3' }).check({ force: true });
  await page.getByRole('checkbox', { name: 'English' }).check({ force: true });
  await expectAccessible(page);
  await save();
  await saved();
  await expect(page.getByText('Only admins can change this.')).toBeVisible();
  await expectAccessible(page);
  const { body } = await callApi(paddock, 'motorsport', 'GET', `/users/${member.id}`, { token: member.token });
  expect(body).toMatchObject({
    ...{ url: 'https://halden.example/77', phone: '+31 6 1234', description: 'First line\nSecond line' },
    tags: 'GT3, English',
    fields: { car_number: '77', team_email: 'office@halden.example', home_track: 'Spa', first_season: '2019' },
  });
  // Removed again.
  await open('Car number');
  await page.getByRole('button', { name: 'Remove' }).click();
  await saved();
  await go(page, '/main/profile');
  await expect(page.getByText('Car number')).toHaveCount(0);
});

test('a picture is cropped by keyboard and shown to others at once', async ({ newWindow, openAs, paddock }) => {
  const member = await signUp(paddock, 'motorsport');
  const [page, other] = [await newWindow(member), await openAs('driver')];
  await go(other, `/main/profile/${member.id}`);
  await expect(other.getByRole('heading', { level: 1, name: member.fullname })).toBeVisible();
  await page.goto('/#/main/user-profile-update');
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeVisible();
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 200 });
    const pen = canvas.getContext('2d')!;
    pen.fillStyle = '#d33';
    pen.fillRect(0, 0, 400, 200);
    return canvas.toDataURL('image/png').split(',')[1]!;
  });
  const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
  await page.locator('input[type=file]').setInputFiles([file]);
  const dialog = page.getByRole('dialog', { name: 'Choose the part to show' });
  const corner = dialog.getByRole('button', { name: 'Bottom right corner' }).first();
  await corner.focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowUp');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use picture' }).click();
  await expect(page.getByText('Picture updated')).toBeVisible();
  const sizeOf = (where: Page) =>
    where
      .getByRole('img', { name: `Picture of ${member.fullname}` })
      .locator('img')
      .evaluate(({ naturalWidth: x, naturalHeight: y }: HTMLImageElement) => x === y && x > 0 && x < 200);
  await expect.poll(() => sizeOf(page)).toBe(true);
  await expect.poll(() => sizeOf(other)).toBe(true);
});

test('two members block and unblock each other, each seen at once by the other', async ({ newWindow, paddock }) => {
  const [ann, bob] = [await signUp(paddock, 'motorsport'), await signUp(paddock, 'motorsport')];
  const [anns, bobs] = [await newWindow(ann), await newWindow(bob, { viewport: viewports.phone })];
  await anns.goto(`/#/main/profile/${bob.id}`);
  await bobs.goto(`/#/main/profile/${ann.id}`);
  await expect(bobs.getByRole('link', { name: 'Message' })).toBeVisible();
  await choose(anns, bob.fullname, 'Block');
  await expect(anns.getByText('User blocked', { exact: true })).toBeVisible();
  await expect(anns.getByText('You blocked this user')).toBeVisible();
  await expect(bobs.getByText('This user blocked you')).toBeVisible();
  await expect(bobs.getByRole('link', { name: 'Message' })).toHaveCount(0);
  await choose(bobs, ann.fullname, 'Block');
  await expect(anns.getByText('This user blocked you')).toBeVisible();
  for (const [page, name] of [
    [anns, bob.fullname],
    [bobs, ann.fullname],
  ] as const) {
    await more(page, name).click();
    await page.getByRole('menuitem', { name: 'Unblock' }).click();
    await expect(page.getByText('User unblocked')).toBeVisible();
  }
  await expect(anns.getByRole('link', { name: 'Message' })).toBeVisible();
});

test('a workplace admin edits a member and grants the role, which the member has at once', async ({
  newWindow,
  openAs,
  paddock,
}) => {
  const member = await signUp(paddock, 'motorsport');
  const [admin, window] = [await openAs('steward'), await newWindow(member)];
  await window.goto('/#/main/profile');
  await go(admin, `/main/profile/${member.id}`);
  await more(admin, member.fullname).click();
  await admin.getByRole('menuitem', { name: 'Edit profile' }).click();
  await admin.getByRole('link', { name: /^Licence Add/ }).click();
  await admin.getByRole('textbox', { name: 'Licence' }).fill('wrong');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('For example: MGT-0427')).toBeVisible();
  await admin.getByRole('textbox', { name: 'Licence' }).fill('MGT-9001');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(window.getByText('MGT-9001')).toBeVisible();
  await admin.getByRole('link', { name: /^Licence valid until/ }).click();
  await admin.getByRole('button', { name: /^Licence valid until/ }).click();
  await admin.getByRole('gridcell').getByRole('button').last().click();
  await admin.getByRole('button', { name: 'Save' }).click();
  // The text of the first change may still be shown; the form closes by itself, which would undo the next address.
  await expect(admin.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expect(window.getByText('Licence valid until')).toBeVisible();
  await go(admin, `/main/profile/${member.id}`);
  await choose(admin, member.fullname, 'Make admin');
  await expect(admin.getByText('Roles updated')).toBeVisible();
  await expect(window.getByText('Admin', { exact: true })).toBeVisible();
  await choose(admin, member.fullname, 'Remove as admin');
  await expect(window.getByText('Admin', { exact: true })).toHaveCount(0);
});

test('a super admin bans a member with a reason, lifts the ban, and ends the account', async ({
  newWindow,
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 40[134] /);
  const member = await signUp(paddock, 'motorsport');
  const [admin, window] = [await openAs('super'), await newWindow(member)];
  await window.goto('/#/main/profile');
  await go(admin, `/main/profile/${member.id}`);
  await more(admin, member.fullname).click();
  await admin.getByRole('menuitem', { name: 'Ban' }).click();
  const reason = unique('Raced in the paddock');
  await admin.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await expectAccessible(admin);
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(admin.getByText('Banned', { exact: true })).toBeVisible();
  await expect(window).not.toHaveURL(/profile/);
  await choose(admin, member.fullname, 'Lift the ban');
  await expect(admin.getByText('Ban lifted')).toBeVisible();
  await choose(admin, member.fullname, 'End the account');
  await expect(admin.getByText('This user does not exist.')).toBeVisible();
  await go(admin, '/main/audit');
  await expect(admin.getByText(reason)).toBeVisible();
});
