import { picture } from '../fixtures/chosen-files.js';
import { go, tab, conversation, unique, unread } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

test('home greets, shows what is new, and hides tabs that are not deployed', async ({ openAs, changeDeployment }) => {
  const page = await openAs('driver');
  await tab(page, 'Home').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dear Joaquín' })).toBeVisible();
  await expect(page.getByText('Wet allocation opens at 08:00')).toBeVisible();
  const buttons = page.getByRole('region', { name: 'Go to' }).getByRole('link');
  await expect(buttons.filter({ hasText: 'Invite' })).toHaveAttribute('href', '#/main/invite');
  const outside = buttons.filter({ hasText: 'Weather' });
  await expect(outside).toHaveAttribute('target', '_blank');
  await expect(outside).toHaveAttribute('rel', 'noopener noreferrer');

  const events = page.getByRole('region', { name: 'Next events' });
  const chats = page.getByRole('region', { name: /^(Unread c|C)hats$/ });
  await expect(events.getByRole('listitem').nth(3)).toBeVisible();
  await expect(chats.getByRole('listitem').first()).toBeVisible();
  const featured = page.getByRole('link', { name: /^Featured event/ });
  const title = (await featured.locator('.title').textContent())!;
  await featured.click();
  await expect(page).toHaveURL(/#\/main\/events\/.+/);
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();

  // The open event would ask for its comments, which the next deployment refuses.
  await go(page, '/main/home');
  await expect(events.getByRole('listitem').first()).toBeVisible();
  await changeDeployment('motorsport', (file) => {
    file.tabs = ['home', 'chats', 'people'];
    file.flags['home_tab'] = {
      default_description: 'Dry all day',
      buttons: [{ title: 'Races', icon: 'flag', page: 'events' }],
    };
  });
  await go(page, '/main/home');
  await page.reload();
  await expect(page.getByText('Dry all day')).toBeVisible();
  await expect(chats.getByRole('listitem').first()).toBeVisible();
  await expect(featured).toBeHidden();
  await expect(events).toBeHidden();
  await expect(buttons).toHaveCount(0);
});

test('a new shout raises the counts of home, bar and rail alike and leads its list, and reading lowers them', async ({
  openAs,
  changeDeployment,
}) => {
  await changeDeployment('motorsport', (file) => {
    file.flags['home_tab'] = { buttons: [{ title: 'Talk', icon: 'message-circle', page: 'chats' }] };
  });
  const [joaquin, petra] = await Promise.all([openAs('driver'), openAs('crew')]);
  await go(petra, '/main/home');
  const button = petra.getByRole('region', { name: 'Go to' }).getByRole('link', { name: /^Talk/ });
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
  const first = petra.getByRole('region', { name: 'Unread chats' }).getByRole('listitem').first();
  await expect(first).toContainText(text);
  await petra.setViewportSize(viewports.phone);
  await alike(before + 1);
  await expect(petra.getByRole('region', { name: 'Unread chats' }).getByRole('listitem')).toHaveCount(3);

  await petra.setViewportSize(viewports.desktop);
  await first.getByRole('link').click();
  await expect(conversation(petra)).toContainText(text);
  await expect.poll(() => unread(tab(petra, 'Chats'))).toBeLessThan(before + 1);
  const after = await unread(tab(petra, 'Chats'));
  await go(petra, '/main/home');
  await alike(after);
});

for (const community of ['motorsport', 'workplace'] as const)
  test(`an admin edits home in ${community}, and an open window follows`, async ({ openAs }) => {
    const [admin, member] = await Promise.all([openAs('steward', { community }), openAs('crew', { community })]);
    await go(member, '/main/home');
    await expect(member.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(member.getByRole('link', { name: 'Edit home' })).toBeHidden();
    await go(member, '/main/home/edit');
    await expect(member.getByText('Only admins edit home.')).toBeVisible();
    await go(member, '/main/home');

    await go(admin, '/main/home');
    await admin.getByRole('link', { name: 'Edit home' }).click();
    const description = admin.getByRole('textbox', { name: 'Description' });
    await description.fill(' ');
    await description.blur();
    await expect(admin.getByText('This field is required.')).toBeVisible();
    const text = unique('The bridge opens at nine');
    await description.fill(text);
    await admin.reload();
    await expect(description).toHaveValue(text);
    await admin.locator('input[type=file]').setInputFiles(picture('bridge.png'));
    await admin.getByRole('slider', { name: 'Top to bottom' }).fill('20');
    await admin.getByRole('textbox', { name: 'Link' }).fill('https://weather.example.org/');
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(admin).toHaveURL(/#\/main\/home$/);
    for (const page of [admin, member]) {
      const note = page.getByRole('link', { name: new RegExp(text) });
      await expect(note).toHaveAttribute('href', 'https://weather.example.org/');
      await expect(note.locator('img')).toHaveCSS('object-position', '50% 20%');
    }
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
