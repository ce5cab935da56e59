import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.js';
import { choose, picture } from '../fixtures/chosen-files.js';
import { textOf } from '../fixtures/messages.js';
import { crew, go, tab, unique, unread } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

const list = '/main/classifieds';
const card = (page: Page, title: string) =>
  page.getByRole('main').getByRole('link', { name: title }).and(page.locator('[aria-expanded]'));

test('an ad with a picture is placed, seen by others at once, changed and deleted', async ({ openAs, pageErrors }) => {
  // The window that shows the deleted ad asks for it once more.
  pageErrors.allow(/status of 404/);
  const [joaquin, petra] = await Promise.all([
    openAs('driver', { viewport: viewports.phone }),
    openAs('crew', { viewport: viewports.desktop }),
  ]);
  const title = unique('Spare wheel nuts');
  await go(petra, list);
  await expect(card(petra, 'Torque wrench, calibrated')).toBeVisible();
  // The open list has marked its ads as read.
  await expect.poll(() => unread(tab(petra, 'Classifieds'))).toBe(0);

  await go(joaquin, list);
  await joaquin.getByRole('link', { name: 'Place an ad' }).click();
  const place = joaquin.getByRole('button', { name: 'Place the ad' });
  await expect(place).toHaveAttribute('aria-disabled', 'true');
  await expect(joaquin.getByRole('textbox', { name: /Lifetime in days/ })).toHaveValue('30');
  await joaquin.getByRole('textbox', { name: /Title/ }).fill(title);
  await joaquin.getByRole('textbox', { name: /Description/ }).fill('Four, titanium. Collect them at garage 12.');
  // A reload keeps what was written.
  await joaquin.reload();
  await expect(joaquin.getByRole('textbox', { name: /Title/ })).toHaveValue(title);
  await joaquin.getByRole('button', { name: /^Category/ }).click();
  await joaquin.getByRole('option', { name: 'Parts' }).click();
  await joaquin.getByRole('textbox', { name: /Lifetime in days/ }).fill('91');
  await choose(joaquin, [picture('nuts.png')], 'Add a picture');
  await expect(place).not.toHaveAttribute('aria-disabled', 'true');
  await place.click();
  await expect(joaquin.getByText('The lifetime must be a whole number of days from 1 to 90.').first()).toBeVisible();
  await joaquin.getByRole('textbox', { name: /Lifetime in days/ }).fill('20');
  await place.click();
  const opened = joaquin.getByRole('article', { name: title });
  await expect(opened).toContainText('20 days');
  const pictures = `Pictures of ${title}`;
  await expect(opened.getByRole('button', { name: pictures })).toBeVisible();

  // The other window shows it without a reload, as new, until it is opened.
  await expect(card(petra, title)).toContainText('New');
  await expect.poll(() => unread(tab(petra, 'Classifieds'))).toBe(1);
  await card(petra, title).click();
  await expect(petra.getByRole('article', { name: title })).toContainText('Collect them at garage 12.');
  await expect.poll(() => unread(tab(petra, 'Classifieds'))).toBe(0);
  await expectAccessible(petra);
  await petra.getByRole('button', { name: pictures }).click();
  await expect(petra.getByRole('dialog', { name: pictures })).toBeVisible();
  await petra.goBack();
  await expect(petra.getByRole('dialog', { name: pictures })).toBeHidden();
  await expect(petra.getByRole('article', { name: title })).toBeVisible();
  await petra.getByRole('button', { name: pictures }).click();
  await petra.keyboard.press('Escape');
  await expect(petra.getByRole('button', { name: pictures })).toBeFocused();
  await expect(petra.getByRole('link', { name: 'Edit' })).toHaveCount(0);

  // The button of the update form starts disabled.
  await opened.getByRole('link', { name: 'Edit' }).click();
  const save = joaquin.getByRole('button', { name: 'Save' });
  await expect(joaquin.getByRole('textbox', { name: /Title/ })).toHaveValue(title);
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await joaquin.getByRole('textbox', { name: /Title/ }).fill(`${title} and socket`);
  await expect(save).not.toHaveAttribute('aria-disabled', 'true');
  await save.click();
  await expect(petra.getByRole('article', { name: `${title} and socket` })).toBeVisible();

  await joaquin.getByRole('article').getByRole('button', { name: 'Delete' }).click();
  await joaquin.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(card(joaquin, title)).toHaveCount(0);
  await expect(card(petra, title)).toHaveCount(0);
  await expect(petra.getByText('This ad no longer exists')).toBeVisible();
});

test('a long press on the tab marks all ads as read', async ({ openAs }) => {
  const page = await openAs('chief', { viewport: viewports.desktop });
  // The open list would mark its ads as read.
  await expect.poll(() => unread(tab(page, 'Classifieds'))).toBeGreaterThan(0);
  await tab(page, 'Classifieds').click({ button: 'right' });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await tab(page, 'Classifieds').click({ button: 'right' });
  await page.getByRole('dialog').getByRole('button', { name: 'Mark all as read' }).click();
  await expect.poll(() => unread(tab(page, 'Classifieds'))).toBe(0);
  await go(page, list);
  await expect(card(page, 'Torque wrench, calibrated')).not.toContainText('New');
});

test('ads are found by category, by title in any case, and by owner', async ({ openAs }) => {
  const page = await openAs('driver', { viewport: viewports.desktop });
  await go(page, list);
  const cards = page.getByRole('main').locator('a[aria-expanded]');
  await expect(cards).toHaveCount(14);
  await page.getByRole('button', { name: /^Tools/ }).click();
  await expect(cards).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Tools/ })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(cards).toHaveCount(2);
  await page.getByRole('searchbox').fill('TORQUE');
  await expect(cards).toHaveCount(1);
  await page.getByRole('searchbox').fill('no such thing');
  await expect(page.getByText('No ad has this title')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).last().click();
  await page.getByRole('button', { name: /^My ads/ }).click();
  await expect(cards).toHaveCount(2);
  // The expired one is for its owner alone.
  await expect(card(page, 'Pit board, complete')).toContainText('Ended');
  await card(page, 'Pit board, complete').click();
  await expect(page.getByText('Only you see this ad.')).toBeVisible();
});

test('an ad that has ended is renewed, and deleted', async ({ openAs, pageErrors }) => {
  // The window that shows the deleted ad asks for it once more.
  pageErrors.allow(/status of 404/);
  const page = await openAs('crew', { viewport: viewports.desktop });
  await go(page, list);
  await page.getByRole('button', { name: /^My ads/ }).click();
  const stopwatch = card(page, 'Stopwatch, two split times');
  await expect(stopwatch).toContainText('Ended');
  await stopwatch.click();
  await page.getByRole('button', { name: 'Renew for 30 days' }).click();
  await expect(stopwatch).toContainText('30 days');
  await page.getByRole('button', { name: /^All/ }).click();
  await expect(stopwatch).toBeVisible();
  // Other tests count the ads of the demo.
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(stopwatch).toHaveCount(0);
});

test('a long press on another member’s ad reports it, and its owner is a press away', async ({ openAs }) => {
  const page = await openAs('driver', { viewport: viewports.phone, hasTouch: true });
  await go(page, list);
  await card(page, 'Crew suit 52, spare').scrollIntoViewIfNeeded();
  await card(page, 'Crew suit 52, spare').dispatchEvent('contextmenu');
  await page.getByRole('dialog').getByRole('button', { name: 'Report content' }).click();
  await page.getByRole('dialog').getByRole('radio').first().check();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Send' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await card(page, 'Crew suit 52, spare').click();
  await page.getByRole('button', { name: `Message ${crew}` }).click();
  await expect(page).toHaveURL(/#\/main\/(chats|conversation)\/[0-9a-f]{24}/);
});

test('the ads of a workplace in Arabic', async ({ openAs }) => {
  const page = await openAs('steward', { community: 'workplace', locale: 'ar', viewport: viewports.phone });
  const text = (key: string) => textOf('mfe-content', 'ar', key);
  await go(page, list);
  await expect(page.getByRole('heading', { level: 1, name: 'السوق' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^أثاث/ })).toBeVisible();
  await page.getByRole('link', { name: text('ads.place') }).click();
  const title = unique('مصباح');
  await page.getByRole('textbox', { name: /العنوان/ }).fill(title);
  await page.getByRole('textbox', { name: /الوصف/ }).fill('بحالة جيدة');
  await page.getByRole('button', { name: /^الفئة/ }).click();
  await page.getByRole('option', { name: 'أثاث' }).click();
  await page.getByRole('textbox', { name: /المدة/ }).fill('61');
  await page.getByRole('button', { name: text('ad_form.create') }).click();
  await expect(page.getByText('يجب أن تكون المدة عددًا صحيحًا من الأيام بين 1 و60.').first()).toBeVisible();
  await page.getByRole('textbox', { name: /المدة/ }).fill('٣٠');
  await page.getByRole('button', { name: text('ad_form.create') }).click();
  await expect(page.getByRole('article', { name: title })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('article')
    .getByRole('button', { name: text('ads.delete') })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text('ads.delete') })
    .click();
  await expect(card(page, title)).toHaveCount(0);
});
