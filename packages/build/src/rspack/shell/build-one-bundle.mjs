import { gzipSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { rspack } from '@rspack/core';
import { baseConfig, runBuild } from '../config/base-config.mjs';
import { root } from '../config/places.mjs';
import { shellDir, writeIndex } from './build-shell.mjs';

/**
 * Builds shell and modules from the same sources without Module Federation, as the baseline for measurements; never
 * released.
 *
 * @param {{ outDir: string, modules: readonly string[], split: boolean }} options `modules` are folders (`mfe-chats`);
 *   `split` loads each module's code when its tab opens, like an application of one team
 * @returns {Promise<{ firstLoadBytes: number }>} gzip bytes
 */
export async function buildOneBundle({ outDir, modules, split }) {
  const config = baseConfig({ dir: shellDir, outDir, mode: 'production', uniqueName: 'shell', publicPath: '/' });
  const index = (id) => JSON.stringify(path.join(root, id, 'src/index.ts'));
  const lines = split
    ? [`const modules = {${modules.map((id) => `'${id}': () => import(${index(id)})`).join()}};`]
    : [
        ...modules.map((id, at) => `import * as module${at} from ${index(id)};`),
        `const modules = {${modules.map((id, at) => `'${id}': async () => module${at}`).join()}};`,
      ];
  const stats = await runBuild({
    ...config,
    entry: { shell: './src/index.ts' },
    optimization: { ...config.optimization, splitChunks: false },
    plugins: [
      ...config.plugins,
      new rspack.experiments.VirtualModulesPlugin({
        'src/modules/bundled-modules.js': `${lines.join('\n')}
          export const loadRelease = async ({ id }) => (await modules[id]()).default;`,
        'src/modules/nothing-ahead.js': 'export const fetchAhead = async () => undefined;',
      }),
      new rspack.NormalModuleReplacementPlugin(/[\\/]modules[\\/]fetch-ahead$/, (resource) => {
        resource.request = resource.request.replace('fetch-ahead', 'nothing-ahead.js');
      }),
      new rspack.NormalModuleReplacementPlugin(/[\\/]modules[\\/]load-release$/, (resource) => {
        resource.request = resource.request.replace('load-release', 'bundled-modules.js');
      }),
    ],
  });
  const files = await writeIndex(outDir, stats, ['start']);
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(path.join(outDir, file))).length));
  return { firstLoadBytes: sizes.reduce((sum, size) => sum + size, 0) };
}
