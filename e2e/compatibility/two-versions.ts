import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import type { Community, Paddock } from '../fixtures/paddock.js';
import { conversation, go, unique } from '../fixtures/places.js';
import { expect, test as base } from '../fixtures/test.js';
import { type FormerRelease, unpackFormerRelease } from './former-release.js';

/**
 * Expects that a page has loaded the releases that its community deploys. Exactly the modules in `fallenBack` run the release
 * before, as they do in a shell that lacks what they use of the present one.
 */
type ExpectVersions = (page: Page, community: Community, options?: { fallenBack?: readonly string[] }) => Promise<void>;

interface WorkerFixtures {
  isShellFormer: boolean;
  former: FormerRelease;
}

/**
 * In motorsport the present modules are deployed, and the former ones are what they replaced; in workplace the former ones are deployed.
 */
export const test = base.extend<{ expectVersions: ExpectVersions }, WorkerFixtures>({
  isCold: true,
  isShellFormer: [false, { option: true, scope: 'worker' }],
  former: [
    async ({}, use) => {
      const former = unpackFormerRelease();
      await use(former);
      await rm(dirname(former.shellDir), { recursive: true });
    },
    { scope: 'worker' },
  ],
  paddockOptions: [
    ({ isShellFormer, former }, use) =>
      use(isShellFormer ? { shellDir: former.shellDir } : { env: { SESSION_DAYS: '93' } }),
    { scope: 'worker' },
  ],
  expectVersions: async ({ paddock, former }, use) => {
    for (const [id, version] of Object.entries(former.modules)) {
      await cp(join(former.registryDir, id, version), join(paddock.registryDir, id, version), { recursive: true });
      await changeJson(join(paddock.registryDir, id, 'channels.json'), { previous: { stable: version } });
    }
    // Not restored: this Paddock is for these tests alone.
    const deployed = { modules: { ...(await modulesOf(paddock)), ...former.modules } };
    await changeJson(join(paddock.deploymentsDir, 'workplace.json'), deployed);
    const listed = async (community: Community) => {
      const { body } = await callApi(paddock, community, 'GET', '/boot');
      const { modules } = body as { modules: { id: string; version: string }[] };
      return Object.fromEntries(
        modules.filter(({ id }) => id in former.modules).map(({ id, version }) => [id, version]),
      );
    };
    await expect.poll(() => listed('workplace')).toEqual(former.modules);
    await use(async (page, community, { fallenBack = [] } = {}) => {
      const versions = await listed(community);
      const loaded = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
      );
      const used = ['mfe-account', 'mfe-chats', 'mfe-people', 'mfe-shouts'];
      const isLoaded = (id: string, version: string | undefined) =>
        loaded.some((path) => path.startsWith(`/${id}/${version}/assets/`));
      const hasFallenBack = (id: string) => versions[id] !== former.modules[id] && isLoaded(id, former.modules[id]);
      expect(used.filter(hasFallenBack)).toEqual(fallenBack);
      expect(used.filter((id) => !hasFallenBack(id) && !isLoaded(id, versions[id]))).toEqual([]);
    });
  },
});

async function changeJson(file: string, change: object): Promise<void> {
  const content = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(`${file}.draft`, JSON.stringify({ ...content, ...change }));
  await rename(`${file}.draft`, file);
}

async function modulesOf({ deploymentsDir }: Paddock): Promise<Record<string, string>> {
  const { modules = {} } = JSON.parse(await readFile(join(deploymentsDir, 'workplace.json'), 'utf8')) as {
    modules?: Record<string, string>;
  };
  return modules;
}

/** A sign-in, a shout, a reload, the directory and settings: each of the stored modules reads and writes. */
export async function useTheApp(page: Page, origin: string) {
  await page.goto(`${origin}/#/login`);
  await page.getByRole('textbox', { name: 'Username or e-mail' }).fill('driver');
  await page.getByRole('textbox', { name: 'Password' }).fill('paddock-demo');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeVisible();
  await go(page, '/main/chats/0');
  const text = unique('Written across versions');
  await page.getByRole('main').getByRole('textbox', { name: 'Write to Everybody' }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(conversation(page)).toContainText(text);
  await page.reload();
  await expect(conversation(page)).toContainText(text);
  await go(page, '/main/people');
  await expect(
    page.getByRole('main').getByRole('searchbox').or(page.getByRole('main').getByRole('listitem')).first(),
  ).toBeVisible();
  await go(page, '/main/settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
}
