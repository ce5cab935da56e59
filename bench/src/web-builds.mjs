import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildOneBundle } from '@paddock/build/rspack/shell/build-one-bundle.mjs';
import { buildShell } from '@paddock/build/rspack/shell/build-shell.mjs';
import { releaseModule } from '@paddock/build/rspack/release/release-module.mjs';
import { deploymentsDir, root } from '@paddock/cli/paths.mjs';
import { step } from '@paddock/cli/progress.mjs';
import { startRunning } from '@paddock/cli/processes/running.mjs';

/** The measured community. */
export const community = 'motorsport';

/**
 * Compared builds of the same screens; the first one is released.
 * @typedef {'federated' | 'one bundle' | 'one build, split'} Way
 */
export const ways = /** @type {const} */ (['federated', 'one bundle', 'one build, split']);

/**
 * Makes every build, and runs each with its own services and data.
 * @param {string} folder the suite's folder
 */
export async function startEveryWay(folder) {
  const registryDir = join(folder, 'registry');
  const modules = await deployedModules();
  const shells = /** @type {Record<Way, string>} */ (
    Object.fromEntries(ways.map((way) => [way, join(folder, way.replaceAll(/\W+/g, '-'))]))
  );
  await step('federated shell', () => buildShell({ outDir: shells['federated'] }));
  await step('one bundle', () => buildOneBundle({ outDir: shells['one bundle'], modules, split: false }));
  await step('one build, split', () => buildOneBundle({ outDir: shells['one build, split'], modules, split: true }));
  for (const id of modules) await step(id, () => releaseModule({ dir: join(root, id), registryDir }));

  /** @type {{ way: Way, shellDir: string, running: Awaited<ReturnType<typeof startRunning>> }[]} */
  const started = [];
  const stop = async () => {
    for (const { running } of started) await running.stop();
  };
  try {
    for (const way of ways) {
      const dataDir = join(folder, 'data', way.replaceAll(/\W+/g, '-'));
      const options = { demo: true, fresh: true, shellDir: shells[way], registryDir, env: { RATE_LIMITS: 'off' } };
      const running = await step(`services with demo content, ${way}`, () => startRunning({ dataDir, ...options }));
      started.push({ way, shellDir: shells[way], running });
    }
    return { modules, registryDir, started, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The folders of the community's modules, from its deployment file and the base file. */
async function deployedModules() {
  const read = async (name) => JSON.parse(await readFile(join(deploymentsDir, `${name}.json`), 'utf8'));
  const [base, own] = await Promise.all([read('base'), read(community)]);
  return Object.keys({ ...base.modules, ...own.modules });
}
