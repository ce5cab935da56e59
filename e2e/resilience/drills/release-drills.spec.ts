import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { callApi } from '../../fixtures/call-api.js';
import { go } from '../../fixtures/places.js';
import { sessionOf } from '../../fixtures/sign-in.js';
import { expect, test as base } from '../../fixtures/test.js';
import { moduleReleases, versionIn } from '../fixtures/module-releases.js';
import { addThrowingRelease } from '../fixtures/throwing-module.js';
import { collectReports, type Drilled, expectTile, filled, openOther, piece, retry, wholeOnly } from './drilled.js';

/** What the tests of one module need of its releases; the initial state is restored after the test. */
interface Releases {
  /** Releases a changed copy of the module's version. */
  change(id: string, change: (dir: string) => Promise<void>): Promise<string>;
  /** Releases the module as one that throws on request. */
  throwing(id: string): Promise<string>;
  spoilChannels(id: string): Promise<void>;
  restore(id: string): Promise<void>;
}

const test = base.extend<{ releases: Releases }>({
  releases: async ({ paddock }, use) => {
    const undo = new Map<string, () => Promise<void>>();
    const of = async (id: string) => {
      const releases = moduleReleases(paddock.registryDir, id);
      const before = await releases.version();
      if (!undo.has(id)) undo.set(id, () => releases.pointOnlyAt(before));
      return releases;
    };
    const deployed = async (id: string) => {
      const version = await versionIn(paddock.registryDir, id, 'stable');
      const listed = async () => {
        const { body } = await callApi(paddock, 'motorsport', 'GET', '/boot');
        return (body as { modules: { id: string; version: string }[] }).modules.find((one) => one.id === id)?.version;
      };
      await expect.poll(listed).toBe(version);
      return version;
    };
    const restore = async (id: string) => {
      await undo.get(id)?.();
      undo.delete(id);
      await deployed(id);
    };
    await use({
      async change(id, change) {
        const releases = await of(id);
        await releases.releaseChanged(await releases.version(), change);
        return deployed(id);
      },
      async throwing(id) {
        const releases = await of(id);
        const { version } = await addThrowingRelease(paddock, id);
        await releases.pointOnlyAt(version);
        return deployed(id);
      },
      async spoilChannels(id) {
        undo.set(id, await (await of(id)).spoilChannels('{ "stable": '));
      },
      restore,
    });
    for (const id of [...undo.keys()]) await restore(id);
  },
});
// A Paddock of its own, without proven releases to fall back to.
test.use({ paddockOptions: { env: { SESSION_DAYS: '90' } }, isCold: true });

const throwsKey = ({ id }: Drilled) => `${id}.throws`;

async function open(page: Page, motorsport: string, { other }: Drilled) {
  await page.goto(`${motorsport}/#${other.address}`);
  await expect(page.getByRole('main').getByRole('heading', { name: other.heading, exact: true })).toBeVisible();
}

const atStart = [
  ['throws on evaluate', 'evaluating', 'MODULE_EVALUATION'],
  ['throws on bootstrap', 'bootstrapping', 'MODULE_MOUNT'],
  ['throws on mount', 'mounting', 'MODULE_MOUNT'],
  ['two Reacts, one in its bundle', 'using a second React', 'MODULE_MOUNT'],
] as const;
for (const [name, phase, code] of atStart)
  for (const drilled of wholeOnly)
    test(`${drilled.id} ${name}`, async ({ page, motorsport, signedIn, releases, pageErrors }) => {
      pageErrors.allow(/thrown while|useState/);
      const version = await releases.throwing(drilled.id);
      await signedIn(page, 'driver');
      const reports = await collectReports(page);
      await page.addInitScript(
        ([key, way]) => {
          if (!sessionStorage.getItem(key)) localStorage.setItem(key, way);
          sessionStorage.setItem(key, 'set');
        },
        [throwsKey(drilled), phase] as const,
      );
      await open(page, motorsport, drilled);
      await go(page, drilled.address);
      await expectTile(page, drilled, { code, version });
      expect(reports).toContainEqual(expect.objectContaining({ module: drilled.id, version, code }));
      await openOther(page, drilled);
      await go(page, drilled.address);
      await page.evaluate((key) => localStorage.removeItem(key), throwsKey(drilled));
      await retry(page, drilled);
      filled(name, drilled, { sees: `tile ${code}`, others: 'work', retry: 'opens it', reported: code });
    });

const later = [
  ['throws on update', 'updating'],
  ['throws later in a timer', 'waiting'],
  ['throws on unmount', 'unmounting'],
] as const;
for (const [name, phase] of later)
  for (const drilled of wholeOnly)
    test(`${drilled.id} ${name}`, async ({ page, motorsport, signedIn, releases, pageErrors }) => {
      pageErrors.allow(/thrown while/);
      const code = 'MODULE_CRASHED';
      const version = await releases.throwing(drilled.id);
      await signedIn(page, 'driver');
      const reports = await collectReports(page);
      await open(page, motorsport, drilled);
      await go(page, drilled.address);
      await expect(piece(page, drilled)).toBeVisible();
      await page.evaluate(([key, detail]) => window.dispatchEvent(new CustomEvent(key, { detail })), [
        throwsKey(drilled),
        phase,
      ] as const);
      if (phase !== 'unmounting') await expectTile(page, drilled, { code, version });
      await openOther(page, drilled);
      await expect
        .poll(() => reports)
        .toContainEqual(expect.objectContaining({ type: 'module_failed', module: drilled.id, version, code }));
      await go(page, drilled.address);
      if (phase === 'unmounting') await expect(piece(page, drilled)).toBeVisible();
      else await retry(page, drilled);
      const shown =
        phase === 'unmounting' ? { sees: 'nothing', retry: '–' } : { sees: `tile ${code}`, retry: 'opens it' };
      filled(name, drilled, { ...shown, others: 'work', reported: code });
    });

type Json = Record<string, unknown>;
async function changeJson(file: string, change: (content: Json) => Json): Promise<void> {
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')) as Json)));
}
const wrongContract = (dir: string) =>
  changeJson(join(dir, 'manifest.json'), (manifest) => ({ ...manifest, contract: '^99.0.0' }));

/** Releases that the build refuses. */
const badReleases: [name: string, code: string, change: (dir: string) => Promise<void>][] = [
  [
    'syntax error',
    'MODULE_NOT_JAVASCRIPT',
    async (dir) => {
      const { metaData } = JSON.parse(await readFile(join(dir, 'mf-manifest.json'), 'utf8')) as {
        metaData: { remoteEntry: { name: string } };
      };
      await writeFile(join(dir, 'assets', basename(metaData.remoteEntry.name)), 'this is not JavaScript');
    },
  ],
  ['wrong contract range', 'CONTRACT_MISMATCH', wrongContract],
  [
    'wants another React',
    'CONTRACT_MISMATCH',
    (dir) =>
      changeJson(join(dir, 'mf-manifest.json'), ({ shared, ...rest }) => ({
        ...rest,
        shared: (shared as Json[]).map((one) => (one.name === 'react' ? { ...one, requiredVersion: '^18.0.0' } : one)),
      })),
  ],
];
for (const [name, code, change] of badReleases)
  for (const drilled of wholeOnly)
    test(`${drilled.id} ${name}`, async ({ page, motorsport, signedIn, releases, pageErrors }) => {
      pageErrors.allow(/SyntaxError/);
      const version = await releases.change(drilled.id, change);
      await signedIn(page, 'driver');
      const reports = await collectReports(page);
      await open(page, motorsport, drilled);
      await go(page, drilled.address);
      await expectTile(page, drilled, { code, version });
      expect(reports).toContainEqual(expect.objectContaining({ module: drilled.id, version, code }));
      await openOther(page, drilled);
      await releases.restore(drilled.id);
      await go(page, drilled.address);
      // The new release opens by itself in a window that has heard of it.
      await expect(piece(page, drilled)).toBeVisible();
      filled(name, drilled, { sees: `tile ${code}`, others: 'work', retry: 'opens the next release', reported: code });
    });

for (const drilled of wholeOnly)
  test(`${drilled.id} spoilt channel file`, async ({ page, motorsport, signedIn, releases, paddock }) => {
    await signedIn(page, 'driver');
    const reports = await collectReports(page);
    await releases.spoilChannels(drilled.id);
    const health = async () => JSON.stringify(await (await fetch(`http://127.0.0.1:${paddock.port}/health`)).json());
    await expect.poll(health).toContain(drilled.id);
    await open(page, motorsport, drilled);
    await go(page, drilled.address);
    await expect(piece(page, drilled)).toBeVisible();
    await openOther(page, drilled);
    expect(reports).toEqual([]);
    const cell = { sees: 'its page', others: 'work', retry: '–', reported: '/health names the module' };
    filled('spoilt channel file', drilled, cell);
  });

// Last: it makes releases proven, to which the others would fall back.
for (const drilled of wholeOnly)
  test(`${drilled.id} two bad releases in a row`, async ({ page, motorsport, signedIn, releases, paddock }) => {
    const good = await versionIn(paddock.registryDir, drilled.id, 'stable');
    const { token } = await sessionOf(paddock, 'motorsport', 'driver');
    const body = { type: 'module_mounted', module: drilled.id, version: good };
    expect((await callApi(paddock, 'motorsport', 'POST', '/logs', { token, body })).status).toBe(200);
    await releases.change(drilled.id, wrongContract);
    const bad = await releases.change(drilled.id, wrongContract);
    await signedIn(page, 'driver');
    const reports = await collectReports(page);
    await open(page, motorsport, drilled);
    await go(page, drilled.address);
    await expect(piece(page, drilled)).toBeVisible();
    await openOther(page, drilled);
    const code = 'CONTRACT_MISMATCH';
    await expect
      .poll(() => reports)
      .toContainEqual(expect.objectContaining({ module: drilled.id, version: bad, code }));
    const cell = { sees: 'its page, of the release that last worked', others: 'work', retry: '–', reported: code };
    filled('two bad releases in a row', drilled, cell);
  });
