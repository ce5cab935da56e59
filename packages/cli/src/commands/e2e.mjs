import { findBrowser } from '../install/browser.mjs';
import { buildAll } from '../install/build-all.mjs';
import { nodeUnits, webUnits } from '../install/build-units.mjs';
import { install } from '../install/install.mjs';
import { root } from '../paths.mjs';
import { runTool } from '../stages/run-tool.mjs';

/**
 * Passes all arguments to Playwright: a file, `-g 'a title'`, `--debug`.
 * @param {string[]} args
 */
export async function run(args) {
  await install(root);
  await buildAll([...nodeUnits(), ...webUnits()]);
  const { ok } = await runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...args], {
    signal: new AbortController().signal,
    show: true,
    env: { CHROMIUM_PATH: await findBrowser() },
    package: '@playwright/test',
  });
  return ok ? 0 : 1;
}
