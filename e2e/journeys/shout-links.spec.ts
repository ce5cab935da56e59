import { expectAccessible } from '../fixtures/accessibility.js';
import { shoutWith, uploadPictures } from '../fixtures/pictures.js';
import { driver, go, shoutCard, conversation, unique } from '../fixtures/places.js';
import { takeScreen, viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect } from '../fixtures/test.js';
import { test } from '../fixtures/with-site.js';

// One worker starts the Paddock of this file.
test.describe.configure({ mode: 'default' });

for (const community of ['motorsport', 'workplace'] as const)
  test(`the preview of a link comes to both windows, and its clicks count, in ${community}`, async ({
    openAs,
    paddock,
    site,
  }) => {
    const locale = community === 'workplace' ? 'ar' : 'en';
    const [writer, reader] = await Promise.all([
      openAs('driver', { community, locale, viewport: viewports.desktop }),
      openAs('crew', { community, locale, viewport: viewports.phone }),
    ]);
    const { token } = await sessionOf(paddock, community, 'driver');
    const [picture = ''] = await uploadPictures(writer, token, 1);
    const image = await writer.evaluate(
      async (path) => [...new Uint8Array(await (await fetch(path)).arrayBuffer())],
      picture,
    );
    site.html('/lap.jpg', Buffer.from(image), 'image/jpeg');
    let answer = () => {};
    const html =
      '<title>How the new safety car procedure works</title><meta property="og:image" content="/lap.jpg">' +
      '<meta name="description" content="Every change in four minutes, with the diagrams of all three pit entries.">';
    const url = site.serve(`/page-${community}`, (_request, response) => {
      answer = () => void response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    });
    const text = unique('Read this');
    for (const page of [writer, reader]) await go(page, '/main/shouts');
    await shoutWith(paddock, community, token, { shout: `${text} ${url} ann@example.org www.example.org` });
    const card = shoutCard(reader, text);
    // The post does not wait for the page.
    await expect(card).toBeVisible();
    const title = 'How the new safety car procedure works';
    await expect(card.getByText(title)).toHaveCount(0);
    await expect(card.getByRole('link', { name: 'ann@example.org' })).toHaveAttribute('href', 'mailto:ann@example.org');
    await expect(card.getByRole('link', { name: 'www.example.org' })).toHaveAttribute(
      'href',
      'https://www.example.org/',
    );
    await expect.poll(() => site.asked).toContain(`GET /page-${community}`);
    answer();
    for (const page of [writer, reader]) {
      const preview = shoutCard(page, text).getByRole('link', { name: title });
      await expect(preview).toBeVisible();
      await preview.scrollIntoViewIfNeeded();
      await expect
        .poll(() => preview.getByRole('presentation').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBe(200);
    }
    await card.getByRole('link', { name: title }).click({ modifiers: [] });
    const opened = card.getByText(locale === 'en' ? 'opened once' : 'فُتح مرة واحدة');
    await expect(opened).toBeVisible();
    await reader.reload();
    await expect(shoutCard(reader, text).getByText(locale === 'en' ? 'opened once' : 'فُتح مرة واحدة')).toBeVisible();
    for (const [page, device] of [
      [writer, 'desktop'],
      [reader, 'phone'],
    ] as const)
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await takeScreen(page, `link-preview-${community}`, device, scheme);
        await expectAccessible(page);
      }
  });

test('a mention leads to the profile', async ({ openAs, paddock }) => {
  const page = await openAs('crew', { viewport: viewports.desktop });
  const { token } = await sessionOf(paddock, 'motorsport', 'crew');
  const id = await shoutWith(paddock, 'motorsport', token, { shout: unique('Ask @driver') });
  await go(page, `/main/shout/${id}`);
  await page.getByRole('link', { name: '@driver' }).click();
  await expect(page.getByRole('heading', { name: driver })).toBeVisible();
});

test('the buttons of an admin’s shout lead to a page and to a tab', async ({ openAs, paddock }) => {
  const page = await openAs('crew', { viewport: viewports.phone });
  const { token } = await sessionOf(paddock, 'motorsport', 'super');
  const options = [
    { title: 'Book a seat', url: 'https://seats.example/book' },
    { title: 'All events', link: 'events.list' },
  ];
  await shoutWith(paddock, 'motorsport', token, { shout: unique('Two ways'), meta: { action: 'buttons', options } });
  await go(page, '/main/chats/0');
  const last = conversation(page).locator('[data-item]').last();
  await expect(last.getByRole('link', { name: 'Book a seat' })).toHaveAttribute('href', 'https://seats.example/book');
  await takeScreen(page, 'shout-buttons', 'phone', 'light');
  await last.getByRole('link', { name: 'All events' }).click();
  await expect(page).toHaveURL(/#\/main\/events$/);
});
