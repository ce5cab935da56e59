import { go } from '../../fixtures/places.js';
import { expect, test } from '../../fixtures/test.js';
import { collectReports, drilledModules, expectTile, filled, openOther, piece, retry } from './drilled.js';
import { applyFault, fileFaults } from './file-faults.js';

test.use({ isCold: true });

for (const [index, fault] of fileFaults.entries())
  for (const drilled of drilledModules(index))
    test(`${drilled.id} ${fault.name}`, async ({ page, motorsport, paddock, signedIn, pageErrors }) => {
      const { id, address, other } = drilled;
      pageErrors.allow(/\/mfe-/);
      await signedIn(page, 'driver');
      const reports = await collectReports(page);
      const isAlone = fault.files !== 'all modules';
      const { version, mend } = await applyFault(page, paddock, drilled, fault);
      await page.goto(`${motorsport}/#${isAlone ? other.address : '/main/hamburger'}`);
      const othersWork = () =>
        isAlone
          ? openOther(page, drilled)
          : go(page, '/main/hamburger').then(() =>
              expect(page.getByRole('main').getByRole('heading', { name: 'Menu' })).toBeVisible(),
            );
      await othersWork();

      await go(page, address);
      if (fault.code === undefined) {
        await othersWork();
        await go(page, address);
        await expect(piece(page, drilled)).toBeVisible();
        expect(reports).toEqual([]);
        filled(fault.name, drilled, { sees: 'its page, when it is there', others: 'work', retry: '–', reported: '–' });
        return;
      }
      await expectTile(page, drilled, { code: fault.code, version });
      expect(reports).toContainEqual(
        expect.objectContaining({ type: 'module_failed', module: id, version, code: fault.code }),
      );
      await othersWork();
      await go(page, address);
      // A lost module is requested again when its page opens.
      await expectTile(page, drilled, { code: fault.code, version });
      await mend();
      await retry(page, drilled);
      const others = isAlone ? 'work' : 'tiles; menu and diagnostics work';
      filled(fault.name, drilled, { sees: `tile ${fault.code}`, others, retry: 'opens it', reported: fault.code });
    });
