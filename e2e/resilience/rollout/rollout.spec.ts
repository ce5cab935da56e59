import { join } from 'node:path';
import { setRollout } from '@paddock/build/rspack/release/rollouts.mjs';
import type { Page } from '@playwright/test';
import { callApi } from '../../fixtures/call-api.js';
import { go } from '../../fixtures/places.js';
import { takeScreen } from '../../fixtures/screens.js';
import { type DemoUser, sessionOf } from '../../fixtures/sign-in.js';
import { expect, test as base } from '../../fixtures/test.js';
import { addThrowingRelease } from '../fixtures/throwing-module.js';

const id = 'mfe-chats';

interface Releases {
  deployed: string;
  next: string;
  rollOut(percent: number): Promise<void>;
  /** The version that a member's boot reply has. */
  versionOf(user: DemoUser): Promise<string | undefined>;
}

const test = base.extend<object, { releases: Releases }>({
  isCold: true,
  releases: [
    async ({ paddock }, use) => {
      const { deployed, version: next } = await addThrowingRelease(paddock, id);
      const moduleDir = join(paddock.registryDir, id);
      await use({
        ...{ deployed, next },
        rollOut: (percent) => setRollout({ moduleDir, channel: 'stable', version: next, percent }),
        async versionOf(user) {
          const { token } = await sessionOf(paddock, 'motorsport', user);
          const { body } = await callApi(paddock, 'motorsport', 'GET', '/boot', { token });
          return (body as { modules: { id: string; version: string }[] }).modules.find((one) => one.id === id)?.version;
        },
      });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
test.use({ paddockOptions: { env: { SESSION_DAYS: '94' } } });

const chats = (page: Page) => page.getByRole('list', { name: 'Chats' });

test('a release that fails for three members leaves all windows by itself, while each shows the tab', async ({
  openAs,
  pageErrors,
  releases: { deployed, next, rollOut, versionOf },
}) => {
  pageErrors.allow(/thrown while mounting/);
  // All members, so that the demo's few are among them.
  await rollOut(100);
  await expect.poll(() => versionOf('driver')).toBe(next);

  const steward = await openAs('steward');
  await go(steward, '/main/chats');
  await expect(chats(steward)).toBeVisible();
  await go(steward, '/main/diagnostics');
  const report = steward.getByRole('listitem').filter({ hasText: id }).first();
  await expect(report).toContainText(next);

  for (const user of ['driver', 'crew', 'chief'] as const) {
    expect(await versionOf(user)).toBe(next);
    const page = await openAs(user);
    await page.evaluate((key) => localStorage.setItem(key, 'mounting'), `${id}.throws`);
    await page.reload();
    await go(page, '/main/chats');
    // The channel's release takes its place at once.
    await expect(chats(page)).toBeVisible();
  }
  await expect.poll(() => versionOf('steward')).toBe(deployed);
  await expect(report).toContainText(deployed);
  await expect(report).not.toContainText(next);

  const admin = await openAs('super');
  await go(admin, '/main/admin/deployment');
  const row = admin.getByRole('region', { name: 'Modules' }).getByRole('listitem').filter({ hasText: id });
  await expect(row).toContainText('Returned');
  await expect(row).toContainText(/failed for 3 of \d/);
  await takeScreen(admin, 'rollout-returned', 'desktop', 'light');
});
