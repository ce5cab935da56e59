import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rspack } from '@rspack/core';
import semver from 'semver';
import ts from 'typescript';
import { baseConfig, runBuild } from '../config/base-config.mjs';
import { packageDir } from '../config/places.mjs';
import { Refusal } from '../config/refusal.mjs';
import { shapesOf } from './manifest-icons.mjs';
import { placeInManifest } from './manifest-place.mjs';
import { undeclaredUses, usedCalls } from './undeclared-uses.mjs';

const contract = packageDir('contract');

/**
 * Evaluates and validates a module's manifest; throws a Refusal with all faults at once, one line each, with file and line.
 * @param {{ dir: string, version: string }} options
 * @returns {Promise<import('@paddock/contract/core/manifest').Manifest>}
 */
export async function readManifest({ dir, version }) {
  const name = path.basename(dir);
  const source = await readFile(path.join(dir, 'manifest.ts'), 'utf8').catch(() => {
    throw new Refusal(`${name} has no manifest.ts`);
  });
  const at = (place, value) => `${name}/manifest.ts:${placeInManifest(source, place, value)}: `;
  const { data, parse, permissions, contractVersion } = await evaluate(dir).catch((error) => {
    if (error instanceof Refusal) throw error;
    // `name is not defined`, and other errors of its code.
    throw new Refusal(`${at([], /^\w+/.exec(error.message)?.[0])}${error.message}`);
  });
  const icons = await Promise.all(
    (data.tabs ?? []).map(({ icon }, index) =>
      shapesOf(String(icon), dir).catch((error) => new Refusal(`${at(['tabs', index, 'icon'])}${error.message}`)),
    ),
  );
  refuse(icons.flatMap((icon) => (icon instanceof Refusal ? [icon.message] : [])));
  const tabs = (data.tabs ?? []).map((tab, index) => ({ ...tab, icon: icons[index] }));
  const declared = (data.permissions ?? []).map((permission) => permission.name ?? permission);
  // A tab's own permission is imported from its contract file.
  const ofTabs = (data.permissions ?? []).flatMap((permission) => permission.name ?? []);
  const parsed = parse({ version: '0.0.0', ...data, tabs, permissions: declared });
  refuse(parsed.issues.map((issue) => `${at(issue.path)}${issue.path.join('.')}: ${issue.message}`));
  const { manifest } = parsed;
  const languages = await languagesOf(dir);
  const index = await readFile(path.join(dir, 'src/index.ts'), 'utf8');
  const faults = manifestFaults({
    manifest,
    at,
    id: name,
    offered: definedParts(index),
    permissions: [...Object.keys(permissions), ...ofTabs],
    linkIds: await interfaceKeys('Links'),
    slotIds: await interfaceKeys('Slots'),
    contractVersion,
    languages: languages ?? [],
  });
  refuse([...faults, ...undeclaredUses(dir, manifest)]);
  const calls = new Set(usedCalls(dir).map((call) => `${call.method} ${call.path}`));
  return { ...manifest, version, languages, calls: [...calls].sort() };
}

/** @param {string[]} faults */
function refuse(faults) {
  if (faults.length > 0) throw new Refusal(faults.join('\n'));
}

/**
 * The languages that all of a module's texts are in: those of its own and of each feature.
 * @param {string} dir
 * @returns {Promise<string[] | undefined>} undefined for a module without texts
 */
export async function languagesOf(dir) {
  const files = (await readdir(path.join(dir, 'src'), { recursive: true })).map((file) => path.parse(file));
  const texts = files.filter(({ dir: folder, ext }) => path.basename(folder) === 'messages' && ext === '.json');
  if (texts.length === 0) return undefined;
  const folders = [...new Set(texts.map(({ dir: folder }) => folder))];
  const has = (folder, name) => texts.some((file) => file.dir === folder && file.name === name);
  return [...new Set(texts.map(({ name }) => name))]
    .filter((name) => folders.every((folder) => has(folder, name)))
    .sort();
}

/**
 * Names in the manifest that do not exist, and parts of the module that the manifest does not name.
 * @param {{ manifest: any, id: string, offered: { screens: string[], slots: string[] }, permissions: string[], linkIds: string[],
 *   slotIds: string[], contractVersion: string, languages: string[], at?: (path: string[], value: string) => string }} parts
 *   `at` returns the beginning of a fault's line, which names its place
 * @returns {string[]}
 */
export function manifestFaults({
  manifest,
  id,
  offered,
  permissions,
  linkIds,
  slotIds,
  contractVersion,
  languages,
  at,
}) {
  const faults = [];
  const fault = (property, value, detail) =>
    faults.push(`${at?.(property.split(/[,.]/, 1), value) ?? ''}${property} '${value}': ${detail}`);
  const claimed = [...manifest.tabs.map((tab) => `/main/${tab.id}`), ...manifest.routes.map((route) => route.path)];
  const within = (address) =>
    claimed.includes(address) || manifest.tabs.some((tab) => address.startsWith(`/main/${tab.id}/`));

  if (manifest.id !== id) fault('id', manifest.id, `must be the folder's name, ${id}`);
  for (const { id: named, title } of [manifest, ...manifest.tabs])
    for (const language of languages)
      if (title[language] === undefined) fault('title', named, `has no text in '${language}'`);
  if (!semver.validRange(manifest.contract)) fault('contract', manifest.contract, 'is not a version range');
  else if (!semver.satisfies(contractVersion, manifest.contract))
    fault('contract', manifest.contract, `does not include the contract it is built with, ${contractVersion}`);
  for (const address of claimed)
    if (!offered.screens.includes(address))
      fault('tabs, routes', address, 'src/index.ts has no screen with that address');
  for (const address of offered.screens)
    if (!within(address)) fault('screens', address, 'no tab or route of the manifest claims it');
  for (const slot of manifest.slots.offers)
    if (!offered.slots.includes(slot)) fault('slots.offers', slot, 'src/index.ts has no component with that name');
  for (const slot of offered.slots)
    if (!manifest.slots.offers.includes(slot)) fault('slots', slot, 'is missing in slots.offers of the manifest');
  for (const slot of [...manifest.slots.offers, ...manifest.slots.uses])
    if (!slotIds.includes(slot)) fault('slots', slot, 'is not declared in packages/contract/src/core/links.ts');
  for (const [link, address] of Object.entries(manifest.links)) {
    if (!linkIds.includes(link)) fault('links', link, 'is not declared in packages/contract/src/core/links.ts');
    if (!offered.screens.includes(address)) fault('links', link, `no screen at ${address}`);
  }
  for (const permission of manifest.permissions)
    if (!permissions.includes(permission)) fault('permissions', permission, 'is not declared in packages/contract');
  return faults;
}

/** Evaluates manifest.ts with its contract; both are TypeScript, so they are bundled first. */
async function evaluate(dir) {
  const outDir = await mkdtemp(path.join(tmpdir(), 'paddock-manifest-'));
  try {
    const config = baseConfig({
      dir,
      outDir,
      mode: 'development',
      uniqueName: 'manifest',
      publicPath: '',
      wholeCalls: true,
    });
    await runBuild({
      ...config,
      target: 'node24',
      devtool: false,
      entry: {
        manifest: `data:text/javascript,${encodeURIComponent(
          `import { manifest as data } from ${JSON.stringify(path.join(dir, 'manifest.ts'))};
           import { manifest as schema } from ${JSON.stringify(path.join(contract, 'src/core/manifest.ts'))};
           export { data };
           export const parse = (given) => {
             const { data: manifest, error } = schema.safeParse(given);
             return { manifest, issues: error?.issues ?? [] };
           };
           export { permissions } from ${JSON.stringify(path.join(contract, 'src/core/permissions.ts'))};
           export { contractVersion } from ${JSON.stringify(path.join(contract, 'src/core/contract-version.ts'))};`,
        )}`,
      },
      output: { ...config.output, filename: '[name].mjs', module: true, library: { type: 'module' } },
      plugins: [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    });
    return await import(pathToFileURL(path.join(outDir, 'manifest.mjs')).href);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** The keys of `screens` and `slots` in the `defineMfe({ … })` of a source text. */
export function definedParts(source) {
  /** @type {{ screens: string[], slots: string[] }} */
  const parts = { screens: [], slots: [] };
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText(file) === 'defineMfe') {
      const [argument] = node.arguments;
      if (!argument || !ts.isObjectLiteralExpression(argument)) return;
      for (const property of argument.properties) {
        const name = property.name?.getText(file);
        if ((name === 'screens' || name === 'slots') && ts.isPropertyAssignment(property))
          if (ts.isObjectLiteralExpression(property.initializer))
            parts[name] = property.initializer.properties.map(nameOf);
      }
    }
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile('index.ts', source, ts.ScriptTarget.Latest, true);
  visit(file);
  return parts;
}

/** The ids declared in an interface of the contract's links.ts (`Links`, `Slots`). */
async function interfaceKeys(name) {
  const text = await readFile(path.join(contract, 'src/core/links.ts'), 'utf8');
  const file = ts.createSourceFile('links.ts', text, ts.ScriptTarget.Latest, true);
  const found = file.statements.filter(ts.isInterfaceDeclaration).find((node) => node.name.text === name);
  return found?.members.map(nameOf) ?? [];
}

/** @param {import('typescript').NamedDeclaration} node */
const nameOf = ({ name }) => (name && 'text' in name ? String(name.text) : '');
