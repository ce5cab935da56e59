import { go, tab, conversation, unique, unread } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

test('home greets, opens the featured event, and hides tabs that are not deployed', async ({
  openAs,
  changeDeployment,
}) => {
  const page = await openAs('driver');
  await tab(page, 'Home').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dear Joaquín' })).toBeVisible();
  await expect(page.getByText('Wet allocation opens at 08:00')).toBeVisible();
  const buttons = page.getByRole('region', { name: 'Go to' }).getByRole('link');
  await expect(buttons.filter({ hasText: 'Timetable' })).toHaveAttribute('href', '#/main/events');
  await expect(buttons.filter({ hasText: 'Notices' })).toBeHidden();
  const outside = buttons.filter({ hasText: 'Circuit map' });
  await expect(outside).toHaveAttribute('target', '_blank');
  await expect(outside).toHaveAttribute('rel', 'noopener noreferrer');

  const featured = page.getByRole('link', { name: /^Featured event/ });
  const title = (await featured.locator('.title').textContent())!;
  await featured.click();
  await expect(page).toHaveURL(/#\/main\/events\/.+/);
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();

  await changeDeployment('motorsport', (file) => {
    file.tabs = ['home', 'chats'];
  });
  await go(page, '/main/home');
  await expect(buttons.filter({ hasText: 'Timetable' })).toBeHidden();
  await expect(buttons.filter({ hasText: 'Chats' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Wet allocation opens at 08:00')).toBeVisible();
  await expect(featured).toBeHidden();
});

test('a new shout raises the counts of home, bar and rail alike, and reading lowers them', async ({ openAs }) => {
  const [joaquin, petra] = await Promise.all([openAs('driver'), openAs('crew')]);
  await go(petra, '/main/home');
  const button = petra.getByRole('region', { name: 'Go to' }).getByRole('link', { name: /^Chats/ });
  await expect(button).toBeVisible();
  await expect.poll(() => unread(tab(petra, 'Chats'))).toBeGreaterThan(0);
  const before = await unread(tab(petra, 'Chats'));
  const alike = async (count: number) => {
    await expect.poll(() => unread(tab(petra, 'Chats'))).toBe(count);
    await expect.poll(() => unread(button)).toBe(count);
    await expect.poll(() => unread(tab(petra, 'Home'))).toBe(1);
  };
  await alike(before);

  await go(joaquin, '/main/chats/0');
  const box = joaquin.getByRole('textbox', { name: 'Write to Everybody' });
  const text = unique('The shuttle is late');
  await box.fill(text);
  await box.press('Enter');
  await expect(conversation(joaquin)).toContainText(text);

  await alike(before + 1);
  await petra.setViewportSize(viewports.phone);
  await alike(before + 1);

  // A chat fills a phone; beside the rail its count is visible.
  await petra.setViewportSize(viewports.desktop);
  await go(petra, '/main/chats/0');
  await expect(conversation(petra)).toContainText(text);
  await expect.poll(() => unread(tab(petra, 'Chats'))).toBeLessThan(before + 1);
  const after = await unread(tab(petra, 'Chats'));
  await go(petra, '/main/home');
  await alike(after);
});

test('the workplace has home as its last tab, with its own buttons', async ({ openAs }) => {
  const page = await openAs('driver', { community: 'workplace' });
  await expect(
    page.getByRole('navigation', { name: 'Tabs' }).getByRole('link').filter({ visible: true }).nth(4),
  ).toHaveText(/^Home/);
  await tab(page, 'Home').click();
  const buttons = page.getByRole('region', { name: 'Go to' }).getByRole('link');
  await buttons.filter({ hasText: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Featured event/ })).toBeHidden();
});
