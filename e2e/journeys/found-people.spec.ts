import type { Page } from '@playwright/test';
import { sessionOf } from '../fixtures/sign-in.js';
import { crew, go } from '../fixtures/places.js';
import { expect, test } from '../fixtures/test.js';

/** Searches in the chats for Petra and presses her row. */
async function openFound(page: Page): Promise<void> {
  await go(page, '/main/chats?search=petra');
  await expect(page.getByRole('searchbox')).toHaveValue('petra');
  // The list precedes the open chat. Its row is a link or a button, depending on the deployment.
  await page.getByText(crew, { exact: true }).first().click({ timeout: 10_000 });
}

test('a search result opens the chat, or the profile where direct messages are not allowed', async ({
  openAs,
  paddock,
  changeDeployment,
}) => {
  const { id } = JSON.parse((await sessionOf(paddock, 'motorsport', 'crew')).stored) as { id: string };
  const chat = new RegExp(`#/main/chats/${id}\\?search=petra$`);
  const profile = new RegExp(`#/main/profile/${id}$`);
  const page = await openAs('driver');
  const opens = async (address: RegExp) => {
    // The window receives changed flags a moment later.
    await expect(async () => {
      await openFound(page);
      await expect(page).toHaveURL(address, { timeout: 8000 });
    }).toPass({ timeout: 70_000 });
  };

  await opens(chat);
  await expect(page.getByRole('textbox', { name: `Write to ${crew}` })).toBeVisible();

  const rules = [
    [false, profile],
    [{ only_for_my_groups: true }, chat],
    [{ only_for_admins: true }, profile],
  ] as const;
  for (const [direct_messages_enabled, address] of rules) {
    await changeDeployment('motorsport', ({ flags }) => void Object.assign(flags, { direct_messages_enabled }));
    await opens(address);
    const shown =
      address === chat
        ? page.getByRole('textbox', { name: `Write to ${crew}` })
        : page.getByRole('heading', { name: crew }).first();
    await expect(shown).toBeVisible();
  }
});
