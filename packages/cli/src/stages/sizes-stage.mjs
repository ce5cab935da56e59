import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { moduleDirs } from '../install/build-units.mjs';
import { registryDir, shellDir } from '../paths.mjs';
import { asOneTest } from './run-tool.mjs';

/**
 * Maximum gzip KB of scripts before the first screen can request its rows: the target of 180, and 8 for the rail (bell and profile
 * button), the page of a shell that threw, releases that replace others in an open window, and the next change.
 */
const firstScreenBudget = 188;
/** The module of the first tab. */
const firstModule = 'mfe-chats';

/** @type {import('./run-stages.mjs').Stage} */
export const sizesStage = {
  name: 'sizes',
  budget: 20,
  async run() {
    const { checkBudget, kb } = await import('@paddock/build/rspack/module/module-budget.mjs');
    const within = await Promise.all(
      moduleDirs().map(async (id) => {
        const { stable } = JSON.parse(await readFile(join(registryDir, id, 'channels.json'), 'utf8'));
        const outDir = join(registryDir, id, stable);
        const { budget_kb: budgetKb } = JSON.parse(await readFile(join(outDir, 'manifest.json'), 'utf8'));
        const bytes = await checkBudget({ outDir, budgetKb, id });
        console.log(`    ${id} ${kb(bytes)} of ${budgetKb} KB`);
        return true;
      }),
    );
    const received = await firstScreenBytes();
    console.log(`    first screen ${kb(received)} of ${firstScreenBudget} KB`);
    const isWithinBudget = received <= firstScreenBudget * 1024;
    if (!isWithinBudget)
      console.log(
        `    The scripts of the shell and ${firstModule} together exceed their budget: load part of them later.`,
      );
    return asOneTest(isWithinBudget && within.every(Boolean));
  },
};

/** Built scripts of the shell, of the first module, and of the shared modules that it uses. */
async function firstScreenBytes() {
  const read = async (...path) => JSON.parse(await readFile(join(...path), 'utf8'));
  const { stable } = await read(registryDir, firstModule, 'channels.json');
  const moduleDir = join(registryDir, firstModule, stable);
  const { firstLoadFiles } = await import('@paddock/build/rspack/module/module-budget.mjs');
  const { firstLoadFile } = await import('@paddock/build/rspack/shell/build-shell.mjs');
  const { first, shared } = await read(shellDir, firstLoadFile);
  const { firstShared } = await read(moduleDir, 'mf-manifest.json');
  const ofShell = new Set([...first, ...firstShared.flatMap((name) => shared[name] ?? [])]);
  const files = [
    ...[...ofShell].map((file) => join(shellDir, file)),
    ...(await firstLoadFiles(moduleDir)).map((file) => join(moduleDir, file)),
  ].filter((file) => file.endsWith('.js'));
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(file)).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}
