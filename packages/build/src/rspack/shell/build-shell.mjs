import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { baseConfig, federationOptimization, runBuild } from '../config/base-config.mjs';
import { root } from '../config/places.mjs';
import { writeCopies } from '../module/compressed-copies.mjs';
import { sha256, sha384 } from '../module/integrity.mjs';
import { sharedFiles } from '../shared/shared-graph.mjs';
import { sharedModules } from '../shared/shared-modules.mjs';
import { checkShellBudget } from './shell-budget.mjs';

export const shellDir = path.join(root, 'shell');

const kit = 'define-mfe entry list navigation queries search-text short-time slots toasts typing'.split(' ');
const frame = (
  'avatar badge banner button card frame group-icon icon menu module-tile pane pull-to-reload row search-field search-toolbar ' +
  'segmented sheet spinner state tag toast'
).split(' ');
/** Exports that nearly every module's first screen imports; they load with the shell's start. */
const firstNames = new Set([
  ...kit.map((name) => `@paddock/mfe-kit/${name}`),
  ...frame.map((name) => `@paddock/ui/${name}`),
]);
/** Small exports of the kit that share a file: each file costs its name and integrity hash in the entry. */
const smallNames = new Set(
  'countdown desk-counts download file-rows language-name link-call people-list splash-image toggle-queue zones'
    .split(' ')
    .map((name) => `@paddock/mfe-kit/${name}`),
);
/** Components that import React Aria statically; they stay out of the common chunk. */
const heavyNames = new Set(['@paddock/ui/calendar']);

/**
 * Imports every shared module lazily, since only imported modules enter the share scope, and gathers sources in three chunks:
 * each chunk adds its integrity hash to the entry.
 * @param {ReturnType<typeof sharedModules>} shared
 */
function virtualModules(shared) {
  const gathered = (isIncluded) =>
    shared
      .filter(({ name }) => isIncluded(name))
      .map(({ source }, at) => `export * as part${at} from ${JSON.stringify(source)};`)
      .join('\n');
  return {
    'src/boot/shared-modules.js': `
      export const sharedModules = [${shared.map(({ name }) => `() => import(${JSON.stringify(name)})`).join()}];
      // The call keeps these imports from being tree-shaken.
      Object.freeze([
        () => import(/* webpackChunkName: "start" */ './first-modules.js'),
        () => import(/* webpackChunkName: "components" */ './other-components.js'),
        () => import(/* webpackChunkName: "parts" */ './small-parts.js'),
      ]);`,
    'src/boot/first-modules.js': gathered((name) => firstNames.has(name)),
    'src/boot/small-parts.js': gathered((name) => smallNames.has(name)),
    'src/boot/other-components.js': gathered(
      (name) => name.startsWith('@paddock/ui/') && !firstNames.has(name) && !heavyNames.has(name),
    ),
  };
}

/**
 * Tests whether a module belongs to the named chunk; as a cache group's test it keeps copies out of other chunks.
 * @returns {import('@rspack/core').OptimizationSplitChunksCacheGroupTestFn}
 */
const inChunk =
  (name) =>
  (module, { chunkGraph }) =>
    [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => chunk.name === name);

/** Files of Module Federation's runtime that the shell's build leaves out. */
const unusedFederation = /\/(SnapshotHandler|preload|consumes|installInitialConsumes|remotes)\.js$/;

/** In the shell's folder: lists the first files, and the files of each shared module. */
export const firstLoadFile = 'first-load.json';
/** Chunks that every first screen needs, fetched beside the entry instead of after it. */
const first = ['libraries', 'start'];

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
    resolve: {
      ...config.resolve,
      alias: {
        ...config.resolve?.alias,
        'federation-runtime-core': path.dirname(
          createRequire(import.meta.url).resolve('@module-federation/runtime-core'),
        ),
      },
    },
    optimization: {
      ...config.optimization,
      splitChunks: {
        chunks: 'async',
        cacheGroups: {
          libraries: {
            test: (module, graphs) =>
              /[\\/]node_modules[\\/]/.test(module.nameForCondition() ?? '') && inChunk('start')(module, graphs),
            name: 'libraries',
            enforce: true,
            priority: 3,
          },
          start: { test: inChunk('start'), name: 'start', enforce: true, priority: 2 },
          components: { test: inChunk('components'), name: 'components', enforce: true, priority: 1 },
          parts: { test: inChunk('parts'), name: 'parts', enforce: true, priority: 0 },
        },
      },
    },
    plugins: [
      ...config.plugins,
      new rspack.NormalModuleReplacementPlugin(unusedFederation, (resource) => {
        if (/[\\/]@module-federation[\\/](runtime-core|webpack-bundler-runtime)[\\/]/.test(resource.context ?? ''))
          resource.request = fileURLToPath(new URL('../config/unused-federation.mjs', import.meta.url));
      }),
      new rspack.experiments.VirtualModulesPlugin(virtualModules(shared)),
      // Provided, and not consumed: of its own imports the shell need not ask the share scope, as each module does.
      new rspack.sharing.ProvideSharedPlugin({
        provides: Object.fromEntries(
          shared.map(({ name, version }) => [
            name,
            { shareKey: name, version, singleton: true, requiredVersion: /** @type {const} */ (false) },
          ]),
        ),
        shareScope: 'default',
        enhanced: true,
      }),
      new ModuleFederationPlugin({
        name: 'shell',
        dts: false,
        manifest: false,
        shareStrategy: 'loaded-first',
        experiments: { provideExternalRuntime: true, optimization: federationOptimization },
      }),
    ],
  };
}

/**
 * Builds the shell into a folder: `index.html`, and `assets/` with content-hashed names.
 * @param {{ outDir: string, mode?: 'production' | 'development' }} options `outDir` absolute
 * @returns {Promise<{ firstLoadBytes: number, firstScripts: number }>} gzip bytes that the first screen loads of the
 *   shell, and those of its scripts
 */
export async function buildShell({ outDir, mode = 'production' }) {
  const stats = await runBuild(shellConfig({ outDir, mode }));
  const files = await writeIndex(outDir, stats, first);
  await buildScript(outDir, 'push-worker', './src/push/worker.ts', 'push-worker.js');
  await writeFile(
    path.join(outDir, firstLoadFile),
    JSON.stringify({ first: files, shared: sharedFiles(stats.compilation) }, null, 2),
  );
  const sizes = await Promise.all(
    files.map(async (file) => ({ file, bytes: gzipSync(await readFile(path.join(outDir, file))).length })),
  );
  const sum = (some) => some.reduce((total, { bytes }) => total + bytes, 0);
  const firstLoadBytes = sum(sizes);
  const firstScripts = sum(sizes.filter(({ file }) => file.endsWith('.js')));
  if (mode === 'production') {
    checkShellBudget({ firstLoadBytes, firstScripts });
    await writeCopies(outDir);
  }
  return { firstLoadBytes, firstScripts };
}

/**
 * Builds a script of its own, without Module Federation's runtime, into the folder of the shell's build.
 * @param {string} outDir
 * @param {string} uniqueName
 * @param {string} source
 * @param {string} [filename] instead of one with the content's hash
 */
async function buildScript(outDir, uniqueName, source, filename) {
  const config = baseConfig({ dir: shellDir, outDir, mode: 'production', uniqueName, publicPath: '/' });
  const stats = await runBuild({
    ...config,
    output: { ...config.output, clean: false, ...(filename && { filename }) },
    entry: { [uniqueName]: source },
  });
  return stats.toJson({ all: false, assets: true }).assets?.[0]?.name ?? '';
}

/**
 * Writes the page: entry files as tags, other files of the first screen as preloads, each with its integrity.
 * @param {string} outDir
 * @param {import('@rspack/core').Stats} stats
 * @param {readonly string[]} names of the chunks to preload
 * @returns {Promise<string[]>} all of these files
 */
export async function writeIndex(outDir, stats, names) {
  const { entrypoints, chunks = [] } = stats.toJson({ all: false, entrypoints: true, chunks: true, ids: true });
  const entry = (entrypoints?.['shell']?.assets ?? []).map(({ name }) => name);
  const early = await buildScript(outDir, 'early', './src/early.ts');
  // Browsers open six connections per origin and fetch in this order.
  const preload = names
    .flatMap((name) => chunks.filter((chunk) => chunk.names?.includes(name)))
    .flatMap(({ files = [] }) => files)
    .filter((file) => !entry.includes(file));
  const template = await readFile(path.join(shellDir, 'index.html'), 'utf8');
  const attributes = async (file, hash = sha384) =>
    `integrity="${hash(await readFile(path.join(outDir, file)))}" crossorigin="anonymous"`;
  const tags = await Promise.all([
    attributes(early).then((its) => `<script src="/${early}" ${its}></script>`),
    ...entry.map(async (file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" href="/${file}" ${await attributes(file)} />`
        : `<script defer src="/${file}" ${await attributes(file)}></script>`,
    ),
    ...preload.map(
      async (file) =>
        // With the hash of the bundler's runtime: a browser requests a file again for another one.
        `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="/${file}" ${await attributes(file, sha256)} />`,
    ),
  ]);
  await writeFile(path.join(outDir, 'index.html'), template.replace('<!-- assets -->', tags.join('\n    ')));
  return [...new Set([early, ...entry, ...preload])];
}
