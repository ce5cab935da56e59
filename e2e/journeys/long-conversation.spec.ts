import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { conversation, go, until } from '../fixtures/places.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

/** `LONG_CONVERSATION=100000` runs the whole size, which takes a minute. */
const total = Number(process.env['LONG_CONVERSATION'] ?? 20_000);
/** Larger than the service's pages, so that the whole conversation loads in few steps. */
const ofPage = 1000;
const idOf = (seq: number) => seq.toString(16).padStart(24, '0');
const seqOf = (id: string) => Number.parseInt(id, 16);

interface Reply {
  shouts: Record<string, unknown>[];
  conversation: Record<string, unknown>;
}

/** Fulfils the conversation with everybody with this many shouts, made from one of the service's. */
async function withShouts(page: Page, { shouts: [model], conversation: head }: Reply): Promise<void> {
  const shoutAt = (seq: number) => ({
    ...model,
    ...{ id: idOf(seq), seq, client_id: idOf(seq), shout: `Lap ${seq}`, comments: [], comments_count: 0 },
    ...{ is_commented: false, images: [], image_urls: [], files: [], links: [] },
    created: new Date(Date.parse('2026-01-01T00:00:00Z') + seq * 60_000).toISOString(),
  });
  await page.route(/\/api\/shouts\?.*filter=0/, (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const [before, after] = [asked.get('before'), asked.get('after')];
    const newest = before ? seqOf(before) - 1 : after ? Math.min(total, seqOf(after) + ofPage) : total;
    const oldest = after ? seqOf(after) + 1 : Math.max(1, newest - ofPage + 1);
    const seqs = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, index) => newest - index);
    return route.fulfill({
      json: {
        shouts: seqs.map(shoutAt),
        conversation: { ...head, seq: total, read_seq: total },
        more: oldest > 1,
        newer: newest < total,
      },
    });
  });
}

test('a long conversation renders at most 400 rows while it is scrolled to its beginning and back', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  test.slow();
  // Marks and views of shouts that the service does not have.
  pageErrors.allow(/status of 404/);
  const { token } = await sessionOf(paddock, 'motorsport', 'driver');
  const { body } = await callApi(paddock, 'motorsport', 'GET', '/shouts?filter=0&count=1', { token });
  const page = await openAs('driver');
  await withShouts(page, body as Reply);
  await go(page, '/main/conversation/0');
  const lap = (seq: number) => conversation(page).getByText(`Lap ${seq}`, { exact: true });
  await expect(lap(total)).toBeInViewport();

  let most = 0;
  const scrollTo = async (end: 'top' | 'bottom') => {
    const rows = await conversation(page).evaluate(async (log, to) => {
      const scroller = log.closest('[data-scroll]')!;
      scroller.scrollTop = to === 'top' ? 0 : scroller.scrollHeight;
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      return log.querySelectorAll('[data-row]').length;
    }, end);
    most = Math.max(most, rows);
  };
  await until(lap(1), () => scrollTo('top'), [20]);
  await until(lap(total), () => scrollTo('bottom'), [20]);
  expect(most).toBeGreaterThan(5);
  expect(most).toBeLessThanOrEqual(400);
});
