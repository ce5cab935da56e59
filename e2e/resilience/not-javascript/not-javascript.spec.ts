import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expectTroubleAlone, openTab, retryTrouble, withoutSocket } from '../fixtures/tabs.js';
import { test } from '../fixtures/test.js';

test('a module whose entry is an HTML page shows its tile and recovers', async ({
  page,
  openShell,
  trouble,
  pageErrors,
}) => {
  pageErrors.allow(/\/mfe-trouble\//);
  const entry = `**${await trouble.fileOf('entry')}`;
  await page.route(entry, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await openShell();
  await openTab(page, 'Trouble');
  await expectTroubleAlone(page, { code: 'MODULE_NOT_JAVASCRIPT', version: await trouble.version() });
  await page.unroute(entry);
  await retryTrouble(page);
});

test('a release that does not parse shows its tile and recovers with the next one', async ({
  page,
  openShell,
  trouble,
  pageErrors,
}) => {
  pageErrors.allow(/SyntaxError/);
  const entry = basename(await trouble.fileOf('entry'));
  await trouble.releaseChanged((dir) => writeFile(join(dir, 'assets', entry), 'this is not JavaScript'));
  await withoutSocket(page);
  await openShell();
  await openTab(page, 'Trouble');
  await expectTroubleAlone(page, { code: 'MODULE_NOT_JAVASCRIPT', version: await trouble.version() });
  await trouble.restore();
  await retryTrouble(page);
});
