import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, expectLaidOut, expectReadable } from '../fixtures/accessibility.js';
import { test } from '../fixtures/gallery.js';
import { expectNothingCut, takesScreens } from '../fixtures/screens.js';
import { expect } from '../fixtures/test.js';

/** The four layouts of the frame. */
const widths = [390, 768, 1024, 1280] as const;
const looks = (['light', 'dark'] as const).flatMap((theme) => (['ltr', 'rtl'] as const).map((dir) => ({ theme, dir })));

/** States that each board must show, by their names in the gallery. */
const states: Record<string, string[]> = {
  Poll: ['voting', 'several answers', 'vote under way', 'ended'],
  'Chat rows': ['typing, drawer of 120', 'muted, unread', 'waiting to send', 'archived, drawer of 60'],
  Conversation: ['run of another', 'own run, sent and seen', 'reactions and edit', 'waiting', 'refused'],
  People: ['distance 5', 'distance 4', 'distance 3', 'distance 2', 'distance 1'],
  'Rating, progress, link': ['rating shown', 'rating chosen', 'rating not yet', 'progress', 'link card'],
  Calendar: ['another day chosen'],
  'Calendar, wide': ['today chosen'],
  'Booking panel': ['chosen'],
  'Booking panel, wide': ['under way'],
  Dues: ['open', 'paying', 'paid'],
  Links: ['link', 'document', 'locked', 'long'],
  Classifieds: ['new', 'yours', 'without picture'],
  ...Object.fromEntries(
    ['person', 'row', 'comment', 'room', 'slots', 'card', 'month', 'tile', 'bubble', 'detail', 'profile'].map(
      (shape) => [`Loading: ${shape}`, [`loading ${shape}`]],
    ),
  ),
};

/** Takes a screenshot for people in `e2e/test-results/gallery/`, if `SCREENSHOTS` is set. */
async function photograph(page: Page, name: string, fullPage = false) {
  await page.evaluate(() => document.fonts.ready);
  if (!takesScreens) return;
  const path = join(import.meta.dirname, `../test-results/gallery/${name}.jpg`);
  await page.screenshot({ path, fullPage, type: 'jpeg', quality: 90 });
}

/** The widths in between need only two looks; the ends cover the other two. */
const looksAt = (width: number) => (isEnd(width) ? looks : crossed);
const isEnd = (width: number) => width === 390 || width === 1280;
const crossed = looks.filter(({ theme, dir }) => (theme === 'dark') === (dir === 'rtl'));

/** Changes the look without a reload: theme and direction are attributes of the root, which only style sheets read. */
const applyLook = (page: Page, look: (typeof looks)[number]) =>
  page.evaluate(async ({ theme, dir }) => {
    const html = document.documentElement;
    html.dataset.theme = theme;
    Object.assign(html, { dir, lang: dir === 'rtl' ? 'ar' : 'en' });
    await document.fonts.ready;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  }, look);

for (const width of widths)
  test(`components show every state, ${width} px wide`, async ({ page, gallery }) => {
    test.slow();
    await page.setViewportSize({ width, height: 844 });
    await page.goto(gallery);
    await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible();
    for (const [turn, look] of looksAt(width).entries())
      await test.step(`${look.theme}, ${look.dir}`, async () => {
        await applyLook(page, look);
        const heights = await page.evaluate(
          (wanted) =>
            wanted.map(([board, name]) => {
              const state = document.querySelector(`[data-board="${board}"] [data-state-name="${name}"]`);
              return { board, name, height: state?.getBoundingClientRect().height ?? 0 };
            }),
          Object.entries(states).flatMap(([board, names]) => names.map((name) => [board, name] as const)),
        );
        // Each state shows content below its name.
        expect(heights.filter(({ height }) => height <= 30)).toEqual([]);
        await photograph(page, `components-${width}-${look.theme}-${look.dir}`, true);
        await expectNothingCut(page);
        // Only the two end widths change the page's elements, and looks change only colours and positions.
        if (isEnd(width))
          await (turn === 0 ? expectAccessible : look.theme === 'light' ? expectLaidOut : expectReadable)(page);
      });
  });

test('components have their specified sizes', async ({ page, gallery }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(gallery);
  const boxOf = async (locator: ReturnType<Page['locator']>) => (await locator.boundingBox())!;
  const board = (name: string) => page.locator(`[data-board="${name}"]`);
  const day = (part: string) => board(part).locator('[data-date="2026-06-20"]');
  expect((await boxOf(board('Poll').getByRole('radio').first())).height).toBe(44);
  expect((await boxOf(board('Slot picker').getByRole('button').first())).height).toBe(44);
  expect((await boxOf(day('Calendar'))).height).toBe(50);
  expect((await boxOf(board('Rating, progress, link').locator('label').first())).width).toBe(44);
  expect((await boxOf(board('PDF toolbar').getByRole('toolbar'))).height).toBe(52);
  expect((await boxOf(board('Profile head').getByRole('img'))).width).toBe(230);
  const across = () =>
    board('Slot picker')
      .getByRole('list')
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
  expect(await across()).toBe(2);
  await page.setViewportSize({ width: 1024, height: 844 });
  expect((await boxOf(day('Calendar, wide'))).height).toBeGreaterThanOrEqual(111);
  await expect(day('Calendar, wide').getByText('Drivers’ briefing')).toBeVisible();
  await expect(day('Calendar, wide').getByText('1 more')).toBeVisible();
});

test.describe('by finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });
  for (const dir of ['ltr', 'rtl'] as const)
    test(`swiping a chat opens its drawer, ${dir}`, async ({ page, gallery }) => {
      await page.goto(`${gallery}/?dir=${dir}`);
      const row = page.locator('[data-board="Chat rows"]').getByRole('link', { name: /Pit wall 27/ });
      await row.scrollIntoViewIfNeeded();
      const box = (await row.boundingBox())!;
      const session = await page.context().newCDPSession(page);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
      const towards = dir === 'ltr' ? -1 : 1;
      await touch('touchStart', x);
      for (const step of [10, 30, 60, 100]) await touch('touchMove', x + towards * step);
      await touch('touchEnd');
      const archive = page.locator('[data-board="Chat rows"]').getByRole('button', { name: 'Archive' });
      await expect(archive).toBeVisible();
      expect((await row.boundingBox())!.x - box.x).toBeCloseTo(towards * 120, 0);
      await photograph(page, `drawer-${dir}`);
      expect(page.url()).not.toContain('#1');
      await page.keyboard.press('Escape');
      await expect(archive).toBeHidden();
    });
});
