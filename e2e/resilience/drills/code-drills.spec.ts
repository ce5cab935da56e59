import type { Page } from '@playwright/test';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expectTab, expectTroubleAlone, openTab, retryTrouble, withoutSocket } from '../fixtures/tabs.js';
import { expect, test } from '../fixtures/test.js';

type Json = Record<string, unknown>;

async function changeJson(file: string, change: (content: Json) => Json): Promise<void> {
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')) as Json)));
}

/** The report of a failure, once the shell has sent it. */
function reportOf(page: Page, code: string) {
  return page.waitForRequest((sent) => {
    const body = sent.postData() ?? '';
    return body.includes('"module_failed"') && body.includes(`"${code}"`);
  });
}

for (const [phase, code] of [
  ['evaluating', 'MODULE_EVALUATION'],
  ['bootstrapping', 'MODULE_MOUNT'],
  ['mounting', 'MODULE_MOUNT'],
] as const)
  test(`a module that throws while ${phase} shows its tile, is reported, and recovers`, async ({
    page,
    openShell,
    trouble,
    pageErrors,
  }) => {
    pageErrors.allow(/thrown (while evaluating|in bootstrap|in mount)/);
    const version = await trouble.version();
    const report = reportOf(page, code);
    await openShell({ version: 'this', while: phase });
    await openTab(page, 'Trouble');
    await expectTroubleAlone(page, { code, version });
    expect((await report).postDataJSON()).toMatchObject({ module: 'mfe-trouble', version });
    await page.evaluate(() => localStorage.removeItem('mfe-trouble.fails'));
    await retryTrouble(page);
  });

const notDeclared = (name: string, place: string) =>
  `mfe-trouble uses '${name}', which ${place} of its manifest does not declare`;

for (const [button, message] of [
  ['Throw in an event', 'thrown in an event'],
  ['Throw in an effect', 'thrown in an effect'],
  ['Throw in a promise', 'thrown in a promise'],
  ['Throw in a timer', 'thrown in a timer'],
  ['Throw on update', 'thrown on update'],
  ['Make an undeclared call', notDeclared('chats.read', 'permissions')],
  ['Show an undeclared slot', notDeclared('account.report', 'slots.uses')],
] as const)
  test(`after '${button}' the module shows its tile, is reported, and recovers`, async ({
    page,
    openShell,
    trouble,
    pageErrors,
  }) => {
    pageErrors.allow(new RegExp(message));
    const version = await trouble.version();
    const report = reportOf(page, 'MODULE_CRASHED');
    await openShell();
    await openTab(page, 'Trouble');
    await page.getByRole('button', { name: button }).click();
    await expectTroubleAlone(page, { code: 'MODULE_CRASHED', version });
    const sent = (await report).postDataJSON() as Record<string, string>;
    expect(sent).toMatchObject({ module: 'mfe-trouble', version });
    expect(sent.message).toContain(message);
    await retryTrouble(page);
  });

test('a module that throws while it leaves the page is reported, and mounts again', async ({
  page,
  openShell,
  trouble,
  pageErrors,
}) => {
  pageErrors.allow(/thrown on unmount/);
  const report = reportOf(page, 'MODULE_CRASHED');
  await openShell();
  await openTab(page, 'Trouble');
  await page.getByRole('button', { name: 'Throw on unmount' }).click();
  await openTab(page, 'Chats');
  await expectTab(page, 'Chats');
  const sent = (await report).postDataJSON() as Record<string, string>;
  expect(sent).toMatchObject({ module: 'mfe-trouble', version: await trouble.version() });
  expect(sent.message).toContain('thrown on unmount');
  await openTab(page, 'Trouble');
  await expectTab(page, 'Trouble');
});

/** Releases that the build refuses; each change is made in the folder of one. */
const badReleases: [name: string, code: string, change: (dir: string, entry: string) => Promise<void>][] = [
  [
    'does not parse',
    'MODULE_NOT_JAVASCRIPT',
    (dir, entry) => writeFile(join(dir, 'assets', basename(entry)), 'this is not JavaScript'),
  ],
  [
    'is built for another contract',
    'CONTRACT_MISMATCH',
    (dir) => changeJson(join(dir, 'manifest.json'), (manifest) => ({ ...manifest, contract: '^99.0.0' })),
  ],
  [
    'wants a second React',
    'CONTRACT_MISMATCH',
    (dir) =>
      changeJson(join(dir, 'mf-manifest.json'), ({ shared, ...rest }) => ({
        ...rest,
        shared: (shared as Json[]).map((one) => (one.name === 'react' ? { ...one, requiredVersion: '^18.0.0' } : one)),
      })),
  ],
];

for (const [name, code, change] of badReleases)
  test(`a release that ${name} shows its tile, is reported, and recovers with the next release`, async ({
    page,
    openShell,
    trouble,
    pageErrors,
  }) => {
    pageErrors.allow(/SyntaxError/);
    const entry = await trouble.fileOf('entry');
    await trouble.releaseChanged((dir) => change(dir, entry));
    const version = await trouble.version();
    await withoutSocket(page);
    const report = reportOf(page, code);
    await openShell();
    await openTab(page, 'Trouble');
    await expectTroubleAlone(page, { code, version });
    expect((await report).postDataJSON()).toMatchObject({ module: 'mfe-trouble', version });
    await trouble.restore();
    await retryTrouble(page);
  });

test('a spoilt channel file changes nothing: the last good release runs', async ({
  page,
  openShell,
  trouble,
  paddock,
}) => {
  const version = await trouble.version();
  const mend = await trouble.spoil('mfe-trouble/channels.json', () => '{ "stable": ');
  await expect
    .poll(async () => JSON.stringify(await (await fetch(`http://127.0.0.1:${paddock.port}/health`)).json()))
    .toContain('mfe-trouble');
  await openShell();
  await openTab(page, 'Trouble');
  await expectTab(page, 'Trouble');
  await page.evaluate(() => (location.hash = '/main/diagnostics'));
  await expect(page.getByRole('listitem').filter({ hasText: 'mfe-trouble' })).toContainText(version);
  await mend();
});
