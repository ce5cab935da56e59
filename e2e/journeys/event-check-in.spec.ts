import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.js';
import { callApi } from '../fixtures/call-api.js';
import type { Community, Paddock } from '../fixtures/paddock.js';
import { expectNothingCut, takeScreen, viewports } from '../fixtures/screens.js';
import { type DemoUser, newSession, sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const hour = 3_600_000;

async function createEvent(paddock: Paddock, title: string, community: Community = 'motorsport') {
  const { token } = await sessionOf(paddock, community, 'steward');
  const [when, end] = [2, 4].map((hours) => new Date(Date.now() + hours * hour).toISOString());
  const body = { client_id: crypto.randomUUID(), title, when, end };
  const reply = await callApi(paddock, community, 'POST', '/events', { token, body });
  return (reply.body as { id: string }).id;
}
async function join(paddock: Paddock, id: string, users: readonly DemoUser[], community: Community = 'motorsport') {
  for (const user of users) {
    const { token } = await sessionOf(paddock, community, user);
    const reply = await callApi(paddock, community, 'PUT', `/events/${id}/join`, { token });
    expect(reply.status).toBe(200);
  }
}
async function openPass(page: Page, id: string) {
  await page.goto(`/#/main/events/${id}`);
  await page.getByRole('button', { name: 'Your pass' }).click();
  const sheet = page.getByRole('dialog', { name: 'Your pass' });
  const code = sheet.getByRole('img', { name: 'QR code of your pass' });
  await expect(code).toBeVisible();
  const drawing = {
    path: (await code.locator('path').getAttribute('d'))!,
    size: Number((await code.getAttribute('viewBox'))!.split(' ')[2]),
  };
  const short = await sheet.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText();
  return { sheet, drawing, short };
}
type Drawing = Awaited<ReturnType<typeof openPass>>['drawing'];

/** A camera that sees what the test holds before it. */
async function withCamera(page: Page) {
  await page.addInitScript(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 480];
    const context = canvas.getContext('2d')!;
    let drawing: { path: string; size: number } | undefined;
    const paint = () => {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.fillStyle = '#dddddd';
      context.fillRect(0, 0, 640, 480);
      if (!drawing) return;
      const scale = 400 / drawing.size;
      context.setTransform(scale, 0, 0, scale, 120, 40);
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, drawing.size, drawing.size);
      context.fillStyle = '#101010';
      context.fill(new Path2D(drawing.path));
    };
    // A camera delivers pictures all the time: of a single change of the canvas, a busy machine may drop the only one.
    setInterval(paint, 100);
    Object.assign(window, { holdBeforeCamera: (one?: { path: string; size: number }) => (drawing = one) });
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
  });
}
const hold = (page: Page, drawing?: Drawing) =>
  page.evaluate(
    (shown) => void (window as unknown as { holdBeforeCamera: (one: unknown) => void }).holdBeforeCamera(shown),
    drawing,
  );

test('a gate without a connection admits by camera, code and list; two gates count each member once', async ({
  paddock,
  openAs,
  newWindow,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|403/);
  const [id, otherId] = [await createEvent(paddock, 'Paddock supper'), await createEvent(paddock, 'Other supper')];
  await join(paddock, id, ['driver', 'crew']);
  await join(paddock, otherId, ['driver']);
  const driver = await openAs('driver', { viewport: viewports.phone });
  const other = await openPass(driver, otherId);
  await driver.reload();
  const { sheet, drawing, short } = await openPass(driver, id);
  await expectAccessible(driver);
  await expectNothingCut(driver);
  await takeScreen(driver, 'event-pass', 'phone', 'light');

  const gate = await newWindow(await sessionOf(paddock, 'motorsport', 'steward'));
  await withCamera(gate);
  await gate.goto(`/#/main/events/${id}`);
  await gate.locator('[data-part="detail"]').getByRole('button', { name: 'More' }).click();
  await gate.getByRole('menuitem', { name: 'Check in' }).click();
  const counts = (page: Page) => page.getByRole('region', { name: 'Arrived' });
  await expect(counts(gate)).toContainText('0of 2 have arrived');
  await gate.getByRole('button', { name: 'Scan with the camera' }).click();
  await expect(gate.getByLabel('The camera’s picture').or(gate.getByLabel("The camera's picture"))).toBeVisible();
  await gate.context().setOffline(true);

  await hold(gate, other.drawing);
  await expect(gate.getByText('This pass is for another event')).toBeVisible();
  await hold(gate, drawing);
  await expect(gate.getByRole('alert').filter({ hasText: 'Checked in at' })).toContainText('Joaquín Berrueta');
  await expect(gate.getByText('1 arrival is kept on this device until it is sent.')).toBeVisible();
  await expect(counts(gate)).toContainText('1of 2 have arrived');
  await takeScreen(gate, 'event-check-in-offline', 'desktop', 'light');
  await hold(gate);
  const type = async (code: string) => {
    await gate.getByRole('textbox', { name: 'Code of the pass' }).fill(code);
    await gate.getByRole('button', { name: 'Check', exact: true }).click();
  };
  await type(short.toLowerCase());
  await expect(gate.getByText(/Already checked in at/)).toBeVisible();
  await type('ZZZZ-ZZZZ');
  await expect(gate.getByText('Not on the list')).toBeVisible();
  await type('hello');
  await expect(gate.getByText('This is no pass')).toBeVisible();
  const list = gate.getByRole('region', { name: 'Expected members' });
  await list.getByRole('button', { name: /^Check .* in$/ }).click();
  await expect(counts(gate)).toContainText('2of 2 have arrived');
  await expectAccessible(gate);

  // The second gate has a connection and admits the driver too.
  const second = await openAs('super', { viewport: viewports.phone });
  await second.goto(`/#/main/events/${id}/check-in`);
  await second.getByRole('button', { name: 'Check Joaquín Berrueta in' }).click();
  await expect(counts(second)).toContainText('1of 2 have arrived');
  await expect(counts(second).getByText(/kept on this device/)).toHaveCount(0);
  await expectNothingCut(second);
  await takeScreen(second, 'event-check-in', 'phone', 'light');

  await gate.context().setOffline(false);
  await expect(gate.getByText(/kept on this device/)).toHaveCount(0);
  await expect(counts(second)).toContainText('2of 2 have arrived');
  await expect(sheet.getByText(/You were checked in at/)).toBeVisible();
  const { token } = await sessionOf(paddock, 'motorsport', 'steward');
  const { body } = await callApi(paddock, 'motorsport', 'GET', `/events/${id}/check_in`, { token });
  const arrived = (body as { expected: { arrived?: string }[] }).expected.filter((one) => one.arrived);
  expect(arrived).toHaveLength(2);

  // A mistake is taken back.
  await second.getByRole('button', { name: 'Undo the check-in of Joaquín Berrueta' }).click();
  await expect(counts(gate)).toContainText('1of 2 have arrived');

  // A pass that was shown once opens without a connection.
  await driver.keyboard.press('Escape');
  await driver.context().setOffline(true);
  await driver.getByRole('button', { name: 'Your pass' }).click();
  await expect(sheet.getByText(short)).toBeVisible();

  const crew = await openAs('crew');
  await crew.goto(`/#/main/events/${id}/check-in`);
  await expect(crew.getByText('You cannot check members in at this event.')).toBeVisible();
});

test('pass and gate in Arabic, in a dark and narrow window', async ({ paddock, openAs }) => {
  const id = await createEvent(paddock, 'عشاء الفريق', 'workplace');
  await join(paddock, id, ['driver', 'steward'], 'workplace');
  const options = { community: 'workplace', locale: 'ar', viewport: viewports.phone, colorScheme: 'dark' } as const;
  const page = await openAs('steward', options);
  // By the Arabic titles, another workplace of the steward's comes first.
  await page.goto(`/main/events/${id}?workplace=hq`);
  await page.getByRole('button', { name: 'بطاقتك' }).click();
  await expect(page.getByRole('img', { name: 'رمز QR لبطاقتك' })).toBeVisible();
  await expectAccessible(page);
  await takeScreen(page, 'event-pass-arabic', 'phone', 'dark');
  await page.goto(`/#/main/events/${id}/check-in`);
  await page
    .getByRole('button', { name: /^تسجيل دخول/ })
    .first()
    .click();
  await expect(page.getByRole('alert')).toContainText('سُجّل دخوله الساعة');
  await expectAccessible(page);
  await expectNothingCut(page);
  await takeScreen(page, 'event-check-in-arabic', 'phone', 'dark');
});

test('an arrival that could not be sent survives a reload, and is sent once', async ({
  paddock,
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_FAILED|Failed to fetch/);
  const id = await createEvent(paddock, 'Reload supper');
  await join(paddock, id, ['crew']);
  const gate = await openAs('steward');
  await gate.route('**/arrivals', (route) => route.abort());
  await gate.goto(`/#/main/events/${id}/check-in`);
  await gate.getByRole('button', { name: /^Check .* in$/ }).click();
  const kept = gate.getByText('1 arrival is kept on this device until it is sent.');
  await expect(kept).toBeVisible();
  await gate.reload();
  await expect(kept).toBeVisible();
  await expect(gate.getByRole('region', { name: 'Arrived' })).toContainText('1of 1 have arrived');
  const { token } = await sessionOf(paddock, 'motorsport', 'steward');
  const arrived = async () => {
    const { body } = await callApi(paddock, 'motorsport', 'GET', `/events/${id}/check_in`, { token });
    return (body as { expected: { arrived?: string }[] }).expected.filter((one) => one.arrived).length;
  };
  expect(await arrived()).toBe(0);
  await gate.unroute('**/arrivals');
  await expect(kept).toHaveCount(0);
  expect(await arrived()).toBe(1);
});

test('a deleted event and the end of the session leave no list of a gate on the device', async ({
  paddock,
  newWindow,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404|ERR_FAILED|Failed to fetch/);
  const [id, other] = [await createEvent(paddock, 'Short supper'), await createEvent(paddock, 'Long supper')];
  for (const each of [id, other]) await join(paddock, each, ['crew']);
  const gate = await newWindow(await newSession(paddock, 'motorsport', 'super'));
  await gate.route('**/arrivals', (route) => route.abort());
  for (const each of [id, other]) {
    await gate.goto(`/#/main/events/${each}/check-in`);
    await gate.getByRole('button', { name: /^Check .* in$/ }).click();
    await expect(gate.getByText('1 arrival is kept on this device until it is sent.')).toBeVisible();
  }
  const databases = () =>
    gate.evaluate(async () =>
      (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('mfe-events.') ? [name] : [])),
    );
  const stored = async () => {
    const [name] = await databases();
    return gate.evaluate(async (database) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(new Error(String(request.error)));
        });
      const opened = await done(indexedDB.open(database));
      const all = async (store: string) =>
        (await done(opened.transaction(store).objectStore(store).getAll())).map(
          ({ event }: { event: string }) => event,
        );
      const found = [...(await all('gates')), ...(await all('arrivals'))].sort();
      opened.close();
      return found;
    }, name!);
  };
  expect(await stored()).toEqual([id, id, other, other].sort());

  await gate.goto('/#/main/events');
  const { token } = await sessionOf(paddock, 'motorsport', 'steward');
  expect((await callApi(paddock, 'motorsport', 'DELETE', `/events/${id}`, { token })).status).toBe(200);
  await expect.poll(stored).toEqual([other, other]);

  await gate.goto('/#/main/settings/logout');
  await gate.getByRole('button', { name: 'Log out' }).click();
  await expect(gate).toHaveURL(/#\/$/);
  await expect.poll(databases).toEqual([]);
});
