import { expect, type Locator, type Page } from '@playwright/test';
import { signUp } from '../fixtures/members.js';
import { crew, unique } from '../fixtures/places.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { test } from '../fixtures/test.js';

/** Whether the focused element has a focus ring, on itself or on the box around it. */
const focusShows = (page: Page) =>
  page.evaluate(() => {
    const marks = (element: Element | null) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    };
    // After the last stop the browser itself has the focus.
    if (document.activeElement === document.body) return true;
    let around = document.activeElement;
    for (let steps = 0; around && steps < 4; steps += 1, around = around.parentElement) if (marks(around)) return true;
    return marks(document.activeElement?.nextElementSibling ?? null);
  });

/** Presses Tab until an element has the focus; every stop on the way must show its focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 160; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press(key);
    const where = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? '');
    expect(await focusShows(page), `the focus shows on ${where}`).toBe(true);
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}

test('the app works by keyboard alone, with visible focus', async ({ page, motorsport, paddock }) => {
  const { username, password } = await signUp(paddock, 'motorsport');
  const { stored } = await sessionOf(paddock, 'motorsport', 'crew');
  const { id } = JSON.parse(stored) as { id: string };

  await page.goto(motorsport);
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Log in' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'Username or e-mail' }));
  await page.keyboard.type(username);
  await tabTo(page, page.getByRole('textbox', { name: 'Password' }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/main\/chats\b/);

  // The skip link is the first stop and jumps past the tabs.
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  await page.reload();
  const heading = page.getByRole('heading', { level: 1 }).first();
  await expect(heading).toHaveText('Chats');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(tabs.getByRole('button', { name: /^Notifications/ })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  // In this order, Shift+Tab never wraps around to the end of a long list.
  for (const name of ['Events', 'Shouts', 'Chats']) {
    await tabTo(page, tabs.getByRole('link', { name: new RegExp(`^${name}`) }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(heading).toHaveText(name);
  }

  // Opens a chat by search.
  await tabTo(page, page.getByRole('searchbox'));
  // Results of the first letters are replaced by those of the word.
  const answered = page.waitForResponse((reply) => reply.url().includes(encodeURIComponent('Wolańska')));
  await page.keyboard.type('Wolańska');
  await answered;
  const found = page.getByRole('link', { name: new RegExp(`^${crew}`) });
  await expect(found).toBeVisible();
  await tabTo(page, found);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/main/chats/${id}\\?search=`));
  const box = page.getByRole('textbox', { name: `Write to ${crew}` });
  await expect(box).toBeVisible();
  await tabTo(page, box);
  const text = unique('Written without a mouse');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  const log = page.getByRole('log');
  await expect(log).toContainText(text);
  await expect(log.getByRole('img', { name: 'Sent' }).last()).toBeVisible();

  const message = log.locator('[data-item]').last();
  await tabTo(page, message, 'Shift+Tab');
  await page.keyboard.press('Shift+F10');
  const sheet = page.getByRole('dialog', { name: /^Actions for a message of / });
  await expect(sheet.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(message).toBeFocused();
  await tabTo(page, message.getByRole('button', { name: 'Like', exact: true }));
  await page.keyboard.press('Enter');
  await expect(log.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'true');
  await tabTo(page, log.getByRole('button', { name: /^More for/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  // The conversation's only message: its log is gone, too.
  await expect(page.getByText(text)).toHaveCount(0);
});

for (const [name, rows] of [
  ['Chats', 'listitem'],
  ['People', 'listitem'],
  ['Events', 'listitem'],
  ['Shouts', 'article'],
] as const)
  test(`arrow keys, Home and End move in the list of ${name}`, async ({ openAs }) => {
    const page = await openAs('driver');
    await page
      .getByRole('navigation', { name: 'Tabs' })
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();
    await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(name);
    const list = page
      .getByRole('main')
      .locator('[data-row]')
      .filter({ has: page.getByRole(rows).or(page.getByRole('link')) });
    await expect(list.nth(2)).toBeVisible();
    const current = () =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row']);
    const presses = async (key: string) => {
      const before = await current();
      await page.keyboard.press(key);
      await expect.poll(current).not.toBe(before);
      return current();
    };
    await list.nth(1).getByRole('link').first().focus();
    const start = await current();
    await page.keyboard.press('Home');
    // A row far away takes focus once it is rendered.
    await expect.poll(current).not.toBe(start);
    const first = await current();
    const second = await presses('ArrowDown');
    expect(second).not.toBe(first);
    const third = await presses('ArrowDown');
    expect([first, second]).not.toContain(third);
    expect(await presses('ArrowUp')).toBe(second);
    await page.keyboard.press('End');
    await expect.poll(async () => [first, second, third].includes(await current())).toBe(false);
    await expect(page.locator(':focus')).toBeInViewport();
    if (name !== 'Events') {
      await page.keyboard.press('Home');
      await expect.poll(current).toBe(first);
      return;
    }
    // The list of events loads earlier ones at its start: Home leads to the first of them once none is left to load.
    await expect(async () => {
      await page.keyboard.press('Home');
      expect(await current()).toBe(await list.first().getAttribute('data-row'));
    }).toPass();
  });
