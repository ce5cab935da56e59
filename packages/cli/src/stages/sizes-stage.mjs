import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moduleDirs } from '../build-units.mjs';
import { registryDir } from '../paths.mjs';
import { asOneTest } from './run-tool.mjs';

/** @type {import('./run-stages.mjs').Stage} */
export const sizesStage = {
  name: 'sizes',
  budget: 20,
  async run() {
    const { checkBudget } = await import('@paddock/build/rspack/module-budget.mjs');
    const within = await Promise.all(
      moduleDirs().map(async (id) => {
        const { stable } = JSON.parse(await readFile(join(registryDir, id, 'channels.json'), 'utf8'));
        const outDir = join(registryDir, id, stable);
        const { budget_kb: budgetKb } = JSON.parse(await readFile(join(outDir, 'manifest.json'), 'utf8'));
        const bytes = await checkBudget({ outDir, budgetKb, id });
        console.log(`    ${id} ${(bytes / 1024).toFixed(1)} KB of ${budgetKb} KB`);
        return true;
      }),
    );
    return asOneTest(within.every(Boolean));
  },
};
