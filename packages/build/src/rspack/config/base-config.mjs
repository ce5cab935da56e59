import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';
import { packageDir } from './places.mjs';
import { Refusal } from './refusal.mjs';
import { SortedIntegrity } from './sorted-integrity.mjs';

/**
 * Runs before the compiler and removes the schemas that only services read.
 * @type {import('@rspack/core').RuleSetRule}
 */
const addressesOnly = {
  test: /\.ts$/,
  include: path.join(packageDir('contract'), 'src'),
  enforce: 'pre',
  loader: fileURLToPath(new URL('call-addresses-loader.mjs', import.meta.url)),
};

/**
 * React compares keys of children only while developing, and an icon's children never change: each random key costs bytes.
 * @type {import('@rspack/core').RuleSetRule}
 */
const iconsWithoutKeys = {
  test: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/,
  loader: fileURLToPath(new URL('icon-keys-loader.mjs', import.meta.url)),
};

/**
 * Files of pdf.js: fonts and character maps are parts of scripts, and its worker imports decoders by name.
 * @type {import('@rspack/core').RuleSetRule[]}
 */
const pdfFiles = [
  {
    test: /[\\/]pdfjs-dist[\\/].*\.(bcmap|pfb|ttf)$/,
    type: 'asset/inline',
    generator: { dataUrl: { encoding: 'base64', mimetype: 'application/octet-stream' } },
  },
  {
    test: /[\\/]pdfjs-dist[\\/]wasm[\\/]\w+_nowasm_fallback\.js$/,
    type: 'asset/resource',
    generator: { filename: 'assets/[name][ext]' },
  },
];

// Module Federation resolves parts of its runtime to CommonJS, which would be bundled in addition to the ES modules and
// cannot be tree-shaken.
const resolve = createRequire(import.meta.url).resolve;
const modulesOfFederation = Object.fromEntries(
  ['runtime', 'runtime-core', 'webpack-bundler-runtime', 'inject-external-runtime-core-plugin'].map((name) => {
    const commonJs = resolve(`@module-federation/${name}`);
    return [commonJs, commonJs.replace(/\.cjs$/, '.js')];
  }),
);

const bundlerRuntime = '@module-federation/webpack-bundler-runtime';
/** The text in which Module Federation's entry, a data URI, imports a file: encoded JSON. */
const inEntry = (file) => encodeURIComponent(JSON.stringify(file));

/** Omits Module Federation's server support and its snapshot, which preloads by manifests of its own. */
export const federationOptimization = { target: /** @type {const} */ ('web'), disableSnapshot: true };

/**
 * The common configuration of shell and modules. The settings were measured together (Module Federation, CSP, Trusted
 * Types and integrity), and released modules cannot be changed, so run the resilience tests after any change.
 *
 * @param {{ dir: string, outDir: string, mode: 'production' | 'development', uniqueName: string, publicPath: string,
 *   refresh?: boolean, wholeCalls?: boolean }} options
 * `wholeCalls` keeps the schemas of the contract's calls, for code that does not run in a browser
 * @returns {import('@rspack/core').Configuration & { plugins: import('@rspack/core').Plugin[] }}
 */
export function baseConfig({ dir, outDir, mode, uniqueName, publicPath, refresh = false, wholeCalls = false }) {
  const production = mode === 'production';
  const named = production ? 'assets/[name].[contenthash:10]' : 'assets/[name]';
  return {
    context: dir,
    mode,
    target: ['web', 'es2022'],
    devtool: production ? false : 'cheap-module-source-map',
    output: {
      path: outDir,
      publicPath,
      uniqueName,
      // The shell clears it before it reloads a version.
      chunkLoadingGlobal: uniqueName,
      filename: `${named}.js`,
      chunkFilename: `${named}.js`,
      cssFilename: `${named}.css`,
      cssChunkFilename: `${named}.css`,
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: 10_000,
      clean: true,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'],
      // The contract's relative imports name the files that tsc would emit.
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
      // An alias instead of the condition 'source', because other packages name sources under it that they do not ship.
      alias: {
        '@paddock/contract': path.join(packageDir('contract'), 'src'),
        '@module-federation/enhanced/runtime': '@module-federation/runtime-tools/runtime',
        [`${bundlerRuntime}$`]: resolve(bundlerRuntime).replace(/\.cjs$/, '.js'),
        ...modulesOfFederation,
      },
    },
    module: {
      // Keep the names of custom properties: modules share the tokens.
      parser: { 'css/auto': { namedExports: false, dashedIdents: false } },
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: refresh, refresh } },
              target: 'es2022',
            },
          },
        },
        ...(wholeCalls ? [] : [addressesOnly]),
        ...(production ? [iconsWithoutKeys] : []),
        { test: /[\\/]zod-when-used\.mjs$/, sideEffects: false },
        { test: /\.css$/, type: 'css/auto' },
        { test: /\.(svg|woff2|png|webp)$/, type: 'asset/resource' },
        ...pdfFiles,
      ],
    },
    plugins: [
      new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'], enabled: production, htmlPlugin: false }),
      new SortedIntegrity(),
      // Shared modules are not tree-shaken: without this, all of zod's locales would reach the browser.
      new rspack.NormalModuleReplacementPlugin(/locales\/index\.js$/, (resource) => {
        if (/[\\/]zod[\\/]/.test(resource.context ?? ''))
          resource.request = resource.request.replace('index.js', 'en.js');
      }),
      // The entry names its runtime by the workspace's folder: the same sources would build other files in another folder.
      new rspack.NormalModuleReplacementPlugin(/^@module-federation\/runtime\/rspack\.js!=!data:/, (resource) => {
        resource.request = resource.request.replace(inEntry(resolve(bundlerRuntime)), inEntry(bundlerRuntime));
      }),
      // Errors keep their numbers and the link to the description.
      new rspack.NormalModuleReplacementPlugin(/[\\/]desc\.mjs$/, (resource) => {
        if (/[\\/]@module-federation[\\/]error-codes[\\/]/.test(resource.context ?? ''))
          resource.request = fileURLToPath(new URL('no-descriptions.mjs', import.meta.url));
      }),
    ],
    optimization: {
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions: { compress: { passes: 3 } } }),
        // The engines of tokens.css. For older ones, light-dark() and logical properties would be rewritten, and a
        // subtree could not use the other colour scheme.
        new rspack.LightningCssMinimizerRspackPlugin({
          minimizerOptions: { targets: ['chrome 125', 'safari 18', 'firefox 128'] },
        }),
      ],
    },
    performance: false,
    stats: 'errors-warnings',
    // Warnings concern hosts that consume types through another origin's manifest; ours uses the boot reply.
    infrastructureLogging: { level: 'error' },
  };
}

/**
 * Runs one build and returns its stats; throws a Refusal with the compiler's text.
 * @param {import('@rspack/core').Configuration} config
 */
export async function runBuild(config) {
  const compiler = rspack(config);
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  );
  await new Promise((resolve) => compiler.close(resolve));
  if (stats.hasErrors()) throw new Refusal(stats.toString({ preset: 'errors-only', colors: false }));
  return stats;
}
