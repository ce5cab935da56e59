import { signUp } from '../fixtures/members.js';
import { signInPage } from '../fixtures/sign-in.js';
import { driver } from '../fixtures/places.js';
import { expect, test } from '../fixtures/test.js';

const spa = { longitude: 5.9714, latitude: 50.4372 };

test('a member shares the position, sees who is near, and deletes it again', async ({ page, motorsport, paddock }) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.context().grantPermissions(['geolocation'], { origin: motorsport });
  await page.context().setGeolocation(spa);
  const member = await signUp(paddock, 'motorsport');
  await signInPage(page, motorsport, member);
  await page.goto(`${motorsport}/#/main/people`);
  const people = page.getByRole('region', { name: 'People' });
  await people.getByRole('radio', { name: 'Distance' }).check();
  await expect(people.getByText('Only an area of about 500 m is stored', { exact: false })).toBeVisible();
  await people.getByRole('button', { name: 'Share my position' }).click();

  const here = people.locator('section').filter({ has: page.getByRole('heading', { name: 'right here' }) });
  await expect(here.getByRole('link').filter({ hasText: driver })).toContainText('under 500 m');
  // Online members come first, and this one is online.
  await expect(here.getByRole('link').filter({ hasText: member.fullname })).toBeVisible();
  await page.reload();
  await expect(here.getByRole('link').filter({ hasText: driver })).toBeVisible();
  expect(urls.filter((url) => /5\.97|50\.43/.test(url))).toEqual([]);

  await people.getByRole('button', { name: 'Stop sharing my position' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing my position' }).click();
  await expect(people.getByRole('button', { name: 'Share my position' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('geo'))).toBeNull();
});

test('a member who refuses is shown the way to A–Z', async ({ page, workplace, paddock }) => {
  await signInPage(page, workplace, await signUp(paddock, 'workplace'));
  await page.goto(`${workplace}/#/main/people?by=distance`);
  const people = page.getByRole('region', { name: 'Colleagues' });
  await people.getByRole('button', { name: 'Share my position' }).click();
  await expect(people.getByRole('alert')).toContainText('Your position is not shared with this app.');
  await people.getByRole('button', { name: 'Show members from A to Z' }).click();
  await expect(people.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(people.getByRole('radio', { name: 'ABC' })).toBeChecked();
});
