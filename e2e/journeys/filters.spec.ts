import { callApi } from '../fixtures/call-api.js';
import { signUp } from '../fixtures/members.js';
import { until } from '../fixtures/places.js';
import { expect, test } from '../fixtures/test.js';

test('a member of many groups scrolls and searches them all, and sees the open one above the feed', async ({
  newWindow,
  paddock,
}) => {
  const member = await signUp(paddock, 'motorsport');
  const { token } = member;
  const name = `Lap ${crypto.randomUUID().slice(0, 6)}`;
  const groups = 65;
  for (let at = 0; at < groups; at += 5)
    await Promise.all(
      Array.from({ length: 5 }, async (_, next) => {
        const body = { title: `${name} ${at + next}` };
        const { status } = await callApi(paddock, 'motorsport', 'POST', '/groups', { token, body });
        expect(status).toBe(200);
      }),
    );
  const page = await newWindow(member, { viewport: { width: 390, height: 844 } });
  await page.goto('/#/main/shouts');
  const chips = page.getByRole('group', { name: 'Groups' });
  await expect(chips.getByRole('button', { name: 'Everybody' })).toHaveAttribute('aria-pressed', 'true');
  await chips.getByRole('button', { name: 'All groups' }).click();
  await expect(page).toHaveURL(/#\/main\/filters$/);
  const list = page.getByRole('list', { name: 'Groups' });
  await expect(list.getByRole('link', { name: 'Everybody' })).toBeVisible();
  // The group that was made first is the last of the list.
  const oldest = list.getByRole('link', { name: new RegExp(`^${name} [0-4]$`) }).first();
  await list.hover();
  await until(oldest, () => page.mouse.wheel(0, 3000));
  await page.getByRole('searchbox', { name: 'Search groups' }).fill(`${name} 64`);
  await expect(list.getByRole('link')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search groups' }).fill(name);
  await expect(list.getByRole('link', { name: `${name} 0`, exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search groups' }).fill('no such group');
  await expect(page.getByText('No groups found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await oldest.click();
  await expect(chips.getByRole('button', { name: new RegExp(`^${name} [0-4]$`) })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
