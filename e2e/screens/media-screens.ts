import { expect } from '@playwright/test';
import { document } from '../fixtures/chosen-files.js';
import { shoutWith, uploadPictures } from '../fixtures/pictures.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { goTo, text, type Screen, type Visit } from './visit.js';

/** Opens a shout of another member with three pictures and a document; returns its article. */
async function shoutWithMedia(visit: Visit) {
  const { page, paddock, community, language } = visit;
  const { token } = await sessionOf(paddock, community, 'crew');
  const image_urls = await uploadPictures(page, token, 3);
  const { name, buffer } = document('setup of car 27, with all changes.csv');
  const uploaded = await page.evaluate(
    async ({ bearer, name, content }) => {
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      const headers = { authorization: `Bearer ${bearer}` };
      const reply = await fetch('/api/files', { method: 'POST', headers, body: form });
      return ((await reply.json()) as { path: string }).path;
    },
    { bearer: token, name, content: buffer.toString() },
  );
  const shout = language === 'ar' ? 'ثلاث صور من اختبار اليوم.' : 'Three pictures of today’s test.';
  const id = await shoutWith(paddock, community, token, { shout, image_urls, files: [uploaded] });
  await goTo(visit, `/main/shout/${id}`);
  const article = page.getByRole('article').first();
  await expect(article).toContainText(name);
  return article;
}

async function openViewer(visit: Visit) {
  const article = await shoutWithMedia(visit);
  const label = text(visit, 'mfe-shouts', 'open_picture');
  await article.getByRole('button', { name: label }).nth(1).click();
  return visit.page.getByRole('dialog');
}

/** Pictures and files of shouts. */
export const media: Screen[] = [
  { name: 'shout-with-media', open: shoutWithMedia },
  {
    name: 'viewer',
    async open(visit) {
      const viewer = await openViewer(visit);
      const shown = viewer.locator('li:not([inert]) img');
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
    },
  },
  {
    name: 'viewer-failing',
    async open(visit) {
      const article = await shoutWithMedia(visit);
      await visit.page.route('**/api/files/**', (route) => route.fulfill({ status: 404, body: '' }));
      const label = text(visit, 'mfe-shouts', 'open_picture');
      await article.getByRole('button', { name: label }).first().click();
      const failed = visit.page.getByRole('dialog').getByText(text(visit, 'mfe-shouts', 'viewing.failed'));
      await expect(failed.first()).toBeVisible();
    },
    leaves: ({ page }) => page.unroute('**/api/files/**'),
  },
];
