import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../config/places.mjs';
import { galleryConfig, galleryPage } from '../shell/build-gallery.mjs';
import { shellConfig } from '../shell/build-shell.mjs';
import { bootWith } from './dev-boot.mjs';
import { serveModule } from './dev-module.mjs';
import { faultsPage, isPage, ofServices } from './faults-page.mjs';
import { errorsOnly, hot, portOf, quiet, serve } from './dev-server.mjs';

/**
 * Serves the shell and optionally one module from source with hot reload; everything else comes from the running
 * services.
 *
 * @param {{ target: string, port?: number, module?: string }} options
 * `target` is the services' origin (`http://127.0.0.1:4100`), `module` a folder below the root (`mfe-chats`), whose name is
 * the module's id
 * @returns {Promise<{ port: number, checkCalls(): Promise<void>, close(): Promise<void> }>} `checkCalls` compares the module's calls
 *   with those of services that have restarted
 */
export async function startDev({ target, port = 0, module }) {
  const served = module ? await serveModule({ folder: module, target }) : undefined;
  /** @type {{ base: string, server: import('@rspack/dev-server').RspackDevServer | undefined }} */
  const gallery = { base: '/dev/gallery/', server: undefined };
  const config = shellConfig({ outDir: path.join(root, 'var/dev/shell'), mode: 'development', refresh: true });
  const server = await serve(hot(config), {
    port,
    client: { ...quiet, overlay: errorsOnly },
    setupMiddlewares(middlewares) {
      middlewares.unshift({ name: 'page', middleware: sendPage(served) });
      middlewares.unshift({ name: 'gallery', middleware: sendGallery(gallery) });
      if (served) middlewares.unshift({ name: 'boot', middleware: bootWith(() => served, { target }) });
      return middlewares;
    },
    proxy: [
      { context: [gallery.base], target, ws: true, router: () => `http://127.0.0.1:${portOf(gallery.server)}` },
      ...(served ? [{ context: [served.base], target: served.origin, ws: true }] : []),
      {
        context: (address) => ofServices.test(address) && !(served && address.startsWith(served.base)),
        target,
        ws: true,
      },
    ],
  });
  return {
    port: portOf(server),
    checkCalls: async () => served?.checkCalls(),
    async close() {
      await Promise.all([server.stop(), served?.stop(), gallery.server?.stop()]);
    },
  };
}

/** Serves the component gallery, compiled at the first request. */
function sendGallery(gallery) {
  let starting;
  const start = async () => {
    const config = galleryConfig({
      outDir: path.join(root, 'var/dev/gallery'),
      publicPath: gallery.base,
      refresh: true,
    });
    gallery.server = await serve(hot(config), {
      port: 'auto',
      devMiddleware: { publicPath: gallery.base },
      webSocketServer: { type: 'ws', options: { path: `${gallery.base}ws` } },
      client: { ...quiet, webSocketURL: { hostname: '0.0.0.0', port: 0, pathname: `${gallery.base}ws` } },
    });
  };
  return async (req, res, next) => {
    const { pathname } = new URL(req.url, 'http://host');
    if (pathname !== gallery.base.slice(0, -1) && !pathname.startsWith(gallery.base)) return next();
    await (starting ??= start());
    if (/\.\w+$/.test(pathname)) return next();
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.end(await galleryPage(gallery.base));
  };
}

/**
 * Sends the page without a policy, and with the hook that connects a module's refresh runtime to the shell's React. While
 * the module does not compile, sends the compiler's errors instead.
 */
const sendPage = (served) => async (req, res, next) => {
  if (!isPage(req)) return next();
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  const faults = await (served && faultsPage(served));
  if (faults) return res.end(faults);
  const template = await readFile(path.join(root, 'shell/index.html'), 'utf8');
  const hook = `window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { renderers: new Map(), supportsFiber: true,
    inject(renderer) { this.renderers.set(this.renderers.size + 1, renderer); return this.renderers.size; },
    onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {} };`;
  res.end(
    template.replace(
      '<!-- assets -->',
      `<link rel="stylesheet" href="/assets/shell.css" /><script>${hook}</script><script defer src="/assets/shell.js"></script>`,
    ),
  );
};
