import type { FileKind } from '../fixtures/trouble-releases.js';
import { expectTroubleAlone, openTab, retryTrouble } from '../fixtures/tabs.js';
import { test } from '../fixtures/test.js';

for (const kind of ['list of files', 'container manifest', 'entry'] satisfies FileKind[])
  test(`a module whose ${kind} is missing shows its tile and recovers`, async ({
    page,
    openShell,
    trouble,
    pageErrors,
  }) => {
    pageErrors.allow(/\/mfe-trouble\//);
    const mend = await trouble.spoil(await trouble.fileOf(kind), null);
    await openShell();
    await openTab(page, 'Trouble');
    await expectTroubleAlone(page, { code: 'MODULE_NOT_FOUND', version: await trouble.version() });
    await mend();
    await retryTrouble(page);
  });
