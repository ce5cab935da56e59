import type { Page } from '@playwright/test';
import { signUp } from '../fixtures/members.js';
import { go } from '../fixtures/places.js';
import { expect, test } from '../fixtures/test.js';

test.use({ isCold: true });

interface Shown {
  title: string;
  tag: string;
  body: string;
  data: unknown;
}
/** The worker's scope, with the messages it showed: the headless browser of the tests does not list them. */
interface Scope {
  registration: ServiceWorkerRegistration;
  shown: Shown[];
}

/** Starts the worker as a subscription does; a headless browser has no push service to subscribe at. */
async function startWorker(page: Page, origin: string) {
  const browser = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration && !registration.isDeleted) resolve(registration.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const started = page.context().waitForEvent('serviceworker');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push-worker.js');
    await navigator.serviceWorker.ready;
  });
  const [registrationId, worker] = await Promise.all([registered, started]);
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Scope;
    scope.shown = [];
    const { registration } = scope;
    const show = registration.showNotification.bind(registration);
    registration.showNotification = (title, options) => {
      scope.shown.push({ title, ...options } as Shown);
      return show(title, options);
    };
  });
  return {
    push: (message: object) =>
      browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) }),
    shown: () => worker.evaluate(() => (globalThis as unknown as Scope).shown.map(({ tag, body }) => [tag, body])),
    /** Presses the last message. */
    press: () =>
      worker.evaluate(() => {
        const notification = { data: (globalThis as unknown as Scope).shown.at(-1)!.data, close: () => undefined };
        const event = new Event('notificationclick');
        globalThis.dispatchEvent(Object.assign(event, { notification, waitUntil: () => undefined }));
      }),
  };
}

test('a push message is shown by the worker, opens its page in the open window, and the worker ends with the session', async ({
  newWindow,
  paddock,
  motorsport,
}) => {
  const page = await newWindow(await signUp(paddock, 'motorsport'));
  await page.context().grantPermissions(['notifications'], { origin: motorsport });
  await page.goto('/#/main/settings');
  const worker = await startWorker(page, motorsport);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const body = '\u2068Zoë\u2069 likes what you wrote';
  await worker.push({
    tag: 'one',
    id: '1',
    title: 'Meridian GT',
    body,
    address: '/main/notifications',
    language: 'en',
  });
  await expect.poll(() => worker.shown()).toEqual([['one', body]]);

  // Once: the part that listens may still be loading.
  await worker.press();
  const opened = page.getByRole('heading', { level: 1, name: 'Notifications' });
  await expect(opened).toBeVisible();

  await go(page, '/main/settings');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  // A started window listens after some seconds.
  await worker.press();
  await expect(opened).toBeVisible();

  await go(page, '/main/settings/logout');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
