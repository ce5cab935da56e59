import { expect } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { uploadFile } from '../fixtures/upload-file.js';
import { aside, goTo, load, reads, text, title, type Screen, type Visit } from './visit.js';

const item = ({ page }: Visit) => page.getByRole('main').getByRole('listitem');

async function openLinks(visit: Visit) {
  await goTo(visit, '/main/links');
  await title(visit);
  await expect(item(visit).first()).toBeVisible();
}

async function idOf({ paddock, community }: Visit, isWanted: (link: { restricted: boolean }) => boolean) {
  const { token } = await sessionOf(paddock, community, 'driver');
  const address = community === 'workplace' ? '/links?workplace=hq' : '/links';
  const { body } = await callApi(paddock, community, 'GET', address, { token });
  return (body as { links: { id: string; restricted: boolean }[] }).links.find(isWanted)!.id;
}

const unavailable = { status: 503, json: { code: 'SERVICE_UNAVAILABLE', message: 'It did not work.' } };
const linksCall = /\/api\/links[/?]?/;

/** The tab of links, as a member sees it. */
export const links: Screen[] = [
  { name: 'links', hasLargeText: true, open: openLinks },
  {
    name: 'links-other-layout',
    async open(visit) {
      await openLinks(visit);
      const other = visit.community === 'motorsport' ? 'links.as_list' : 'links.as_tiles';
      await visit.page.getByRole('button', { name: text(visit, 'mfe-content', other) }).click();
      await expect(item(visit).first()).toBeVisible();
    },
    async leaves(visit) {
      const own = visit.community === 'motorsport' ? 'links.as_tiles' : 'links.as_list';
      await visit.page.getByRole('button', { name: text(visit, 'mfe-content', own) }).click();
    },
  },
  {
    name: 'restricted-access',
    only: 'motorsport',
    async open(visit) {
      await goTo(visit, `/main/restricted-access/${await idOf(visit, ({ restricted }) => restricted)}`);
      await reads(visit, 'mfe-content', 'links.upgrade');
    },
  },
  {
    name: 'link-document',
    async open(visit) {
      const { page, paddock, community } = visit;
      await aside(visit);
      const { token } = await sessionOf(paddock, community, 'super');
      const upload = await uploadFile(page, token, 'camping.html', '<h1>Quiet from 23:00</h1><p>Dogs on a lead.');
      const body = {
        ...{ client_id: crypto.randomUUID(), title: 'Camping rules', is_document: true, file: upload.path },
        ...(community === 'workplace' && { workplace: 'hq' }),
      };
      const reply = await callApi(paddock, community, 'POST', '/links', { token, body });
      await goTo(visit, `/main/links/${(reply.body as { link: { id: string } }).link.id}/document`);
      await expect(page.frameLocator('iframe').getByText('Quiet from 23:00')).toBeVisible();
    },
  },
  {
    name: 'link-document-failed',
    async open(visit) {
      await visit.page.route(linksCall, (route) => route.fulfill(unavailable));
      await goTo(visit, '/main/links/6b0a00000000000000000000/document');
      await expect(visit.page.getByText('SERVICE_UNAVAILABLE').first()).toBeVisible();
    },
    leaves: ({ page }) => page.unroute(linksCall),
  },
  {
    name: 'links-failed',
    loadsPage: true,
    async open(visit) {
      await visit.page.route(linksCall, (route) => route.fulfill(unavailable));
      await load(visit, '/main/links');
      await expect(visit.page.getByText('SERVICE_UNAVAILABLE').first()).toBeVisible();
    },
    leaves: ({ page }) => page.unroute(linksCall),
  },
  {
    name: 'links-empty',
    loadsPage: true,
    async open(visit) {
      await visit.page.route(linksCall, (route) => route.fulfill({ json: { links: [] } }));
      await load(visit, '/main/links');
      await reads(visit, 'mfe-content', 'links.nothing_new');
    },
    leaves: ({ page }) => page.unroute(linksCall),
  },
];

/** The tab as its admins see it. */
export const managedLinks: Screen[] = [
  { name: 'links-managed', open: openLinks },
  {
    name: 'link-new',
    async open(visit) {
      await goTo(visit, '/main/links/new');
      await expect(
        visit.page.getByRole('button', { name: text(visit, 'mfe-content', 'link_form.create') }),
      ).toBeVisible();
    },
  },
  {
    name: 'link-edit',
    async open(visit) {
      await goTo(visit, `/main/links/${await idOf(visit, () => true)}/edit`);
      await expect(
        visit.page.getByRole('button', { name: text(visit, 'mfe-content', 'link_form.delete') }),
      ).toBeVisible();
    },
  },
];
