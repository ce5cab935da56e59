import { expectAccessible } from '../fixtures/accessibility.js';
import { callApi } from '../fixtures/call-api.js';
import { hold } from '../fixtures/hold.js';
import { groundContrast } from '../fixtures/ground-contrast.js';
import { addLookFiles, giveLook } from '../fixtures/own-look.js';
import { expectNothingCut, takeScreen, viewports, type Device, type Scheme } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

let removeFile: Awaited<ReturnType<typeof addLookFiles>>;
test.beforeEach(async ({ paddock, changeDeployment }) => {
  removeFile = await addLookFiles(paddock);
  await changeDeployment('workplace', giveLook);
  const boot = async () => (await callApi(paddock, 'workplace', 'GET', '/boot')).body;
  await expect.poll(boot).toMatchObject({ community: { title: 'Harbour & Sons' } });
});

const cases: [Scheme, Device, 'en' | 'ar'][] = [
  ['light', 'desktop', 'en'],
  ['dark', 'phone', 'en'],
  ['light', 'phone', 'ar'],
  ['dark', 'desktop', 'ar'],
];
for (const [colorScheme, device, locale] of cases)
  test(`a visitor sees the community's own look: ${colorScheme}, ${device}, ${locale}`, async ({
    newWindow,
    workplace,
  }) => {
    const options = { community: 'workplace', colorScheme, locale, viewport: viewports[device] } as const;
    const page = await newWindow(undefined, options);
    await page.goto(workplace);
    const headline = locale === 'ar' ? 'أبحر معنا.' : 'Set sail with us.';
    await expect(page.getByRole('heading', { level: 1, name: headline })).toBeVisible();
    await expect(page).toHaveTitle('Harbour & Sons');
    await expect(page.locator('img[src="/deployments/club-logo.svg"]').filter({ visible: true })).toHaveCount(1);
    expect(await groundContrast(page, 'Harbour & Sons')).toBeGreaterThanOrEqual(4.5);
    await expectAccessible(page);
    await expectNothingCut(page);
    const picture = `/deployments/${colorScheme === 'dark' ? 'club-night.svg' : 'club-day.svg'}`;
    await expect(page.locator(`img[src="${picture}"]`)).toBeVisible();
    await takeScreen(page, `own-look-landing-${locale}`, device, colorScheme);

    await page.goto(`${workplace}/#/terms`);
    const rules = locale === 'ar' ? 'قواعد النادي' : 'House rules';
    await expect(page.getByRole('heading', { level: 2, name: rules })).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page);
    await expectNothingCut(page);
    await takeScreen(page, `own-look-terms-${locale}`, device, colorScheme);

    await page.goto(`${workplace}/#/login`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The caption is large text.
    if (device === 'desktop') expect(await groundContrast(page, 'Harbour & Sons')).toBeGreaterThanOrEqual(3);
    await expectAccessible(page);
    await takeScreen(page, `own-look-login-${locale}`, device, colorScheme);

    const release = await hold(page, '**/api/boot*');
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('.splash > img')).toHaveAttribute('src', picture);
    await takeScreen(page, 'own-look-splash', device, colorScheme);
    release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

for (const colorScheme of ['light', 'dark'] as const)
  test(`a member sees the logo, and the accent of the ${colorScheme} scheme`, async ({ openAs }) => {
    const page = await openAs('steward', { community: 'workplace', colorScheme, viewport: viewports.desktop });
    const navigation = page.getByRole('navigation').first();
    await expect(navigation.locator('img[src="/deployments/club-logo.svg"]')).toBeVisible();
    await expect(navigation).toContainText('Harbour & Sons');
    const accent = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--accent-fill)';
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.fillStyle = getComputedStyle(probe).color;
      pen.fillRect(0, 0, 1, 1);
      const [red = 0, , blue = 0] = pen.getImageData(0, 0, 1, 1).data;
      probe.remove();
      return blue > red ? 'blue' : 'yellow';
    });
    expect(accent).toBe(colorScheme === 'light' ? 'blue' : 'yellow');
    await expectAccessible(page);
    await takeScreen(page, 'own-look-member', 'desktop', colorScheme);
  });

test('the first visit waits with the icon of the community, under its title', async ({ newWindow, workplace }) => {
  const page = await newWindow(undefined, { community: 'workplace', viewport: viewports.phone });
  const release = await hold(page, '**/api/boot*');
  await page.goto(workplace, { waitUntil: 'commit' });
  await expect(page).toHaveTitle('Harbour & Sons');
  const icon = page.locator('.splash > img');
  await expect(icon).toHaveAttribute('src', '/icon-192.png');
  await expect(icon).toHaveCSS('inline-size', '72px');
  await expect.poll(() => icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192);
  await takeScreen(page, 'own-look-first-splash', 'phone', 'light');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the community is installed under its own name and icon', async ({ newWindow, workplace }) => {
  // On a device of a first visit: browsers keep icons for an hour.
  const page = await newWindow(undefined, { community: 'workplace' });
  await page.goto(workplace);
  const read = (path: string) => page.evaluate(async (address) => (await fetch(address)).text(), path);
  const manifest = JSON.parse(await read('/manifest.webmanifest')) as { icons: { src: string }[] };
  expect(manifest).toMatchObject({ name: 'Harbour & Sons', short_name: 'Harbour', background_color: '#2b4c9b' });
  expect(manifest.icons.map(({ src }) => src)).toContain('/icon-maskable.png');
  expect(await read('/favicon.svg')).toContain('#2b4c9b');
});

test('a legal text that cannot be loaded offers a retry, and the logo falls back to the mark of Paddock', async ({
  newWindow,
  workplace,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/404/);
  await removeFile('club-logo.svg');
  await removeFile('club-terms.en.md');
  const page = await newWindow(undefined, { community: 'workplace', locale: 'en', viewport: viewports.phone });
  await page.goto(`${workplace}/#/terms`);
  await expect(page.getByText('NOT_FETCHED')).toBeVisible();
  await expectAccessible(page);
  await takeScreen(page, 'own-look-terms-failing', 'phone', 'light');
  await addLookFiles(paddock);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'House rules' })).toBeVisible();

  await removeFile('club-logo.svg');
  await page.goto(workplace);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Set sail with us.' })).toBeVisible();
  await expect(page.locator('img[src="/deployments/club-logo.svg"]')).toHaveCount(0);
});
