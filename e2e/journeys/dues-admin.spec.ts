import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Due } from '@paddock/contract/calls/dues';
import { expectAccessible } from '../fixtures/accessibility.js';
import { cards, dueCard, dueOf, expectPaid, idOf, newDue, pay, typeCard } from '../fixtures/dues.js';
import { crew, driver, go, unique } from '../fixtures/places.js';
import { callAs } from '../fixtures/rooms.js';
import { viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const list = '/main/dues';
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
const openBoard = async (page: Page, { id, title }: Due) => {
  await go(page, `${list}/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

test('an admin adds a due for named people, whose draft survives a reload, changes it and deletes it', async ({
  openAs,
}) => {
  const title = unique('Garage power');
  const page = await openAs('super', { viewport: viewports.desktop });
  await go(page, `${list}/new`);
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Amount' }).fill('0');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
  const submit = page.getByRole('button', { name: 'Add due' });
  await submit.click();
  await expect(page.getByText('Enter an amount above 0', { exact: false })).toBeVisible();
  await page.getByRole('textbox', { name: 'Amount' }).fill('125,50');
  await page.getByRole('button', { name: /^Who owes it/ }).click();
  await page.getByRole('option', { name: 'Chosen people and groups' }).click();
  await page.getByRole('combobox', { name: 'People' }).fill(crew.split(' ')[0]!);
  await page.getByRole('option', { name: new RegExp(crew) }).click();
  await expectAccessible(page);
  await submit.click();
  const card = page.getByRole('region', { name: title, exact: true });
  await expect(card).toContainText('125.50 EUR');
  await expect(card).toContainText('0 of 1 paid');

  await card.getByRole('link', { name: `Edit ${title}` }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('130');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(card).toContainText('130.00 EUR');
  await card.getByRole('link', { name: `Edit ${title}` }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/#\/main\/dues$/);
  await expect(page.getByText('Due deleted')).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('an admin refunds a payment in part, then the rest; the member sees both', async ({ openAs, paddock }) => {
  const due = await newDue(paddock);
  const [member, admin] = await Promise.all([openAs('driver'), openAs('steward', { viewport: viewports.desktop })]);
  await Promise.all([go(member, list), openBoard(admin, due)]);
  await expect(row(admin, driver)).toContainText('Open');
  await typeCard(member, due, cards.pays);
  await pay(member, due);
  await expectPaid(member, due);
  await expect(row(admin, driver)).toContainText('Paid by card');
  await expect(admin.getByText('1 of 2 have paid')).toBeVisible();
  await expectAccessible(admin);

  await act(admin, driver, 'Refund');
  const sheet = admin.getByRole('dialog', { name: 'Refund' });
  await sheet.getByRole('textbox', { name: 'Amount in EUR' }).fill('400');
  await sheet.getByRole('textbox', { name: 'Reason' }).fill('One day of rain');
  await sheet.getByRole('button', { name: 'Refund' }).click();
  await expect(sheet.getByText('Enter at most 360.00 EUR')).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Amount in EUR' }).fill('60');
  await sheet.getByRole('button', { name: 'Refund' }).click();
  await expect(row(admin, driver)).toContainText('60.00 EUR refunded');
  await expect(dueCard(member, due)).toContainText('Partly refunded: 60.00 EUR');

  await act(admin, driver, 'Refund');
  await expect(sheet.getByText('Leave it empty to refund 300.00 EUR.')).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Reason' }).fill('Cancelled');
  await sheet.getByRole('button', { name: 'Refund' }).click();
  await expect(row(admin, driver)).toContainText('360.00 EUR refunded');
  await expect(dueCard(member, due)).toContainText('Refunded: 360.00 EUR');
  expect((await dueOf(paddock, due)).own).toMatchObject({ state: 'refunded', refunded_amount: 36_000 });

  await go(admin, `${list}/${due.id}/edit`);
  await expect(admin.getByText('Members have paid already')).toBeVisible();
});

test('an admin notes a payment in cash, filters and searches the board, and saves the payments', async ({
  openAs,
  paddock,
}) => {
  const due = await newDue(paddock);
  const [member, admin] = await Promise.all([openAs('driver'), openAs('steward', { viewport: viewports.phone })]);
  await Promise.all([go(member, list), openBoard(admin, due)]);
  await act(admin, driver, 'Mark as paid');
  const sheet = admin.getByRole('dialog', { name: 'Mark as paid' });
  await sheet.getByRole('textbox', { name: 'Reason' }).fill('Cash at the office');
  await sheet.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(row(admin, driver)).toContainText('Cash at the office');
  await expect(dueCard(member, due).getByText(/^Paid on/)).toBeVisible();

  const states = admin.getByRole('group', { name: 'State' });
  await states.getByRole('button', { name: 'Open' }).click();
  await expect(row(admin, driver)).toHaveCount(0);
  await expect(row(admin, crew)).toBeVisible();
  await states.getByRole('button', { name: 'All' }).click();
  await admin.getByRole('searchbox', { name: 'Search members' }).fill(driver.split(' ')[1]!);
  await expect(row(admin, crew)).toHaveCount(0);
  await expect(row(admin, driver)).toBeVisible();

  const saved = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Download CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv).toContain(due.title);
  expect(csv).toContain('Cash at the office');
});

test("a reminder reaches the bell of a member who still owes, and leads to the due's card", async ({
  openAs,
  paddock,
}) => {
  const due = await newDue(paddock, 'motorsport', { users: [await idOf(paddock, 'motorsport', 'crew')] });
  const [member, admin] = await Promise.all([
    openAs('crew', { viewport: viewports.desktop }),
    openAs('steward', { viewport: viewports.desktop }),
  ]);
  await openBoard(admin, due);
  await admin.getByRole('button', { name: 'Remind all' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Remind' }).click();
  await expect(admin.getByText('One member was reminded')).toBeVisible();
  await go(member, '/main/notifications');
  await member.getByRole('link', { name: new RegExp(`Please pay .?${due.title}`) }).click();
  await expect(dueCard(member, due).getByRole('button', { name: 'Pay 360.00 EUR' })).toBeInViewport();
});

test('a member who does not owe a due neither sees nor opens it', async ({ openAs, paddock, pageErrors }) => {
  pageErrors.allow(/status of 404/);
  const due = await newDue(paddock, 'motorsport', { users: [await idOf(paddock, 'motorsport', 'crew')] });
  const page = await openAs('driver');
  await go(page, list);
  await expect(page.getByRole('heading', { level: 1, name: 'Dues' })).toBeVisible();
  await expect(dueCard(page, due)).toHaveCount(0);
  await go(page, `${list}/${due.id}`);
  await expect(page.getByRole('heading', { name: 'This due no longer exists' })).toBeVisible();
  await expect(page.getByText(due.title)).toHaveCount(0);
});

test('currencies have their own decimals, left to right in Arabic too', async ({ newWindow, paddock }) => {
  const yen = await newDue(paddock, 'workplace', { amount: 500, currency: 'JPY' });
  const dinar = await newDue(paddock, 'workplace', { amount: 1500, currency: 'KWD' });
  expect([yen.pay_label, dinar.pay_label]).toEqual(['500 JPY', '1.500 KWD']);
  const { dues } = await callAs<{ dues: Due[] }>(paddock, { community: 'workplace', user: 'driver' }, 'GET', '/dues');
  expect(dues.map(({ id }) => id)).toEqual(expect.arrayContaining([yen.id, dinar.id]));
  const page = await newWindow(await sessionOf(paddock, 'workplace', 'driver'), {
    community: 'workplace',
    locale: 'ar',
  });
  await page.goto(`${paddock.origin('workplace')}/#${list}`);
  await expect(dueCard(page, dinar).getByRole('button', { name: '\u20661.500 KWD\u2069' })).toBeVisible();
  await expect(dueCard(page, yen)).toContainText('500 JPY');
});
