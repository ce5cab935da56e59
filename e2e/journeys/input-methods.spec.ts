import type { CDPSession, Page } from '@playwright/test';
import { chatRow, conversation, crew, unique } from '../fixtures/places.js';
import { expect, test } from '../fixtures/test.js';

/** A combobox while it suggests members. */
const box = (page: Page) => page.getByLabel(`Write to ${crew}`);
const people = (page: Page) => page.getByRole('listbox', { name: 'Members to mention' });

/** A key that an input method handles, while it composes or, as Safari reports it, just afterwards. */
const imeKey = (ime: CDPSession, key: string) =>
  ime.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key, windowsVirtualKeyCode: 229 });

test('the keys of an input method neither send, pick nor close', async ({ openAs }) => {
  const page = await openAs('driver');
  await chatRow(page, crew).click();
  const ime = await page.context().newCDPSession(page);
  const text = unique('箱');
  await box(page).fill(`${text} `);
  await ime.send('Input.imeSetComposition', { text: 'ぴっと', selectionStart: 3, selectionEnd: 3 });
  await expect(box(page)).toHaveValue(`${text} ぴっと`);
  await imeKey(ime, 'Enter');
  await ime.send('Input.insertText', { text: 'ピット' });
  await imeKey(ime, 'Enter');
  await imeKey(ime, 'Escape');
  await expect(box(page)).toHaveValue(`${text} ピット`);
  await box(page).pressSequentially(' @wol');
  await expect(people(page)).toBeVisible();
  await imeKey(ime, 'Enter');
  await imeKey(ime, 'Escape');
  await expect(people(page)).toBeVisible();
  await expect(box(page)).toHaveValue(`${text} ピット @wol`);
  await box(page).press('Enter');
  await expect(box(page)).toHaveValue(new RegExp(`^${text} ピット @\\w+ $`));
  await expect(conversation(page)).not.toContainText(text);
  await box(page).press('Enter');
  await expect(conversation(page)).toContainText(`${text} ピット`);
  await expect(box(page)).toHaveValue('');
});

test('a member is suggested by the full name in its own spelling, and the picked mention can be undone', async ({
  openAs,
}) => {
  const page = await openAs('driver');
  await chatRow(page, crew).click();
  await box(page).pressSequentially('Ask @Wolań');
  await expect(people(page).getByRole('option', { name: new RegExp(crew) })).toBeVisible();
  await box(page).press('Tab');
  await expect(box(page)).toHaveValue(/^Ask @[a-z_\d]+ $/);
  await box(page).pressSequentially('now');
  await expect(box(page)).toHaveValue(/ now$/);
  await expect(async () => {
    await box(page).press('ControlOrMeta+z');
    await expect(box(page)).toHaveValue('Ask @Wolań', { timeout: 500 });
  }).toPass();
  await box(page).press('ControlOrMeta+Shift+z');
  await expect(box(page)).toHaveValue(/^Ask @[a-z_\d]+ $/);
  await box(page).fill('');
});

test('the search of chats keeps its text on the Escape of an input method', async ({ openAs }) => {
  const page = await openAs('driver');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('ぴ');
  const ime = await page.context().newCDPSession(page);
  await imeKey(ime, 'Escape');
  await imeKey(ime, 'Enter');
  await expect(search).toHaveValue('ぴ');
  await search.press('Escape');
  await expect(search).toHaveValue('');
});
