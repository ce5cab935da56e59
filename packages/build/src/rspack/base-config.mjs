import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';

/** The project's root folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');

/**
 * Before the compiler, which then sees calls without the schemas that only services read.
 * @type {import('@rspack/core').RuleSetRule}
 */
const addressesOnly = {
  test: /\.ts$/,
  include: path.join(root, 'packages/contract/src'),
  enforce: 'pre',
  loader: fileURLToPath(new URL('call-addresses-loader.mjs', import.meta.url)),
};

// Module Federation finds parts of its runtime as CommonJS, which cannot be shaken and would stand beside the ES modules.
const resolve = createRequire(import.meta.url).resolve;
const modulesOfFederation = Object.fromEntries(
  ['runtime', 'runtime-core', 'webpack-bundler-runtime', 'inject-external-runtime-core-plugin'].map((name) => {
    const commonJs = resolve(`@module-federation/${name}`);
    return [commonJs, commonJs.replace(/\.cjs$/, '.js')];
  }),
);

/** What Module Federation does for servers, and its snapshot, which preloads by manifests of its own, are left out. */
export const federationOptimization = { target: /** @type {const} */ ('web'), disableSnapshot: true };

/**
 * What shell and modules have in common. The settings were measured together (Module Federation, CSP, Trusted Types and
 * integrity); a released module cannot be mended later, so change them only with the resilience tests at hand.
 *
 * @param {{ dir: string, outDir: string, mode: 'production' | 'development', uniqueName: string, publicPath: string, refresh?: boolean, wholeCalls?: boolean }} options
 *   `wholeCalls` keeps the schemas of the contract's calls, for code that does not go to a browser
 * @returns {import('@rspack/core').Configuration & { plugins: import('@rspack/core').Plugin[] }}
 */
export function baseConfig({ dir, outDir, mode, uniqueName, publicPath, refresh = false, wholeCalls = false }) {
  const production = mode === 'production';
  const named = production ? 'assets/[name].[contenthash:12]' : 'assets/[name]';
  return {
    context: dir,
    mode,
    target: ['web', 'es2022'],
    devtool: production ? false : 'cheap-module-source-map',
    output: {
      path: outDir,
      publicPath,
      uniqueName,
      // Known to the shell, which clears it before it loads a version again.
      chunkLoadingGlobal: uniqueName,
      filename: `${named}.js`,
      chunkFilename: `${named}.js`,
      cssFilename: `${named}.css`,
      cssChunkFilename: `${named}.css`,
      assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: 10_000,
      clean: true,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'],
      // Node-style relative imports of the contract name the file that tsc would emit.
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
      // Not by the condition 'source': packages of others name sources there that they do not ship.
      alias: {
        '@paddock/contract': path.join(root, 'packages/contract/src'),
        '@module-federation/enhanced/runtime': '@module-federation/runtime-tools/runtime',
        ...modulesOfFederation,
      },
    },
    module: {
      // Custom properties keep their names: tokens are shared between modules.
      parser: { 'css/auto': { namedExports: false, dashedIdents: false } },
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: !production, refresh } },
              target: 'es2022',
            },
          },
        },
        ...(wholeCalls ? [] : [addressesOnly]),
        { test: /[\\/]zod-when-used\.mjs$/, sideEffects: false },
        { test: /\.css$/, type: 'css/auto' },
        { test: /\.(svg|woff2|png|webp)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: production, htmlPlugin: false }),
      // Shared modules cannot be shaken: without this every language of zod's messages would reach the browser.
      new rspack.NormalModuleReplacementPlugin(/locales\/index\.js$/, (resource) => {
        if (/[\\/]zod[\\/]/.test(resource.context ?? ''))
          resource.request = resource.request.replace('index.js', 'en.js');
      }),
    ],
    optimization: {
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin(),
        // The engines of tokens.css: for older ones light-dark() and logical properties would be rewritten, and a subtree
        // could no longer have the other colour scheme.
        new rspack.LightningCssMinimizerRspackPlugin({
          minimizerOptions: { targets: ['chrome 125', 'safari 18', 'firefox 128'] },
        }),
      ],
    },
    performance: false,
    stats: 'errors-warnings',
    // Warnings would be about a host that consumes types by another origin's manifest; ours reads the boot table.
    infrastructureLogging: { level: 'error' },
  };
}

/**
 * Runs one build and answers its stats; errors are thrown with the compiler's text.
 * @param {import('@rspack/core').Configuration} config
 */
export async function runBuild(config) {
  const compiler = rspack(config);
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  );
  await new Promise((resolve) => compiler.close(resolve));
  if (stats.hasErrors()) throw new Error(stats.toString({ preset: 'errors-only', colors: false }));
  return stats;
}
