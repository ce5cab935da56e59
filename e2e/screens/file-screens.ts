import { expect } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { uploadFile } from '../fixtures/upload-file.js';
import { aside, goTo, load, reads, text, title, type Screen, type Visit } from './visit.js';

const unavailable = { status: 503, json: { code: 'SERVICE_UNAVAILABLE', message: 'It did not work.' } };
const listCall = '**/api/folders/null/children*';

async function openFiles(visit: Visit) {
  await goTo(visit, '/main/files');
  await title(visit);
  await expect(visit.page.getByRole('main').getByRole('listitem').first()).toBeVisible();
}

/** A file or folder of the root. */
async function idOf({ paddock, community }: Visit, isWanted: (item: { folder: boolean }) => boolean) {
  const { token } = await sessionOf(paddock, community, 'driver');
  const find = async (parent: string): Promise<string | undefined> => {
    const place = community === 'workplace' ? '?workplace=hq' : '';
    const { body } = await callApi(paddock, community, 'GET', `/folders/${parent}/children${place}`, { token });
    const { items } = body as { items: { id: string; folder: boolean }[] };
    const below = items.filter(({ folder }) => folder).map(({ id }) => find(id));
    return items.find(isWanted)?.id ?? (await Promise.all(below)).find((id) => id !== undefined);
  };
  return (await find('null'))!;
}

/** The tab of files, as a member sees it: in workplace everybody may add files. */
export const files: Screen[] = [
  { name: 'files', open: openFiles },
  {
    name: 'files-folder',
    async open(visit) {
      await goTo(visit, `/main/files/${await idOf(visit, ({ folder }) => folder)}`);
      await expect(
        visit.page.getByRole('navigation', { name: text(visit, 'mfe-content', 'files.path') }),
      ).toBeVisible();
    },
  },
  {
    name: 'file-open',
    async open(visit) {
      await goTo(visit, `/main/files/${await idOf(visit, ({ folder }) => !folder)}`);
      await expect(visit.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'file-text',
    async open(visit) {
      const { page, paddock, community } = visit;
      await aside(visit);
      const { token } = await sessionOf(paddock, community, 'super');
      const upload = await uploadFile(page, token, 'Timetable.txt', '08:30 Warm-up\n10:00 Qualifying\n14:00 Race');
      const body = {
        client_id: crypto.randomUUID(),
        file: upload.path,
        name: `${crypto.randomUUID()}.txt`,
        ...(community === 'workplace' && { workplace: 'hq' }),
      };
      const reply = await callApi(paddock, community, 'POST', '/folders/files', { token, body });
      await goTo(visit, `/main/files/${(reply.body as { item: { id: string } }).item.id}`);
      await expect(page.frameLocator('iframe').getByText('Qualifying')).toBeVisible();
    },
  },
  {
    name: 'files-bin',
    async open(visit) {
      await goTo(visit, '/main/files/bin');
      await reads(visit, 'mfe-content', 'files.bin_empty');
    },
  },
  {
    name: 'files-failed',
    loadsPage: true,
    async open(visit) {
      await visit.page.route(listCall, (route) => route.fulfill(unavailable));
      await load(visit, '/main/files');
      await expect(visit.page.getByText('SERVICE_UNAVAILABLE').first()).toBeVisible();
    },
    leaves: ({ page }) => page.unroute(listCall),
  },
  {
    name: 'files-empty',
    loadsPage: true,
    async open(visit) {
      const can_create = visit.community === 'workplace';
      const json = { folder: null, items: [], next: null, can_create };
      await visit.page.route(listCall, (route) => route.fulfill({ json }));
      await load(visit, '/main/files');
      await reads(visit, 'mfe-content', 'files.empty');
    },
    leaves: ({ page }) => page.unroute(listCall),
  },
];
