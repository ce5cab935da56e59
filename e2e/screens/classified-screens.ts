import { expect } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { textOf } from '../fixtures/messages.js';
import { goTo, load, reads, text, title, type Screen, type Visit } from './visit.js';

const cards = ({ page }: Visit) => page.getByRole('main').locator('a[href*="#/main/classifieds/"][aria-expanded]');

/** The button of the pseudo-category: its count follows the label. */
function myAds({ page, language }: Visit) {
  const { source } = textOf('mfe-content', language, 'ads.my_ads');
  return page.getByRole('button', { name: new RegExp(source.replace(/\$$/, '')) });
}

async function openList(visit: Visit) {
  await goTo(visit, '/main/classifieds');
  await title(visit);
  await expect(cards(visit).first()).toBeVisible();
  await expect(myAds(visit)).toBeVisible();
}

async function adsOf({ paddock, community }: Visit, query = '') {
  const { token } = await sessionOf(paddock, community, 'driver');
  const { body } = await callApi(paddock, community, 'GET', `/classifieds?count=50${query}`, { token });
  return (body as { classifieds: { id: string; can_edit: boolean; files: unknown[] }[] }).classifieds;
}

async function openAd(visit: Visit, query: string, index = 0) {
  const found = await adsOf(visit, query);
  await goTo(visit, `/main/classifieds/${found[index]!.id}`);
  await expect(visit.page.getByRole('article')).toBeVisible();
}

type Outcome = { status?: number; json: object } | 'offline';
const failure = (status: number, code: string) => ({ status, json: { code, message: 'It did not work.' } });
const unavailable = failure(503, 'SERVICE_UNAVAILABLE');
const says = (key: string) => (visit: Visit) => reads(visit, 'mfe-content', key);
const shows = (shown: string) => (visit: Visit) => expect(visit.page.getByText(shown).first()).toBeVisible();

const renewalPage = '/renew_classified/none';
const renewalCall = '**/api/classifieds/renewal/verify*';
const renewed = { title: 'Torque wrench', expires: '2099-05-01T10:00:00.000Z', lifetime: 30, renewed: true };
const groupsCall = '**/api/users/invitations/groups*';
const webviewCall = '**/api/webview*';
const closed = { url: 'https://closed.example.org/live', framed: false };

/** A page whose call has this outcome. */
function outcome(
  name: string,
  address: string,
  call: string,
  reply: Outcome,
  waits: (visit: Visit) => Promise<unknown>,
): Screen {
  return {
    name,
    loadsPage: true,
    async open(visit) {
      await visit.page.route(call, (route) =>
        reply === 'offline' ? route.abort('internetdisconnected') : route.fulfill(reply),
      );
      await load(visit, address);
      await waits(visit);
    },
    leaves: ({ page }) => page.unroute(call),
  };
}

/** The tab of ads. */
export const classifieds: Screen[] = [
  { name: 'classifieds', hasLargeText: true, open: openList },
  {
    name: 'classified-open',
    // Not the newest: its mark would change with the first look.
    open: (visit) => openAd(visit, '', 3),
  },
  {
    name: 'classifieds-own',
    only: 'motorsport',
    async open(visit) {
      await openList(visit);
      await myAds(visit).click();
      await expect(cards(visit)).toHaveCount(2);
      await cards(visit).last().click();
      await expect(visit.page.getByText(text(visit, 'mfe-content', 'ads.ended_text'))).toBeVisible();
    },
  },
  {
    name: 'classifieds-nothing-found',
    async open(visit) {
      await openList(visit);
      await visit.page.getByRole('searchbox').fill('zzzz');
      await expect(visit.page.getByText(text(visit, 'mfe-content', 'ads.nothing_found'))).toBeVisible();
    },
  },
  {
    name: 'classified-new',
    async open(visit) {
      await goTo(visit, '/main/classifieds/new');
      await expect(
        visit.page.getByRole('button', { name: text(visit, 'mfe-content', 'ad_form.create') }),
      ).toBeVisible();
    },
  },
  {
    name: 'classified-edit',
    only: 'motorsport',
    async open(visit) {
      const [own] = await adsOf(visit, '&own=true');
      await goTo(visit, `/main/classifieds/${own!.id}/edit`);
      await expect(visit.page.getByRole('button', { name: text(visit, 'mfe-content', 'ad_form.save') })).toBeVisible();
    },
  },
  {
    name: 'classified-renewal-broken',
    async open(visit) {
      await goTo(visit, '/renew_classified/none');
      await expect(
        visit.page.getByRole('heading', { name: text(visit, 'mfe-content', 'renewal.broken') }),
      ).toBeVisible();
    },
  },
];

/** Failing and offline states, and spent links, of ads, invitations, and pages of other sites. */
export const contentStates: Screen[] = [
  outcome('classifieds-failed', '/main/classifieds', '**/api/classifieds*', unavailable, shows('SERVICE_UNAVAILABLE')),
  outcome('classified-renewal-expired', renewalPage, renewalCall, failure(410, 'LINK_EXPIRED'), says('renewal.ended')),
  outcome('classified-renewal-used', renewalPage, renewalCall, { json: renewed }, says('renewal.done')),
  outcome('classified-renewal-offline', renewalPage, renewalCall, 'offline', says('renewal.retry')),
  outcome('invite-failed', '/main/invite', groupsCall, unavailable, says('invite.send')),
  ...[
    outcome('webview-refused', '/main/webview', webviewCall, { json: closed }, says('webview.refused')),
    outcome('webview-forbidden', '/main/webview', webviewCall, failure(403, 'FORBIDDEN'), says('webview.forbidden')),
    outcome('webview-failed', '/main/webview', webviewCall, unavailable, shows('SERVICE_UNAVAILABLE')),
  ].map((screen): Screen => ({ ...screen, only: 'motorsport' })),
];
