import { expect } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { form, goTo, load, reads, type Screen, type Visit } from './visit.js';

interface Listed {
  id: string;
  acknowledgement?: object;
  group?: object;
}

/** The demo's notice to be acknowledged. */
async function asked({ paddock, community }: Visit): Promise<string> {
  const { token } = await sessionOf(paddock, community, 'steward');
  const { body } = await callApi(paddock, community, 'GET', '/sponsors?count=50', { token });
  return (body as { sponsors: Listed[] }).sponsors.find(({ acknowledgement }) => acknowledgement)!.id;
}

const failing = (address: string) => ({
  begin: ({ page }: Visit) =>
    page.route(address, (route) =>
      route.fulfill({
        status: 503,
        json: { code: 'SERVICE_UNAVAILABLE', message: 'The service is not available right now.' },
      }),
    ),
  end: ({ page }: Visit) => page.unroute(address),
});
const home = failing('**/api/home*');
const list = failing('**/api/sponsors*');
const failed = (visit: Visit) =>
  expect(visit.page.getByText('The service is not available right now.').first()).toBeVisible();

/** The tab home in all its states, and its form and those of notices, for an admin. */
export const managedNotices: Screen[] = [
  {
    name: 'notice-new',
    async open(visit) {
      await goTo(visit, '/main/notices/new');
      await expect(form(visit).getByRole('textbox').first()).toBeVisible();
    },
  },
  {
    name: 'notice-edit',
    async open(visit) {
      await goTo(visit, `/main/notices/${await asked(visit)}/edit`);
      await expect(form(visit).getByRole('textbox').first()).not.toHaveValue('');
    },
  },
  {
    name: 'notice-comments',
    async open(visit) {
      const { paddock, community } = visit;
      const id = await asked(visit);
      const { token } = await sessionOf(paddock, community, 'driver');
      const shout = 'Is the pier closed too?';
      const body = { client_id: `6f1c2c1e-0000-4000-8000-${id.slice(0, 12)}`, subject: { kind: 'sponsor', id }, shout };
      await callApi(paddock, community, 'POST', '/shouts', { token, body });
      await goTo(visit, `/main/notices/${id}/comments`);
      await expect(visit.page.getByText(shout)).toBeVisible();
    },
  },
  {
    name: 'notice-acknowledgements',
    async open(visit) {
      await goTo(visit, `/main/notices/${await asked(visit)}/acknowledgements`);
      await reads(visit, 'mfe-content', 'acknowledge.progress');
      await expect(visit.page.getByRole('main').getByRole('link').nth(2)).toBeVisible();
    },
  },
  {
    name: 'notices-failed',
    loadsPage: true,
    async open(visit) {
      await list.begin(visit);
      await load(visit, '/main/notices');
      await failed(visit);
    },
    leaves: list.end,
  },
  {
    name: 'home-edit',
    async open(visit) {
      await goTo(visit, '/main/home/edit');
      await expect(form(visit).getByRole('textbox').first()).toBeVisible();
    },
  },
  {
    name: 'home-loading',
    loadsPage: true,
    async open(visit) {
      await visit.page.route('**/api/home*', () => new Promise(() => undefined));
      await load(visit, '/main/home');
      await expect(visit.page.getByRole('status').first()).toBeAttached();
    },
    leaves: home.end,
  },
  {
    name: 'home-failed',
    loadsPage: true,
    async open(visit) {
      await home.begin(visit);
      await load(visit, '/main/home');
      await failed(visit);
    },
    leaves: home.end,
  },
  {
    name: 'home-offline',
    async open(visit) {
      await goTo(visit, '/main/home');
      await reads(visit, 'mfe-content', 'home.all_events');
      await visit.page.context().setOffline(true);
      await reads(visit, 'shell', 'connection.offline');
    },
    leaves: ({ page }) => page.context().setOffline(false),
  },
];
