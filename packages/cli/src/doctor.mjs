import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll } from './build-all.mjs';
import { moduleDirs, moduleUnit, nodeUnits } from './build-units.mjs';
import { ffmpegProblem } from './ffmpeg.mjs';
import { install } from './install.mjs';
import { readOptions } from './options.mjs';
import { deploymentsDir, registryDir, root } from './paths.mjs';

const usage = `npm run doctor    checks the deployment files against the module registry, as a start would, and looks for ffmpeg`;

/** @param {string[]} args */
export async function run(args) {
  readOptions(args, {}, usage);
  await install(root);
  // A start would release modules that have no release yet, so a missing release is no problem.
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
  console.log((await ffmpegProblem()) ?? 'Videos are transcoded by ffmpeg.');
  for (const problem of problems) console.error(`✗ ${problemText(problem)}`);
  console.log(problems.length ? `${problems.length} problems: the services would not start.` : 'No problems found.');
  return problems.length ? 1 : 0;
}

/**
 * Imports built code of the services, so that this command reports what a start would report.
 * @param {string} file below `services/dist`
 */
const services = (file) => import(pathToFileURL(join(root, 'services/dist', file)).href);
