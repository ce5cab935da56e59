import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { baseConfig, federationOptimization, root, runBuild } from './base-config.mjs';
import { sha384 } from './integrity.mjs';
import { sharedFiles } from './shared-graph.mjs';
import { sharedModules } from './shared-modules.mjs';
import { checkShellBudget } from './shell-budget.mjs';
import { packagesOf, staticImports } from './static-imports.mjs';

export const shellDir = path.join(root, 'shell');

/** Libraries that every first screen needs: one file instead of one per shared module. */
const libraries =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|mitt|use-sync-external-store|@tanstack[\\/](react-query|query-core)|single-spa|single-spa-react)[\\/]/;
/** What the shell and nearly every module screen start with: the only part of the kit that loads first. */
const starts = [
  'shell/src/boot/start.tsx',
  ...['define-mfe', 'queries', 'list', 'navigation', 'slots', 'toasts', 'typing'].map(
    (name) => `packages/mfe-kit/src/${name}.tsx`,
  ),
];
/**
 * First sources of contract, kit and design system. A file that only some modules use is a separate chunk, loaded with
 * the first of them.
 */
function firstSources() {
  const sources = staticImports(starts.map((name) => path.join(root, name)));
  return new Set([...sources].filter((file) => /[\\/]packages[\\/](contract|mfe-kit|ui)[\\/]/.test(file)));
}

/** Components of the frame or of most first screens; floating ones (`sheet-modal` …) stay separate. */
const frame =
  /[\\/]packages[\\/]ui[\\/]src[\\/]((avatar|badge|banner|button|card|cx|frame|group-icon|icon|lazy|module-tile|pane|pull-to-reload|row|search-field|segmented|spinner|state|tag|toast)[\\/]|(menu|sheet)[\\/](menu|sheet)\.)/;
/** File names of icons that only components outside the frame show; icons not found here belong to the frame. */
function laterIcons(sources) {
  const ui = path.join(root, 'packages/ui/src');
  const components = readdirSync(ui, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
    .map((name) => path.join(ui, name));
  const isFirst = (file) => frame.test(file) || sources.has(file);
  const first = iconsOf([...sources, ...components.filter(isFirst)]);
  const later = iconsOf(components.filter((file) => !isFirst(file)));
  return new Set([...later].filter((name) => !first.has(name)));
}

function iconsOf(files) {
  const lists = [...files].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from 'lucide-react'/g)].map(([, names = '']) => names),
  );
  const names = lists.flatMap((list) => list.split(',').map((name) => name.trim().split(' as ')[0] ?? ''));
  return new Set(names.map((name) => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=\d)/g, '-').toLowerCase()));
}
/** @param {string} file */
const iconIn = (file) => /[\\/]lucide-react[\\/].*[\\/]icons[\\/]([\w-]+)\.m?js$/.exec(file)?.[1];

/** Folders of components that need only React and icons: small enough for one chunk. */
function lightComponents(shared) {
  const components = shared.flatMap(({ name, source }) => (name.startsWith('@paddock/ui/') ? [source] : []));
  const isLight = (source) =>
    [...packagesOf(staticImports([source]))].every((name) => /^(react|react-dom|lucide-react)$/.test(name));
  return new Set(components.filter(isLight).map((source) => path.dirname(source)));
}

/** Files of Module Federation's runtime that the shell's build leaves out. */
const unusedFederation = /\/(SnapshotHandler|preload|consumes|installInitialConsumes|remotes)\.js$/;

/** In the shell's folder: lists the first files, and the files of each shared module. */
export const firstLoadFile = 'first-load.json';
/** Chunks that every first screen needs, fetched in parallel with the entry instead of after it. */
const first = ['core', 'frame', 'start'];

/**
 * The source file of a module; '' if it has none.
 * @param {import('@rspack/core').Module & { resource?: string }} module
 */
const resourceOf = ({ resource = '' }) => resource;

/**
 * @param {{ outDir: string, mode?: 'production' | 'development', refresh?: boolean }} options
 * @returns {import('@rspack/core').Configuration}
 */
export function shellConfig({ outDir, mode = 'production', refresh = false }) {
  const config = baseConfig({ dir: shellDir, outDir, mode, refresh, uniqueName: 'shell', publicPath: '/' });
  const shared = sharedModules();
  const sources = firstSources();
  const ui = path.join(root, 'packages/ui/src/');
  const folders = new Set([...sources].filter((file) => file.startsWith(ui)).map((file) => path.dirname(file)));
  const light = lightComponents(shared);
  const later = laterIcons(staticImports(starts.map((name) => path.join(root, name))));
  const inFrame = (file) =>
    frame.test(file) ||
    folders.has(path.dirname(file)) ||
    (/[\\/]node_modules[\\/]lucide-react[\\/]/.test(file) && !later.has(iconIn(file) ?? ''));
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
          frame: {
            test: (module) => inFrame(resourceOf(module)),
            name: 'frame',
            enforce: true,
            priority: 3,
          },
          core: {
            test: (module) =>
              libraries.test(resourceOf(module)) ||
              sources.has(resourceOf(module)) ||
              resourceOf(module).endsWith('/mfe-kit/src/messages/en.json'),
            name: 'core',
            enforce: true,
            priority: 2,
          },
          // The entry contains each chunk's integrity: many small chunks would cost more there than they save.
          light: {
            test: (module) =>
              light.has(path.dirname(resourceOf(module))) || later.has(iconIn(resourceOf(module)) ?? ''),
            name: 'light',
            enforce: true,
            priority: 1,
          },
          // Likewise: form controls, floating components, and kit files needed neither first nor by forms.
          controls: {
            test: /[\\/]mfe-kit[\\/]src[\\/]form[\\/]((?!field-)[\w-]+-control|wall-time)\.tsx?$/,
            name: 'controls',
            enforce: true,
          },
          floating: { test: /[\\/]ui[\\/]src[\\/]floating[\\/].*\.tsx?$/, name: 'floating', enforce: true },
          kit: {
            test: (module) => /[\\/]mfe-kit[\\/]src[\\/][\w-]+\.tsx?$/.test(resourceOf(module)),
            name: 'kit',
            enforce: true,
          },
          styles: {
            test: (module) =>
              module.type.startsWith('css') && /[\\/]packages[\\/]ui[\\/](?!.*(fonts|tokens))/.test(resourceOf(module)),
            name: 'styles',
            enforce: true,
          },
        },
      },
    },
    plugins: [
      ...config.plugins,
      new rspack.NormalModuleReplacementPlugin(unusedFederation, (resource) => {
        if (/[\\/]@module-federation[\\/](runtime-core|webpack-bundler-runtime)[\\/]/.test(resource.context ?? ''))
          resource.request = fileURLToPath(new URL('unused-federation.mjs', import.meta.url));
      }),
      // A shared module enters the share scope only when the shell imports it: import each lazily from the list.
      new rspack.experiments.VirtualModulesPlugin({
        'src/boot/shared-modules.js': `export const sharedModules = [\n${shared
          .map(({ name }) => `  () => import(${JSON.stringify(name)}),`)
          .join('\n')}\n];`,
      }),
      // Provided but not consumed: the shell's own imports bypass the share scope, which modules use.
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
  if (mode === 'production') checkShellBudget({ firstLoadBytes, firstScripts });
  return { firstLoadBytes, firstScripts };
}

/** Builds the script that runs first, without Module Federation's runtime, into the folder of the shell's build. */
async function buildEarly(outDir) {
  const config = baseConfig({ dir: shellDir, outDir, mode: 'production', uniqueName: 'early', publicPath: '/' });
  const stats = await runBuild({
    ...config,
    output: { ...config.output, clean: false },
    entry: { early: './src/early.ts' },
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
  const early = await buildEarly(outDir);
  // Browsers open six connections per origin and fetch in this order.
  const preload = names
    .flatMap((name) => chunks.filter((chunk) => chunk.names?.includes(name)))
    .flatMap(({ files = [] }) => files)
    .filter((file) => !entry.includes(file));
  const template = await readFile(path.join(shellDir, 'index.html'), 'utf8');
  const integrity = async (file) => sha384(await readFile(path.join(outDir, file)));
  const attributes = async (file) => `integrity="${await integrity(file)}" crossorigin="anonymous"`;
  const tags = await Promise.all([
    attributes(early).then((its) => `<script src="/${early}" ${its}></script>`),
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
  return [...new Set([early, ...entry, ...preload])];
}
