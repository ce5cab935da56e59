import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAll } from '../install/build-all.mjs';
import { nodeUnits } from '../install/build-units.mjs';
import { Failure } from '../failure.mjs';
import { install } from '../install/install.mjs';
import { readOptions } from '../options.mjs';
import { root } from '../paths.mjs';

const usage = `npm run generate    writes deployments/schema/deployment.json, docs/flags.md, the services' list of flags and packages/contract/calls.json from the contract, and docs/screens.md`;

/** The calls and events of the contract, with which later changes are compared. */
const callsFile = join(root, 'packages/contract/calls.json');

/** @param {string[]} args */
export async function run(args) {
  readOptions(args, {}, usage);
  await install(root);
  await buildAll(nodeUnits());
  await writeFile(callsFile, await callsText());
  for (const [file, text] of Object.entries(await deploymentDocs())) await writeFile(join(root, file), text);
}

/** @throws {Failure} that names the changes which need another major version of the contract */
async function callsText() {
  const { contractShape, storedText } = await import('@paddock/build/contract/call-shapes.mjs');
  const faults = await incompatibleCalls();
  if (faults.length > 0)
    throw new Failure(
      `Released modules would fail with these changes. Keep what they use, or raise the major version of the contract:\n${faults.join('\n')}`,
    );
  return storedText(await contractShape(root));
}

/**
 * The changes of calls and events since `packages/contract/calls.json` was written that need another major version of the contract.
 * @returns {Promise<string[]>}
 */
export async function incompatibleCalls() {
  const { contractShape } = await import('@paddock/build/contract/call-shapes.mjs');
  const { incompatibleChanges } = await import('@paddock/build/contract/incompatible-changes.mjs');
  return incompatibleChanges(JSON.parse(await readFile(callsFile, 'utf8')), await contractShape(root));
}

/**
 * The files that describe a deployment, and the modules' screens, by their path in the workspace.
 * @returns {Promise<Record<string, string>>}
 */
export async function deploymentDocs() {
  const { deploymentSchema, flagList, flagsPage } = await import('@paddock/build/deployment-docs/deployment-docs.mjs');
  const { screensPage } = await import('@paddock/build/docs/screens-page.mjs');
  const { deployment, languages } = await import('@paddock/contract/core/deployment');
  const { buttonIcons, categoryIcons, profileFieldIcons } = await import('@paddock/contract/core/icon-names');
  const icons = {
    'flags.home_tab.buttons[].icon': buttonIcons,
    'flags.classifieds_tab.categories[].icon': categoryIcons,
    'flags.profile_fields[].icon': profileFieldIcons,
  };
  const schema = deploymentSchema({ deployment, languages, icons });
  return {
    'deployments/schema/deployment.json': `${JSON.stringify(schema, null, 2)}\n`,
    'docs/flags.md': flagsPage(schema, icons),
    'services/src/deployment/operations/flag-list.json': `${JSON.stringify(flagList(schema), null, 1)}\n`,
    'docs/screens.md': screensPage(root),
  };
}
