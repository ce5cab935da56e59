import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { baseConfig, federationOptimization, root, runBuild } from './base-config.mjs';
import { sha384 } from './integrity.mjs';
import { sharedModules } from './shared-modules.mjs';

/** Most gzip KB of what the first screen loads of the shell, style sheets included: what was reached, and 5 %. */
const budgetKb = 268;

const shellDir = path.join(root, 'shell');

/** Packages and folders that every first screen needs: one file instead of one for each shared module. */
const core =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|mitt|use-sync-external-store|i18next|react-i18next|html-parse-stringify|void-elements|@tanstack[\\/](query-core|react-query)|single-spa|single-spa-react)[\\/]|[\\/]packages[\\/](mfe-kit[\\/]src[\\/](?!list|load-failed)|contract[\\/])/;
/** Icons, and the components that the frame or most first screens show; what floats (`sheet-modal` …) stays apart. */
const frame =
  /[\\/]node_modules[\\/]lucide-react[\\/]|[\\/]packages[\\/]ui[\\/]src[\\/]((avatar|badge|banner|button|card|cx|frame|group-icon|icon|lazy|menu-list|module-tile|pane|row|search-field|segmented|spinner|state|tag|toast)[\\/]|(menu|sheet)[\\/](menu|sheet)\.)/;
/** Chunks that every first screen needs, fetched beside the entry instead of after it. */
const first = ['core', 'frame', 'start'];

/**
 * @param {{ outDir: string, mode?: 'production' | 'development', refresh?: boolean }} options
 * @returns {import('@rspack/core').Configuration}
 */
export function shellConfig({ outDir, mode = 'production', refresh = false }) {
  const config = baseConfig({ dir: shellDir, outDir, mode, refresh, uniqueName: 'shell', publicPath: '/' });
  const shared = sharedModules();
  return {
    ...config,
    entry: { shell: ['./src/index.ts', './src/boot/shared-modules.js'] },
    optimization: {
      ...config.optimization,
      splitChunks: {
        chunks: 'async',
        cacheGroups: {
          core: { test: core, name: 'core', enforce: true },
          frame: { test: frame, name: 'frame', enforce: true },
        },
      },
    },
    plugins: [
      ...config.plugins,
      // A shared module is in the scope only when the shell imports it: each one, lazily, straight from the list.
      new rspack.experiments.VirtualModulesPlugin({
        'src/boot/shared-modules.js': `export const sharedModules = [\n${shared
          .map(({ name }) => `  () => import(${JSON.stringify(name)}),`)
          .join('\n')}\n];`,
      }),
      new ModuleFederationPlugin({
        name: 'shell',
        shared: Object.fromEntries(
          shared.map(({ name, version }) => [name, { singleton: true, version, requiredVersion: false }]),
        ),
        dts: false,
        manifest: false,
        shareStrategy: 'loaded-first',
        experiments: { provideExternalRuntime: true, optimization: federationOptimization },
      }),
    ],
  };
}

/**
 * Builds the host into a folder: `index.html` and `assets/` under content-hashed names.
 * @param {{ outDir: string, mode?: 'production' | 'development' }} options `outDir` absolute
 * @returns {Promise<{ firstLoadBytes: number }>} gzip bytes of what the first screen loads of the shell
 */
export async function buildShell({ outDir, mode = 'production' }) {
  const stats = await runBuild(shellConfig({ outDir, mode }));
  const { entrypoints, chunks } = stats.toJson({ all: false, entrypoints: true, chunks: true, ids: true });
  const entry = entrypoints.shell.assets.map(({ name }) => name);
  const preload = chunks
    .filter(({ names }) => names.some((name) => first.includes(name)))
    .flatMap(({ files }) => files);
  await writeIndex(outDir, entry, preload);
  const sizes = await Promise.all(
    [...new Set([...entry, ...preload])].map(async (file) => gzipSync(await readFile(path.join(outDir, file))).length),
  );
  const firstLoadBytes = sizes.reduce((sum, size) => sum + size, 0);
  if (mode === 'production' && firstLoadBytes > budgetKb * 1024)
    throw new Error(
      `The shell is over its size budget (gzip, first load).\nMaximum: ${budgetKb} KB\nReceived: ${(firstLoadBytes / 1024).toFixed(1)} KB`,
    );
  return { firstLoadBytes };
}

/** Entry files as tags, the first screen's others as preloads, each with its integrity. */
async function writeIndex(outDir, entry, preload) {
  const template = await readFile(path.join(shellDir, 'index.html'), 'utf8');
  const integrity = async (file) => sha384(await readFile(path.join(outDir, file)));
  const attributes = async (file) => `integrity="${await integrity(file)}" crossorigin="anonymous"`;
  const tags = await Promise.all([
    ...entry.map(async (file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" href="/${file}" ${await attributes(file)} />`
        : `<script defer src="/${file}" ${await attributes(file)}></script>`,
    ),
    ...preload.map(
      async (file) =>
        `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="/${file}" ${await attributes(file)} />`,
    ),
  ]);
  await writeFile(path.join(outDir, 'index.html'), template.replace('<!-- assets -->', tags.join('\n    ')));
}
