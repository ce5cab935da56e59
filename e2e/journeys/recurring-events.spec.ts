import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../fixtures/accessibility.js';
import { callApi } from '../fixtures/call-api.js';
import type { Community, Paddock } from '../fixtures/paddock.js';
import { viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const day = 24 * 3_600_000;
const detail = (page: Page) => page.locator('[data-part="detail"]');

interface Copy {
  id: string;
  title: string;
  when: string;
}
/** The copies whose title begins with this, in order. */
async function copiesOf(paddock: Paddock, community: Community, title: string): Promise<Copy[]> {
  const { token } = await sessionOf(paddock, community, 'steward');
  const { body } = await callApi(paddock, community, 'GET', '/events', { token });
  return (body as { events: Copy[] }).events.filter((event) => event.title.startsWith(title));
}
const dialog = (page: Page) => page.getByRole('alertdialog');

async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${field}$|^${field}`) }).click();
  await page.getByRole('option', { name: option }).click();
}

test('a weekly event is created, one copy and the following ones edited, and all deleted', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  // A page may read its event once more while it is deleted.
  pageErrors.allow(/status of 404/);
  const page = await openAs('steward', { viewport: viewports.phone });
  await page.goto('/#/main/events/new');
  await page.getByRole('textbox', { name: 'Title' }).fill('Pit practice');
  await choose(page, 'Repeats', /^Every week on/);
  await choose(page, 'Ends', 'After a number of times');
  await page.getByRole('textbox', { name: 'Times' }).fill('4');
  await expect(page.getByText(/^Every week on \w+day, 4 times$/)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText(/^Every week on \w+day, 4 times$/)).toBeVisible();
  await page.getByRole('button', { name: 'Create event' }).click();
  await expect(page).toHaveURL(/#\/main\/events\/[0-9a-f]{24}_\d{8}T\d{4}Z$/);
  await expect(detail(page).getByText(/^Every week on \w+day, 4 times$/)).toBeVisible();
  const copies = await copiesOf(paddock, 'motorsport', 'Pit practice');
  expect(copies).toHaveLength(4);
  expect(Date.parse(copies[3]!.when) - Date.parse(copies[0]!.when)).toBeGreaterThan(20 * day);

  // One copy: its form has no rule.
  await page.goto(`/#/main/events/${copies[1]!.id}`);
  await detail(page).getByRole('button', { name: 'Edit' }).click();
  await expect(dialog(page)).toContainText('Which events do you want to edit?');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByText('You are editing this event only. The others stay as they are.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Pit practice');
  await expect(page.getByText('Repeats', { exact: true })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Title' }).fill('Pit practice, short');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(detail(page).getByRole('heading', { level: 1, name: 'Pit practice, short' })).toBeVisible();

  await page.goto(`/#/main/events/${copies[2]!.id}`);
  await detail(page).getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByRole('radio', { name: 'This and following events' }).check({ force: true });
  await dialog(page).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByText('You are editing this event and the following ones.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill('Pit practice at night');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(detail(page).getByRole('heading', { level: 1, name: 'Pit practice at night' })).toBeVisible();
  expect(await copiesOf(paddock, 'motorsport', 'Pit practice')).toMatchObject([
    { id: copies[0]!.id, title: 'Pit practice' },
    { id: copies[1]!.id, title: 'Pit practice, short' },
    { id: copies[2]!.id, title: 'Pit practice at night' },
    { id: copies[3]!.id, title: 'Pit practice at night' },
  ]);

  for (const [at, left] of [
    [2, 2],
    [0, 0],
  ] as const) {
    await page.goto(`/#/main/events/${copies[at]!.id}`);
    await detail(page).getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByRole('radio', { name: 'All events' }).check({ force: true });
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/#\/main\/events$/);
    await expect.poll(async () => (await copiesOf(paddock, 'motorsport', 'Pit practice')).length).toBe(left);
  }
});

test('an Arabic form takes a rule of its own, a zone and a position', async ({ openAs, paddock, changeDeployment }) => {
  await changeDeployment('workplace', (file) => {
    const has = file.tabs.some((tab) => (typeof tab === 'string' ? tab : tab.id) === 'events');
    if (!has) file.tabs.push('events');
    Object.assign(file['modules'] as object, { 'mfe-events': 'stable' });
  });
  const page = await openAs('steward', { community: 'workplace', locale: 'ar', viewport: viewports.phone });
  // By the Arabic titles, another workplace of the steward's comes first.
  await page.goto('/main/events/new?workplace=hq');
  await page.getByRole('textbox', { name: 'العنوان' }).fill('اجتماع شيكاغو');
  await choose(page, 'المنطقة الزمنية', /Chicago/);
  await choose(page, 'التكرار', 'مخصص…');
  await page.getByRole('textbox', { name: 'كل', exact: true }).fill('2');
  await choose(page, 'تنتهي', 'بعد عدد من المرات');
  await page.getByRole('textbox', { name: 'عدد المرات' }).fill('3');
  await expect(page.getByText(/^كل أسبوعين: .*، 3 مرات$/)).toBeVisible();
  await page.getByText('تحديد الموقع على الخريطة').click();
  const position = page.getByRole('textbox', { name: 'الموقع' });
  await position.fill('Spa');
  await page.getByRole('button', { name: 'إنشاء الفعالية' }).click();
  await expect(page.getByText(/^هذا ليس موقعًا/)).toBeVisible();
  await expectAccessible(page);
  await position.fill('https://www.google.com/maps/place/COTA/@30.1,-97.6,15z/data=!3d30.1328!4d-97.6411');
  await page.getByRole('button', { name: 'إنشاء الفعالية' }).click();
  await expect(detail(page).getByText(/^كل أسبوعين: /)).toBeVisible();
  const copies = await copiesOf(paddock, 'workplace', 'اجتماع شيكاغو');
  expect(copies).toHaveLength(3);
  expect(copies[0]).toMatchObject({ time_zone: 'America/Chicago', geo: [-97.6411, 30.1328] });
});

test('the organizer of one copy changes that one only; its calendar entry replaces the one of the calendar address', async ({
  openAs,
  paddock,
}) => {
  const { token } = await sessionOf(paddock, 'motorsport', 'steward');
  const driver = (await sessionOf(paddock, 'motorsport', 'driver')).token;
  const api = async (method: string, path: string, body?: unknown, as = token) =>
    (await callApi(paddock, 'motorsport', method, path, { token: as, body })).body as Record<string, string>;
  const organizer = (await api('GET', '/users/me', undefined, driver))['id'];
  const when = new Date(Date.now() + 3 * day).toISOString();
  const recurrence = 'FREQ=WEEKLY;COUNT=3';
  await api('POST', '/events', { client_id: crypto.randomUUID(), title: 'Sim evening', when, recurrence });
  const { id } = (await copiesOf(paddock, 'motorsport', 'Sim evening'))[1]!;
  await api('PUT', `/events/${id}`, { organizer, title: 'Sim evening, long' });
  await api('PUT', `/events/${id}/organizer`, { accept: true }, driver);

  const page = await openAs('driver');
  await page.goto(`/#/main/events/${id}`);
  const file = page.waitForEvent('download');
  await detail(page).getByRole('button', { name: 'Add to my calendar' }).click();
  const entry = await readFile(await (await file).path(), 'utf8');
  const { address } = await api('GET', '/events/calendar_address', undefined, driver);
  const feed = await page.evaluate(async (url) => (await fetch(url)).text(), address!);
  const copy = feed.split('BEGIN:VEVENT').find((one) => one.includes('SUMMARY:Sim evening\\, long'))!;
  const names = (text: string) => text.match(/^(UID|RECURRENCE-ID|DTSTART).*$/gm);
  expect(names(copy)).toHaveLength(3);
  expect(names(entry.slice(entry.indexOf('BEGIN:VEVENT')))).toEqual(names(copy));

  await detail(page).getByRole('button', { name: 'Delete' }).click();
  await expect(dialog(page)).toContainText('Delete “Sim evening, long”?');
  await expect(dialog(page).getByRole('radio')).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await detail(page).getByRole('link', { name: 'Edit' }).click();
  const alone = page.getByText('You are editing this event only. The others stay as they are.');
  await expect(alone).toBeVisible();
  await page.goto(`/#/main/events/${id}`);
  await page.goto(`/#/main/events/${id}/edit?scope=all`);
  await expect(alone).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill('Sim evening, short');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(detail(page).getByRole('heading', { level: 1, name: 'Sim evening, short' })).toBeVisible();
  expect((await copiesOf(paddock, 'motorsport', 'Sim evening')).map(({ title }) => title)).toEqual([
    'Sim evening',
    'Sim evening, short',
    'Sim evening',
  ]);
});
