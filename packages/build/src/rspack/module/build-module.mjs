import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { baseConfig, federationOptimization, runBuild } from '../config/base-config.mjs';
import { writeCopies } from './compressed-copies.mjs';
import { checkBudget } from './module-budget.mjs';
import { integrityOf } from './integrity.mjs';
import { licenceFaults } from '../config/licences.mjs';
import { Refusal } from '../config/refusal.mjs';
import { readManifest } from './module-manifest.mjs';
import { ownReact } from './own-react.mjs';
import { firstShared } from '../shared/shared-graph.mjs';
import { sharedModules } from '../shared/shared-modules.mjs';

/**
 * Names of variables by order instead of frequency: while the entry is minimized, it contains provisional names of the chunks, which
 * depend on the workspace's folder.
 */
const entryMinimizer = { compress: { passes: 3 }, mangle: /** @type {object} */ ({ disableCharFreq: true }) };

/**
 * @param {{ dir: string, outDir: string, version: string, mode?: 'production' | 'development', refresh?: boolean }} options
 * @returns {import('@rspack/core').Configuration}
 */
export function moduleConfig({ dir, outDir, version, mode = 'production', refresh = false }) {
  const { name } = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8'));
  const id = name.replace('@paddock/', '');
  const config = baseConfig({
    dir,
    outDir,
    mode,
    refresh,
    publicPath: 'auto',
    // Two versions of a module can run in one page (fall-back), so global names must include the version.
    uniqueName: `${id}@${version}`,
  });
  return {
    ...config,
    // The container is the only entry point; another entry would run in addition.
    entry: {},
    optimization: {
      ...config.optimization,
      // Without a size of their own, shared modules would get chunks in an order that depends on the workspace's folder.
      splitChunks: { defaultSizeTypes: ['javascript', 'css', 'unknown', 'consume-shared'] },
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({ include: /remote-entry/, minimizerOptions: entryMinimizer }),
        ...(config.optimization?.minimizer ?? []),
      ],
    },
    plugins: [
      ...config.plugins,
      new ModuleFederationPlugin({
        // Each version is a separate container, so that a fall-back in the page mixes nothing up.
        name: `${id}@${version}`.replace(/\W/g, '_'),
        filename: mode === 'production' ? 'assets/remote-entry.[contenthash:10].js' : 'assets/remote-entry.js',
        exposes: { './lifecycles': './src/index.ts' },
        shared: Object.fromEntries(
          sharedModules().map(({ name: key, range }) => [
            key,
            { singleton: true, import: false, requiredVersion: range, strictVersion: true },
          ]),
        ),
        dts: false,
        manifest: true,
        shareStrategy: 'loaded-first',
        // Modules load no other modules; the shell implements slots.
        experiments: { externalRuntime: true, optimization: { ...federationOptimization, disableRemote: true } },
      }),
    ],
  };
}

/**
 * Builds one module for the registry: the bundle, `manifest.json`, `integrity.json`, compressed copies. Fails when the manifest names
 * something that does not exist, or the bundle exceeds its budget, contains React or a package whose licence is not accepted.
 *
 * @param {{ dir: string, outDir: string, version: string }} options `dir` and `outDir` absolute
 * @returns {Promise<{ manifest: import('@paddock/contract/core/manifest').Manifest, firstLoadBytes: number }>} bytes are
 *   gzip
 */
export async function buildModule({ dir, outDir, version }) {
  const manifest = await readManifest({ dir, version });
  const { compilation } = await runBuild(moduleConfig({ dir, outDir, version }));
  const react = ownReact(compilation);
  if (react.length > 0)
    throw new Refusal(`${manifest.id} bundles a second React, use the shared one: ${react.join(', ')}`);
  const licences = licenceFaults([...compilation.modules].flatMap((module) => module.nameForCondition() ?? []));
  if (licences.length > 0)
    throw new Refusal(`${manifest.id} bundles packages whose licence is not accepted: ${licences.join('; ')}`);
  const containerFile = path.join(outDir, 'mf-manifest.json');
  const container = JSON.parse(await readFile(containerFile, 'utf8'));
  await writeFile(containerFile, JSON.stringify({ ...container, firstShared: firstShared(compilation) }));
  const firstLoadBytes = await checkBudget({ outDir, budgetKb: manifest.budget_kb, id: manifest.id });
  // The bundler's report must not be published: it names local folders.
  await rm(path.join(outDir, 'mf-stats.json'), { force: true });
  await writeFile(path.join(outDir, 'manifest.json'), JSON.stringify(manifest, null, 2));
  const integrity = await integrityOf(outDir);
  await writeFile(path.join(outDir, 'integrity.json'), JSON.stringify(integrity, null, 2));
  await writeCopies(outDir);
  return { manifest, firstLoadBytes };
}
