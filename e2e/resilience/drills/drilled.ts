import type { Page } from '@playwright/test';
import { go } from '../../fixtures/places.js';
import { expect, test } from '../../fixtures/test.js';

/** A module of the demo community: a page of it, and another module's page that must go on working. */
export interface Drilled {
  id: string;
  address: string;
  /** The title of its tile. */
  title: string;
  /** The calls without which the page has no content. */
  api: RegExp;
  other: { address: string; heading: string };
}

const elsewhere = { address: '/main/events', heading: 'Events' };
const shouts = { address: '/main/shouts', heading: 'Shouts' };

const modules: readonly Drilled[] = [
  { id: 'mfe-chats', address: '/main/chats', title: 'Chats', api: /\/api\/filters\//, other: elsewhere },
  { id: 'mfe-shouts', address: '/main/shouts', title: 'Shouts', api: /\/api\/shouts/, other: elsewhere },
  { id: 'mfe-people', address: '/main/people', title: 'People', api: /\/api\/(people|users)/, other: elsewhere },
  { id: 'mfe-events', address: '/main/events', title: 'Events', api: /\/api\/events/, other: shouts },
  { id: 'mfe-content', address: '/main/notices', title: 'Content', api: /\/api\/sponsors/, other: elsewhere },
  {
    id: 'mfe-account',
    address: '/main/notifications',
    title: 'Account',
    api: /\/api\/notifications/,
    other: elsewhere,
  },
];

/** Whether every drill runs with every module, as in `npm run bench -- drills`. */
export const whole = process.env.PADDOCK_DRILLS === 'all';

/** The modules of a drill: all in the whole matrix, else one, in turn. */
export const drilledModules = (turn: number): readonly Drilled[] =>
  whole ? modules : modules.filter((_, at) => at === turn % modules.length);

/** The same of drills that only the whole matrix has. */
export const wholeOnly: readonly Drilled[] = whole ? modules : [];

const tile = (page: Page, { title }: Drilled) =>
  page
    .getByRole('main')
    .getByRole('alert')
    .filter({ has: page.getByRole('heading', { name: `${title} did not load` }) });

export const piece = (page: Page, { id }: Drilled) =>
  page.getByRole('main').locator(`[data-module="${id}"]`).getByRole('heading').first();

export async function openOther(page: Page, { other }: Drilled): Promise<void> {
  await go(page, other.address);
  await expect(page.getByRole('main').getByRole('heading', { name: other.heading, exact: true })).toBeVisible();
}

export async function expectTile(page: Page, drilled: Drilled, { code, version }: { code: string; version: string }) {
  await expect(tile(page, drilled).getByText(code, { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(tile(page, drilled).getByText(`${drilled.id} ${version}`, { exact: true })).toBeVisible();
}

/**
 * Presses Retry of the tile and expects the page of the module without a page load. A busy machine may not deliver all files within the
 * shell's 10 s: then the tile says so, and Retry works again.
 */
export async function retry(page: Page, drilled: Drilled): Promise<void> {
  await page.evaluate(() => (document.documentElement.dataset.same = 'yes'));
  const late = tile(page, drilled).getByText('MODULE_TIMEOUT', { exact: true });
  const press = async () => {
    await tile(page, drilled).getByRole('button', { name: 'Retry' }).click();
    await expect(tile(page, drilled)).toBeHidden();
  };
  await press();
  await expect(piece(page, drilled).or(late)).toBeVisible();
  if (await late.isVisible()) await press();
  await expect(piece(page, drilled)).toBeVisible();
  await expect(page.locator('html[data-same=yes]')).toBeAttached();
}

interface Report {
  type: string;
  module: string;
  version: string;
  code?: string;
}

/** Collects the failures of modules that the page reports. Keeps releases unproven, so that there is none to fall back to. */
export async function collectReports(page: Page): Promise<Report[]> {
  const reports: Report[] = [];
  await page.route('**/api/logs*', (route) => {
    const report = route.request().postDataJSON() as Report;
    if (report.type === 'module_mounted') return route.fulfill({ json: { ok: true } });
    if (report.type === 'module_failed') reports.push(report);
    return route.continue();
  });
  return reports;
}

/** Writes a cell of the matrix, which `npm run bench -- drills` prints; called when all of it has been seen. */
export function filled(
  drill: string,
  { id }: Pick<Drilled, 'id'>,
  cell: Record<'sees' | 'others' | 'retry' | 'reported', string>,
) {
  test.info().annotations.push({ type: 'drill', description: JSON.stringify({ drill, module: id, ...cell }) });
}
