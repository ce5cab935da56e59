import path from 'node:path';
import { root } from '../config/places.mjs';
import { moduleConfig } from '../module/build-module.mjs';
import { errorsOnly, hot, portOf, quiet, serve } from './dev-server.mjs';
import { showWarnings } from './dev-warnings.mjs';
import { ManifestPlugin } from './manifest-plugin.mjs';

/**
 * Serves a module from its source.
 * @param {{ folder: string, target: string, refresh?: boolean } & Pick<import('./dev-server.mjs').ServerOptions, 'port' | 'proxy' | 'setupMiddlewares'>} options
 *   `folder` below the root; `target` is the services' origin; without `refresh` each change reloads the page, for a shell whose React
 *   was built for production
 */
export async function serveModule({ folder, target, refresh = true, ...options }) {
  const dir = path.join(root, folder);
  const id = path.basename(dir);
  const base = `/${id}/dev/`;
  const config = moduleConfig({
    dir,
    outDir: path.join(root, 'var/dev', id),
    version: 'dev',
    mode: 'development',
    refresh,
  });
  const reader = new ManifestPlugin(dir);
  const withReader = { ...config, lazyCompilation: false, plugins: [...(config.plugins ?? []), reader] };
  const server = await serve(refresh ? hot(withReader) : withReader, {
    port: 'auto',
    hot: refresh,
    liveReload: !refresh,
    ...options,
    devMiddleware: { publicPath: base },
    // A separate socket through the page's origin: the shell's socket reports builds of the shell.
    webSocketServer: { type: 'ws', options: { path: `${base}ws` } },
    client: {
      ...quiet,
      // Those of `showWarnings` are texts; the bundler's own, such as the order of style sheets, stay at the terminal.
      overlay: { ...errorsOnly, warnings: (warning) => typeof warning === 'string' },
      webSocketURL: { hostname: '0.0.0.0', port: 0, pathname: `${base}ws` },
    },
  });
  const warnings = showWarnings({ dir, server, target });
  /** @returns {Promise<import('@rspack/core').Stats>} of the last build, once no build runs */
  const built = () =>
    new Promise((resolve) =>
      server.middleware?.waitUntilValid((stats) => resolve(/** @type {import('@rspack/core').Stats} */ (stats))),
    );
  return {
    id,
    base,
    port: portOf(server),
    origin: `http://127.0.0.1:${portOf(server)}`,
    built,
    manifest: () => reader.manifest,
    checkCalls: warnings.check,
    async stop() {
      await server.stop();
      await warnings.checked();
    },
  };
}
