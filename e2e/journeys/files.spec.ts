import { go, unique } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

test('a colleague makes a folder, uploads, replaces, moves, deletes and restores; another window follows', async ({
  openAs,
  pageErrors,
}) => {
  // The name that the folder has already.
  pageErrors.allow(/status of 409/);
  const [henrik, jelle] = await Promise.all([
    openAs('chief', { community: 'workplace', viewport: viewports.desktop }),
    openAs('driver', { community: 'workplace', viewport: viewports.phone }),
  ]);
  const folder = unique('Quarter');
  await Promise.all([go(henrik, '/main/files'), go(jelle, '/main/files')]);
  await henrik.getByRole('button', { name: 'New folder' }).click();
  const dialog = henrik.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('a/b');
  await dialog.getByRole('button', { name: 'New folder' }).click();
  await expect(dialog.getByText(/A name has no slash/).first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(folder);
  await dialog.getByRole('button', { name: 'New folder' }).click();
  await henrik.getByRole('link', { name: new RegExp(folder) }).click();
  await expect(henrik.getByRole('heading', { level: 1, name: folder })).toBeVisible();

  const input = henrik.locator('input[type=file]');
  await input.setInputFiles([text('plan.txt', 'first'), text('notes.txt', 'notes')]);
  await expect(henrik.getByText('2 files added')).toBeVisible();
  const plan = henrik.getByRole('link', { name: /plan\.txt/ });
  await expect(plan).toBeVisible();
  const followed = jelle.getByRole('link', { name: new RegExp(folder) });
  await expect(followed.getByText('2 new files')).toBeAttached();

  await input.setInputFiles([text('Plan.txt', 'second')]);
  await henrik
    .getByRole('dialog', { name: '“Plan.txt” exists already' })
    .getByRole('button', { name: 'Replace' })
    .click();
  await plan.click();
  const sheet = henrik.getByRole('dialog', { name: 'plan.txt' });
  const preview = sheet.frameLocator('iframe[title="Preview of plan.txt"]');
  await expect(preview.getByText('second')).toBeVisible();
  await sheet.getByRole('button', { name: '1 earlier version' }).click();
  await sheet.getByRole('button', { name: 'Restore' }).click();
  await expect(henrik.getByText('Version restored')).toBeVisible();

  await sheet.getByRole('button', { name: 'Move' }).click();
  const chooser = henrik.getByRole('dialog', { name: 'Move “plan.txt”' });
  await chooser.getByRole('button', { name: 'Up one folder' }).click();
  await chooser.getByRole('button', { name: 'Move to Documents' }).click();
  await expect(henrik.getByText('Moved')).toBeVisible();
  await expect(jelle.getByRole('link', { name: /plan\.txt/ })).toBeVisible();

  await go(henrik, '/main/files');
  await henrik.getByRole('button', { name: `More about ${folder}` }).click();
  await henrik.getByRole('menuitem', { name: 'Delete' }).click();
  const warning = henrik.getByRole('alertdialog');
  await expect(warning).toContainText('It contains 1 file.');
  await warning.getByRole('button', { name: 'Delete' }).click();
  await expect(followed).toHaveCount(0);
  await henrik.getByRole('button', { name: 'More about files' }).click();
  await henrik.getByRole('menuitem', { name: 'Deleted files' }).click();
  await henrik.getByRole('listitem').filter({ hasText: folder }).getByRole('button', { name: 'Restore' }).click();
  await expect(followed).toBeVisible();
});

test('a member reads and searches where only admins add files; the menu marks all as read', async ({ openAs }) => {
  const joaquin = await openAs('crew', { viewport: viewports.phone });
  await go(joaquin, '/main/files');
  await expect(joaquin.getByRole('link', { name: /Regulations and forms/ })).toBeVisible();
  await expect(joaquin.getByRole('button', { name: 'Upload files' })).toHaveCount(0);
  await joaquin.getByRole('searchbox', { name: 'Search files' }).fill('medical');
  const found = joaquin.getByRole('link', { name: /Medical centre\.pdf/ });
  await expect(found).toContainText('Regulations and forms');
  await joaquin.reload();
  await found.click();
  await expect(joaquin.getByRole('searchbox', { name: 'Search files' })).toHaveValue('medical');
  const sheet = joaquin.getByRole('dialog', { name: 'Medical centre.pdf' });
  await expect(sheet.getByRole('button', { name: 'Rename' })).toHaveCount(0);
  const download = joaquin.waitForEvent('download');
  await sheet.getByRole('link', { name: 'Download Medical centre.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('Medical centre.pdf');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await joaquin.getByRole('button', { name: 'More about files' }).click();
  await joaquin.getByRole('menuitem', { name: 'Mark all as read' }).click();
  await expect(joaquin.getByText(/new files?$/)).toHaveCount(0);
});
