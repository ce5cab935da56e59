import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll } from './build-all.mjs';
import { moduleDirs, moduleUnit, nodeUnits } from './build-units.mjs';
import { install } from './install.mjs';
import { readOptions } from './options.mjs';
import { deploymentsDir, registryDir, root } from './paths.mjs';

const usage = `npm run doctor    checks the deployment files against the module registry, as a start would`;

/** @param {string[]} args */
export async function run(args) {
  readOptions(args, {}, usage);
  await install(root);
  // A start would release what was never released, so its lack is nothing to mend.
  const unreleased = moduleDirs().filter((dir) => !existsSync(join(registryDir, dir)));
  await buildAll([...nodeUnits(), ...unreleased.map((dir) => moduleUnit(dir))]);
  const { readDeployments } = await services('deployment/read-deployments.js');
  const { problemText } = await services('deployment/deployment-problem.js');
  const { ModuleRegistry } = await services('deployment/registry/module-registry.js');
  const { communities, problems } = readDeployments(deploymentsDir, new ModuleRegistry({ registryDir }));
  for (const { config, modules } of communities) {
    console.log(`${config.title} (${config.id})`);
    for (const { module, fallback } of modules)
      console.log(`  ${module.id} ${module.version}${fallback ? `, falls back to ${fallback.version}` : ''}`);
  }
  for (const problem of problems) console.error(`✗ ${problemText(problem)}`);
  console.log(problems.length ? `${problems.length} to mend: a start would be refused.` : 'Nothing to mend.');
  return problems.length ? 1 : 0;
}

/**
 * The services' own reader, as built: what it refuses at start is what is said here.
 * @param {string} file below `services/dist`
 */
const services = (file) => import(pathToFileURL(join(root, 'services/dist', file)).href);
