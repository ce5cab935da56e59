import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';

/** @typedef {import('@rspack/dev-server').Configuration} ServerOptions */

/** @param {import('@rspack/core').Configuration} config */
export const hot = (config) => ({
  ...config,
  lazyCompilation: false,
  // Files that import the same components in different orders: the styles of a component do not depend on those of another one.
  ignoreWarnings: [/Conflicting order between/],
  plugins: [...(config.plugins ?? []), new ReactRefreshRspackPlugin()],
});

/**
 * @param {import('@rspack/core').Configuration} config
 * @param {ServerOptions} options
 */
export async function serve(config, options) {
  const compiler = rspack(config);
  const server = new RspackDevServer(
    { host: '127.0.0.1', hot: true, liveReload: false, allowedHosts: 'all', ...options },
    compiler,
  );
  await server.start();
  return server;
}

export const quiet = /** @type {const} */ ({ overlay: false, logging: 'error' });
/** Errors at run time are the shell's to show. */
export const errorsOnly = { errors: true, warnings: false, runtimeErrors: false };
/** @param {any} server */
export const portOf = (server) => server.server.address().port;
