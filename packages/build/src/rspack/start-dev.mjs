import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { root } from './base-config.mjs';
import { galleryConfig, galleryPage } from './build-gallery.mjs';
import { moduleConfig } from './build-module.mjs';
import { shellConfig } from './build-shell.mjs';
import { sha384 } from './integrity.mjs';
import { readManifest } from './module-manifest.mjs';

/**
 * Serves the shell and optionally one module from source with hot reload; everything else comes from the running
 * services.
 *
 * @param {{ target: string, port?: number, module?: string }} options
 * `target` is the services' origin (`http://127.0.0.1:4100`), `module` a folder below the root (`mfe-chats`), whose name is
 * the module's id
 * @returns {Promise<{ port: number, close(): Promise<void> }>}
 */
export async function startDev({ target, port = 0, module }) {
  const served = module ? await serveModule(module) : undefined;
  /** @type {{ base: string, server: RspackDevServer | undefined }} */
  const gallery = { base: '/dev/gallery/', server: undefined };
  const config = shellConfig({ outDir: path.join(root, 'var/dev/shell'), mode: 'development', refresh: true });
  const server = await serve(hot(config), {
    port,
    client: { ...quiet, overlay: errorsOnly },
    setupMiddlewares(middlewares) {
      middlewares.unshift({ name: 'page', middleware: sendPage(served) });
      middlewares.unshift({ name: 'gallery', middleware: sendGallery(gallery) });
      if (served) middlewares.unshift({ name: 'boot', middleware: bootWith(served, target) });
      return middlewares;
    },
    proxy: [
      { context: [gallery.base], target, ws: true, router: () => `http://127.0.0.1:${portOf(gallery.server)}` },
      ...(served ? [{ context: [served.base], target: served.origin, ws: true }] : []),
      {
        context: (address) => /^\/(api|mfe-|deployments)/.test(address) && !(served && address.startsWith(served.base)),
        target,
        ws: true,
      },
    ],
  });
  return {
    port: portOf(server),
    async close() {
      await Promise.all([server.stop(), served?.server.stop(), gallery.server?.stop()]);
    },
  };
}

/** @param {import('@rspack/core').Configuration} config */
const hot = (config) => ({
  ...config,
  lazyCompilation: false,
  plugins: [...(config.plugins ?? []), new ReactRefreshRspackPlugin()],
});

async function serve(config, options) {
  const compiler = rspack(config);
  const server = new RspackDevServer(
    { host: '127.0.0.1', hot: true, liveReload: false, allowedHosts: 'all', ...options },
    compiler,
  );
  await server.start();
  return server;
}

const quiet = { overlay: false, logging: 'error' };
/** Errors at run time are the shell's to show. */
const errorsOnly = { errors: true, warnings: false, runtimeErrors: false };
const portOf = (server) => server.server.address().port;

async function serveModule(folder) {
  const dir = path.join(root, folder);
  const id = path.basename(dir);
  const base = `/${id}/dev/`;
  const config = moduleConfig({
    dir,
    outDir: path.join(root, 'var/dev', id),
    version: 'dev',
    mode: 'development',
    refresh: true,
  });
  const server = await serve(hot(config), {
    port: 'auto',
    devMiddleware: { publicPath: base },
    // A separate socket through the page's origin: the shell's socket reports builds of the shell.
    webSocketServer: { type: 'ws', options: { path: `${base}ws` } },
    client: {
      ...quiet,
      overlay: errorsOnly,
      webSocketURL: { hostname: '0.0.0.0', port: 0, pathname: `${base}ws` },
    },
  });
  /** @returns {Promise<import('@rspack/core').Stats>} of the last build, once no build runs */
  const built = () =>
    new Promise((resolve) =>
      server.middleware?.waitUntilValid((stats) => resolve(/** @type {import('@rspack/core').Stats} */ (stats))),
    );
  return { id, base, dir, server, origin: `http://127.0.0.1:${portOf(server)}`, built };
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
 * the module does not compile, sends the compiler's errors instead, in a page that reloads until it compiles.
 */
const sendPage = (served) => async (req, res, next) => {
  const wanted =
    req.method === 'GET' &&
    !/^\/(api|assets|mfe-|ws)|\.\w+$/.test(req.path ?? new URL(req.url, 'http://host').pathname);
  if (!wanted) return next();
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  const stats = await served?.built();
  if (stats?.hasErrors()) {
    const text = stats.toString({ preset: 'errors-only', colors: false });
    res.end(`<!doctype html><meta http-equiv="refresh" content="1"><title>${served.id} does not compile</title>
<h1>${served.id} does not compile</h1><pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`);
    return;
  }
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

/** The services' boot reply, with one module's release replaced by the current build. */
function bootWith({ id, base, dir, origin, built }, target) {
  return async (req, res, next) => {
    if (new URL(req.url, target).pathname !== '/api/boot') return next();
    const answer = await get(new URL(req.url, target), req.headers);
    const boot = JSON.parse(answer.body);
    const { compilation } = await built();
    const files = compilation
      .getAssets()
      .map(({ name }) => name)
      .filter((name) => !name.includes('hot-update'));
    const bytes = async (file) => Buffer.from(await (await fetch(`${origin}${base}${file}`)).arrayBuffer());
    const integrity = Object.fromEntries(
      await Promise.all(files.map(async (file) => [file, sha384(await bytes(file))])),
    );
    const manifest = await readManifest({ dir, version: '0.0.0-dev' });
    const release = { id, version: 'dev', base, entry: 'mf-manifest.json', integrity };
    // The services have chosen the language of the title.
    boot.modules = boot.modules.map((module) =>
      module.id === id
        ? { ...release, manifest: { ...manifest, tabs: undefined, title: module.manifest.title } }
        : module,
    );
    res.setHeader('Content-Type', 'application/json');
    res.setHeader('Cache-Control', 'no-store');
    res.end(JSON.stringify(boot));
  };
}

/** Like fetch, with the headers that select the community, the session and the language. */
const get = (url, { host, authorization = '', 'accept-language': language = '' }) =>
  new Promise((resolve, reject) => {
    const headers = { host, ...(authorization && { authorization }), 'accept-language': language };
    request(url, { headers }, async (response) => {
      let body = '';
      for await (const part of response.setEncoding('utf8')) body += part;
      resolve({ body, status: response.statusCode });
    })
      .on('error', reject)
      .end();
  });
