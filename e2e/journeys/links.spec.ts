import type { Link } from '@paddock/contract/calls/links';
import { expectAccessible } from '../fixtures/accessibility.js';
import { callApi } from '../fixtures/call-api.js';
import { go, unique } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const list = '/main/links';

test('a super admin adds a link, a member opens it at once, and its deletion leads back', async ({ openAs }) => {
  const [noor, joaquin] = await Promise.all([
    openAs('super', { viewport: viewports.desktop }),
    openAs('driver', { viewport: viewports.phone }),
  ]);
  const title = unique('Steward bulletins');
  await go(joaquin, list);
  await expect(joaquin.getByRole('link', { name: 'Live timing' })).toBeVisible();
  await expect(joaquin.getByRole('link', { name: 'Add link' })).toHaveCount(0);
  await go(noor, `${list}/new`);
  const add = noor.getByRole('button', { name: 'Add link' });
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await noor.getByRole('textbox', { name: /Title/ }).fill(title);
  await noor.getByRole('textbox', { name: /Address/ }).fill('javascript:alert(1)');
  await add.click();
  await expect(noor.getByText('Enter a web address, such as https://example.org').first()).toBeVisible();
  await noor.getByRole('textbox', { name: /Address/ }).fill('https://bulletins.example/today');
  await add.click();
  await expect(noor.getByText('Link added')).toBeVisible();
  const tile = joaquin.getByRole('link', { name: title });
  await expect(tile).toHaveAttribute('href', 'https://bulletins.example/today');
  await expect(tile).toHaveAttribute('target', '_blank');
  await expect(joaquin.getByRole('link', { name: `Edit ${title}` })).toHaveCount(0);

  await noor.getByRole('link', { name: `Edit ${title}` }).click();
  await noor.getByRole('button', { name: 'Delete' }).click();
  await noor.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(noor.getByText('Link deleted')).toBeVisible();
  await expect(noor).toHaveURL(/#\/main\/links$/);
  await expect(tile).toHaveCount(0);
});

test('a plan unlocks a document in the open window, and its end locks it again', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404/);
  const petra = await openAs('crew', { viewport: viewports.phone });
  const [chair, crew] = await Promise.all([
    sessionOf(paddock, 'motorsport', 'super'),
    sessionOf(paddock, 'motorsport', 'crew'),
  ]);
  const { body } = await callApi(paddock, 'motorsport', 'GET', '/items?type=subscription', { token: chair.token });
  const plan = (body as { items: { id: string; title: string }[] }).items.find(({ title }) => title === 'Pit wall')!;
  const give = (subscription: string) =>
    callApi(paddock, 'motorsport', 'PUT', `/users/${(JSON.parse(crew.stored) as { id: string }).id}/subscription`, {
      token: chair.token,
      body: { subscription },
    });
  await give('');
  await go(petra, list);
  const tile = petra.getByRole('link', { name: 'Setup notes of the test days' });
  await expect(tile).toContainText('For Paddock plan or higher');
  await tile.click();
  await expect(petra.getByText('This resource is only for subscribers of the Paddock plan or higher.')).toBeVisible();
  await expect(petra.getByText('You can upgrade your subscription plan from the Settings Page.')).toBeVisible();
  await expect(petra.getByRole('link', { name: 'Go to settings' })).toBeVisible();
  await expectAccessible(petra);

  await give(plan.id);
  await petra.getByRole('link', { name: 'Show links' }).click();
  await expect(tile).toContainText('PDF');
  const { body: read } = await callApi(paddock, 'motorsport', 'GET', '/links', { token: crew.token });
  const { secure_file } = (read as { links: Link[] }).links.find(({ title }) => /^Setup notes/.test(title))!;
  await tile.click();
  await expect(petra.getByRole('toolbar', { name: 'setup-notes.pdf' })).toBeVisible();
  await expect(petra.getByRole('main').locator('canvas').first()).toBeVisible();

  await give('');
  await petra.goBack();
  await expect(tile).toContainText('For Paddock plan or higher');
  const refused = await petra.evaluate(async (path) => (await fetch(path)).status, secure_file!.path);
  expect(refused).toBe(404);
});

test('the layout that a member chooses survives a reload', async ({ openAs }) => {
  const page = await openAs('driver', { community: 'workplace', viewport: viewports.phone });
  await go(page, list);
  const rules = page.getByRole('link', { name: /House rules/ });
  await expect(rules).toBeVisible();
  await page.getByRole('button', { name: 'Show as tiles' }).click();
  await expect(page.getByRole('button', { name: 'Show as list' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show as list' })).toBeVisible();
  await expect(rules).toBeVisible();
});

test('a page as a document opens in a frame of the app, and runs nothing', async ({ openAs, pageErrors }) => {
  // The script of the page.
  pageErrors.allow(/^Blocked script execution/);
  const [noor, joaquin] = await Promise.all([
    openAs('super', { viewport: viewports.desktop }),
    openAs('driver', { viewport: viewports.phone }),
  ]);
  const title = unique('Camping rules');
  await go(noor, `${list}/new`);
  await noor.getByRole('textbox', { name: /Title/ }).fill(title);
  await noor.getByText('This is a document').click();
  const html = '<h1>Quiet from 23:00</h1><p id="p">static</p><script>p.textContent = "script"</script>';
  await noor
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'camping.html', mimeType: 'text/html', buffer: Buffer.from(html) });
  await noor.getByRole('button', { name: 'Add link' }).click();
  await expect(noor.getByText('Link added')).toBeVisible();

  await go(joaquin, list);
  await joaquin.getByRole('link', { name: title }).click();
  const frame = joaquin.frameLocator(`iframe[title="${title}"]`);
  await expect(frame.getByRole('heading', { name: 'Quiet from 23:00' })).toBeVisible();
  await expect(frame.getByText('static')).toBeVisible();
  expect(
    await joaquin
      .frames()
      .at(-1)!
      .evaluate(() => globalThis.origin),
  ).toBe('null');
  const download = joaquin.waitForEvent('download');
  await joaquin.getByRole('button', { name: 'Download camping.html' }).click();
  expect((await download).suggestedFilename()).toBe('camping.html');
  await expectAccessible(joaquin);
});
