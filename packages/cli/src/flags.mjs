import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAll } from './build-all.mjs';
import { nodeUnits } from './build-units.mjs';
import { install } from './install.mjs';
import { readOptions } from './options.mjs';
import { root } from './paths.mjs';

const usage = `npm run flags    writes deployments/schema/deployment.json and docs/flags.md from the contract`;

/** @param {string[]} args */
export async function run(args) {
  readOptions(args, {}, usage);
  await install(root);
  await buildAll(nodeUnits());
  for (const [file, text] of Object.entries(await deploymentDocs())) await writeFile(join(root, file), text);
}

/**
 * The files that describe a deployment, by their path in the workspace.
 * @returns {Promise<Record<string, string>>}
 */
export async function deploymentDocs() {
  const { deploymentSchema, flagsPage } = await import('@paddock/build/deployment-docs/deployment-docs.mjs');
  const { deployment, languages } = await import('@paddock/contract/core/deployment');
  const { buttonIcons, categoryIcons, profileFieldIcons } = await import('@paddock/contract/core/icon-names');
  const { unavailableFlags } = await import('@paddock/contract/core/unavailable-flags');
  const icons = {
    'flags.home_tab.buttons[].icon': buttonIcons,
    'flags.classifieds_tab.categories[].icon': categoryIcons,
    'flags.profile_fields[].icon': profileFieldIcons,
  };
  const schema = deploymentSchema({ deployment, languages, icons });
  return {
    'deployments/schema/deployment.json': `${JSON.stringify(schema, null, 2)}\n`,
    'docs/flags.md': flagsPage(schema, unavailableFlags, icons),
  };
}
