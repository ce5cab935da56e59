import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Route } from '@playwright/test';
import { pdfOf } from '../fixtures/pdf-pages.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { uploadFile } from '../fixtures/upload-file.js';
import { aside, goTo, reads, text, type Screen, type Visit } from './visit.js';

const name = 'Timetable.pdf';
const content = /\/api\/files\/\w+\/\w+\?/;
const timetable = pdfOf(['Warm-up', 'Qualifying', 'Race']);

async function open(visit: Visit, pdf: Buffer) {
  const { page, paddock, community } = visit;
  const { token } = await sessionOf(paddock, community, 'driver');
  await aside(visit);
  await goTo(visit, `/main/pdf-viewer/${(await uploadFile(page, token, name, pdf)).id}`);
}

const bar = ({ page }: Visit) => page.getByRole('toolbar', { name });

async function openDrawn(visit: Visit) {
  await open(visit, timetable);
  await expect(visit.page.getByText('Warm-up', { exact: true })).toBeVisible();
}

/** The viewer while the document's content is answered so. */
const answered = (screen: string, key: string, answer: (route: Route) => unknown): Screen => ({
  name: screen,
  async open(visit) {
    await visit.page.route(content, answer);
    await open(visit, timetable);
    await reads(visit, 'mfe-content', key);
  },
  leaves: ({ page }) => page.unroute(content),
});

/** The PDF viewer. */
export const pdfs: Screen[] = [
  { name: 'pdf', open: openDrawn },
  {
    name: 'pdf-pages',
    async open(visit) {
      await openDrawn(visit);
      await bar(visit)
        .getByRole('button', { name: text(visit, 'mfe-content', 'pdf.thumbnails') })
        .click();
      await expect(visit.page.getByRole('button', { name: /2$|٢$/ }).locator('canvas')).toBeVisible();
    },
  },
  {
    name: 'pdf-no-match',
    async open(visit) {
      await openDrawn(visit);
      await bar(visit).getByRole('searchbox').fill('chicane');
      const count = bar(visit).getByRole('status');
      await expect(count.getByText(text(visit, 'mfe-content', 'pdf.no_matches'))).toBeAttached();
    },
  },
  {
    name: 'pdf-password',
    async open(visit) {
      await open(visit, await readFile(join(import.meta.dirname, '../fixtures/pdfs/encrypted.pdf')));
      await reads(visit, 'mfe-content', 'pdf.password_title');
    },
  },
  {
    name: 'pdf-invalid',
    async open(visit) {
      await open(visit, Buffer.from('%PDF-1.7'));
      await reads(visit, 'mfe-content', 'pdf.invalid');
    },
  },
  {
    name: 'pdf-missing',
    async open(visit) {
      await goTo(visit, '/main/pdf-viewer/unknown');
      await reads(visit, 'mfe-content', 'pdf.missing');
    },
  },
  answered('pdf-unexpected', 'pdf.unexpected', (route) => route.fulfill({ status: 503, body: '' })),
  answered('pdf-offline', 'pdf.failed', (route) => route.abort('internetdisconnected')),
  // Never answered.
  answered('pdf-loading', 'pdf.loading', () => undefined),
];
