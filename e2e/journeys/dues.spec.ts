import { expectAccessible } from '../fixtures/accessibility.js';
import { cardFrame, cards, dueCard, dueOf, expectPaid, newDue, pay, typeCard } from '../fixtures/dues.js';
import { go, unread } from '../fixtures/places.js';
import { callAs } from '../fixtures/rooms.js';
import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

const list = '/main/dues';

for (const community of ['motorsport', 'workplace'] as const)
  test(`a member of ${community} pays a due by card, and downloads the receipt`, async ({ openAs, paddock }) => {
    const due = await newDue(paddock, community);
    const page = await openAs('driver', { community, viewport: viewports.desktop });
    const dues = page.getByRole('navigation', { name: 'Tabs' }).locator('a[href="#/main/dues"]');
    await expect.poll(() => unread(dues)).toBeGreaterThan(0);
    const before = await unread(dues);
    await go(page, list);
    await typeCard(page, due, cards.pays);
    await expect(page.getByText('the community never sees it')).toBeVisible();
    await expectAccessible(page);
    await pay(page, due);
    await expectPaid(page, due);
    await expect.poll(() => unread(dues)).toBe(before - 1);
    expect((await dueOf(paddock, due, community)).own).toMatchObject({ state: 'paid', paid_amount: 36_000 });

    await expect(dueCard(page, due).getByRole('button', { name: 'Receipt' })).toBeVisible();
    const saved = page.waitForEvent('download');
    await dueCard(page, due).getByRole('button', { name: 'Receipt' }).click();
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
  });

test('a refused card leaves the form open for another one', async ({ openAs, paddock, pageErrors }) => {
  pageErrors.allow(/status of 4/);
  const due = await newDue(paddock);
  const page = await openAs('driver', { viewport: viewports.phone });
  await go(page, list);
  const alert = dueCard(page, due).getByRole('alert');
  await typeCard(page, due, cards.declined);
  await pay(page, due);
  await expect(alert).toHaveText('Your card was declined.');
  await expect(page.getByRole('listitem').filter({ hasText: 'Your card was declined.' })).toBeVisible();
  await expectAccessible(page);
  await cardFrame(page)
    .getByRole('textbox', { name: /card number/i })
    .fill(cards.poor);
  await pay(page, due);
  await expect(alert).toHaveText('Your card has insufficient funds.');
  expect((await dueOf(paddock, due)).own?.state).toBe('open');
  await cardFrame(page)
    .getByRole('textbox', { name: /card number/i })
    .fill(cards.pays);
  await pay(page, due);
  await expectPaid(page, due);
});

test('the bank of a card is asked: a failed confirmation charges nothing, a completed one pays', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 4/);
  const due = await newDue(paddock);
  const page = await openAs('driver');
  await go(page, list);
  const bank = page.frameLocator('iframe[title="Bank"]');
  await typeCard(page, due, cards.secure);
  await pay(page, due);
  await bank.getByRole('button', { name: 'Fail' }).click();
  await expect(dueCard(page, due).getByRole('alert')).toBeVisible();
  expect((await dueOf(paddock, due)).own?.state).toBe('open');
  await pay(page, due);
  await bank.getByRole('button', { name: 'Complete' }).click();
  await expectPaid(page, due);
});

test('a due that is paid in one window closes its form in the other', async ({ openAs, paddock }) => {
  const due = await newDue(paddock);
  const [first, second] = await Promise.all([openAs('driver'), openAs('driver')]);
  await Promise.all([go(first, list), go(second, list)]);
  await Promise.all([typeCard(first, due, cards.pays), typeCard(second, due, cards.pays)]);
  await pay(first, due);
  await expectPaid(first, due);
  await expect(dueCard(second, due).getByText(/^Paid on/)).toBeVisible();
  await expect(dueCard(second, due).getByRole('form')).toHaveCount(0);
  expect((await dueOf(paddock, due)).own).toMatchObject({ state: 'paid', paid_amount: 36_000 });
});

test('an amount that changes while a member pays is shown before anything is charged', async ({ openAs, paddock }) => {
  const due = await newDue(paddock);
  const page = await openAs('driver');
  await go(page, list);
  await typeCard(page, due, cards.pays);
  await callAs(paddock, { user: 'steward' }, 'PUT', `/dues/${due.id}`, { amount: 40_000 });
  await expect(dueCard(page, due)).toContainText('This due has changed');
  await expect(dueCard(page, due).getByRole('form')).toHaveCount(0);
  await typeCard(page, due, cards.pays, '400.00 EUR');
  await pay(page, due, '400.00 EUR');
  await expectPaid(page, due);
  expect((await dueOf(paddock, due)).own).toMatchObject({ state: 'paid', paid_amount: 40_000 });
});

test('without a network the outcome is unknown, and is read once the member is online', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource|status of 4/);
  const due = await newDue(paddock);
  const page = await openAs('driver');
  await go(page, list);
  await typeCard(page, due, cards.pays);
  await page.context().setOffline(true);
  await pay(page, due);
  await expect(dueCard(page, due)).toContainText('We could not read whether the payment succeeded', {
    timeout: 20_000,
  });
  await expect(page.getByText('payment success')).toHaveCount(0);
  await page.context().setOffline(false);
  await dueCard(page, due).getByRole('button', { name: 'Retry' }).click();
  await expect(dueCard(page, due)).toContainText('Nothing was charged');
  await typeCard(page, due, cards.pays);
  await pay(page, due);
  await expectPaid(page, due);
  expect((await dueOf(paddock, due)).own).toMatchObject({ state: 'paid', paid_amount: 36_000 });
});

test('a reload in the middle of a payment charges once', async ({ openAs, paddock }) => {
  const due = await newDue(paddock);
  const page = await openAs('driver');
  await go(page, list);
  await typeCard(page, due, cards.pays);
  await pay(page, due);
  await page.reload();
  await expect(dueCard(page, due)).toBeVisible();
  const again = dueCard(page, due).getByRole('button', { name: 'Pay 360.00 EUR' });
  await expect(again.or(dueCard(page, due).getByText(/^Paid on/)).first()).toBeVisible();
  if (await again.isVisible()) {
    await typeCard(page, due, cards.pays);
    await pay(page, due);
  }
  await expect(dueCard(page, due).getByText(/^Paid on/)).toBeVisible();
  expect((await dueOf(paddock, due)).own).toMatchObject({ state: 'paid', paid_amount: 36_000 });
});

test('a blocked script of the provider is named, and Retry loads it', async ({ openAs, paddock, pageErrors }) => {
  pageErrors.allow(/ERR_FAILED|Failed to load/);
  const due = await newDue(paddock);
  const page = await openAs('driver');
  await page.route('**/test-provider/stripe.js', (route) => route.abort());
  await go(page, list);
  await dueCard(page, due).getByRole('button', { name: 'Pay 360.00 EUR' }).click();
  await expect(dueCard(page, due).getByRole('alert')).toContainText('did not load');
  await page.unroute('**/test-provider/stripe.js');
  await dueCard(page, due).getByRole('button', { name: 'Retry' }).click();
  await expect(cardFrame(page).getByRole('textbox', { name: /card number/i })).toBeVisible();
  await dueCard(page, due).getByRole('button', { name: 'Cancel' }).click();
  await expect(dueCard(page, due).getByRole('button', { name: 'Pay 360.00 EUR' })).toBeFocused();
});

test('a member pays by keyboard alone', async ({ openAs, paddock }) => {
  const due = await newDue(paddock);
  const page = await openAs('driver', { viewport: viewports.desktop });
  await go(page, list);
  await dueCard(page, due).getByRole('button', { name: 'Pay 360.00 EUR' }).focus();
  await page.keyboard.press('Enter');
  await expect(cardFrame(page).getByRole('textbox', { name: /card number/i })).toBeFocused();
  await page.keyboard.type(cards.pays);
  await page.keyboard.press('Tab');
  await page.keyboard.type('1234');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  const button = dueCard(page, due).getByRole('form').getByRole('button', { name: 'Pay 360.00 EUR' });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expectPaid(page, due);
});
