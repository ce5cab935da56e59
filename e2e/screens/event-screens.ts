import { expect } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { goTo, load, reads, text, title, type Screen, type Visit } from './visit.js';

const calls = /\/api\/events/;
const list = /\/api\/events(\?|$)/;
const detail = ({ page }: Visit) => page.locator('[data-part="detail"]');

/** Opens an event of the viewer that repeats, or a page of it. */
async function openOwn(visit: Visit, page = '') {
  const { paddock, community } = visit;
  const { token } = await sessionOf(paddock, community, 'driver');
  const start = Date.now() + 90 * 60_000;
  const body = {
    client_id: crypto.randomUUID(),
    title: 'ورشة القياس على المسار الطويل',
    desc: 'إحضار أدوات القياس.\n'.repeat(4),
    when: new Date(start).toISOString(),
    end: new Date(start + 2 * 3_600_000).toISOString(),
    where: 'القاعة الكبرى، الطابق الثاني',
    recurrence: 'FREQ=WEEKLY;COUNT=4',
  };
  const { body: event } = await callApi(paddock, community, 'POST', '/events', { token, body });
  const { id } = event as { id: string };
  await callApi(paddock, community, 'PUT', `/events/${id}/join`, { token });
  await goTo(visit, `/main/events/${id}${page}`);
}

/** Opens an address while the calls of events fail. */
async function failing(visit: Visit, address: string) {
  await visit.page.route(calls, (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'SERVICE_UNAVAILABLE', message: 'The service is not available right now.' },
    }),
  );
  await load(visit, address);
  await expect(visit.page.getByText('SERVICE_UNAVAILABLE').filter({ visible: true }).first()).toBeVisible();
}
const unroute = ({ page }: Visit) => page.unroute(calls);

/** The tab of events. */
export const events: Screen[] = [
  {
    name: 'events',
    hasLargeText: true,
    only: 'motorsport',
    async open(visit) {
      await goTo(visit, '/main/events');
      await expect(visit.page.locator('a[href*="/main/events/"]').nth(3)).toBeVisible();
    },
  },
  {
    name: 'event',
    only: 'motorsport',
    async open(visit) {
      await goTo(visit, '/main/events');
      const link = visit.page.getByRole('link', { name: /Drivers’ briefing/ }).first();
      await expect(link).toBeAttached();
      await goTo(visit, (await link.getAttribute('href'))!.slice(1));
      await reads(visit, 'mfe-events', 'detail.organised_by');
    },
  },
  {
    name: 'event-attendees',
    only: 'motorsport',
    async open(visit) {
      await goTo(visit, '/main/events');
      const link = visit.page.locator('a[href*="/main/events/"]').first();
      await expect(link).toBeAttached();
      await goTo(visit, `${(await link.getAttribute('href'))!.slice(1)}/attendees`);
      await title(visit);
    },
  },
  {
    name: 'event-comments',
    only: 'motorsport',
    async open(visit) {
      await goTo(visit, '/main/events');
      const link = visit.page.locator('a[href*="/main/events/"]').first();
      await expect(link).toBeAttached();
      await goTo(visit, `${(await link.getAttribute('href'))!.slice(1)}/comments`);
      await expect(visit.page.getByRole('textbox')).toBeVisible();
    },
  },
  {
    name: 'events-month',
    only: 'workplace',
    async open(visit) {
      await goTo(visit, '/main/events');
      await expect(visit.page.locator('a[href*="/main/events/"]').first()).toBeVisible();
    },
  },
  {
    name: 'event-new',
    only: 'workplace',
    async open(visit) {
      await goTo(visit, '/main/events/new');
      await expect(visit.page.getByRole('textbox').first()).toBeVisible();
    },
  },
  {
    name: 'event-gone',
    only: 'motorsport',
    async open(visit) {
      await goTo(visit, '/main/events/no-such-event');
      await reads(visit, 'mfe-events', 'detail.gone');
    },
  },
  {
    name: 'event-own',
    only: 'workplace',
    async open(visit) {
      await openOwn(visit);
      await expect(detail(visit).getByRole('button', { name: text(visit, 'mfe-events', 'detail.edit') })).toBeVisible();
    },
  },
  {
    name: 'event-scope',
    only: 'workplace',
    async open(visit) {
      await openOwn(visit);
      await detail(visit)
        .getByRole('button', { name: text(visit, 'mfe-events', 'detail.delete') })
        .click();
      await expect(visit.page.getByRole('alertdialog').getByRole('radio').nth(2)).toBeAttached();
    },
  },
  {
    name: 'event-edit',
    only: 'workplace',
    async open(visit) {
      await openOwn(visit, '/edit?scope=all');
      await reads(visit, 'mfe-events', 'scope.edits_all');
    },
  },
  {
    name: 'event-check-in',
    only: 'workplace',
    async open(visit) {
      await openOwn(visit, '/check-in');
      await expect(visit.page.getByRole('button', { name: text(visit, 'mfe-events', 'check_in.scan') })).toBeVisible();
    },
  },
  { name: 'events-failed', loadsPage: true, open: (visit) => failing(visit, '/main/events'), leaves: unroute },
  {
    name: 'event-failed',
    loadsPage: true,
    open: (visit) => failing(visit, '/main/events/some-event'),
    leaves: unroute,
  },
  {
    name: 'events-empty',
    loadsPage: true,
    async open(visit) {
      const [from, to] = [-1, 1].map((years) => new Date(Date.now() + years * 366 * 86_400_000).toISOString());
      await visit.page.route(list, (route) => route.fulfill({ json: { events: [], from, to } }));
      await load(visit, '/main/events');
      await reads(visit, 'mfe-events', 'empty');
    },
    leaves: ({ page }) => page.unroute(list),
  },
  {
    name: 'events-loading',
    loadsPage: true,
    async open(visit) {
      // Never answered.
      await visit.page.route(calls, () => undefined);
      await load(visit, '/main/events');
      await expect(visit.page.locator('[aria-busy="true"]').filter({ visible: true }).first()).toBeAttached();
    },
    leaves: unroute,
  },
  {
    name: 'events-offline',
    loadsPage: true,
    async open(visit) {
      await load(visit, '/main/events');
      await expect(visit.page.locator('a[href*="/main/events/"]').first()).toBeVisible();
      await visit.page.context().setOffline(true);
      await reads(visit, 'shell', 'connection.offline');
    },
    leaves: ({ page }) => page.context().setOffline(false),
  },
];
