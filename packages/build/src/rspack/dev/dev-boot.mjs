import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { sha384 } from '../module/integrity.mjs';

/**
 * The services' boot reply, with one module's release, and title and icon of its tabs, replaced by the current build. While the module
 * does not compile, the reply is an error: no release of the module is served instead.
 * @param {() => Awaited<ReturnType<typeof import('./dev-module.mjs').serveModule>>} served
 * @param {{ target: string, host?: string }} services `target` is their origin; with `host`, the one name of a community, a module that
 *   this community does not deploy is added
 */
export function bootWith(served, { target, host }) {
  const reply = async (url, headers) => {
    const module = served();
    const { body, status } = await get(url, { ...headers, host: host ?? headers.host });
    if (status !== 200) return { status, body };
    const stats = await module.built();
    if (stats.hasErrors() || !module.manifest())
      return {
        status: 503,
        body: JSON.stringify({ code: 'INTERNAL_ERROR', message: `${module.id} does not compile` }),
      };
    return {
      status,
      body: JSON.stringify(
        await withBuild(JSON.parse(body), module, stats, {
          target,
          isAdded: host !== undefined,
          accepted: headers['accept-language'],
        }),
      ),
    };
  };
  return async (req, res, next) => {
    const url = new URL(req.url, target);
    if (url.pathname !== '/api/boot') return next();
    const { status, body } = await reply(url, req.headers).catch((error) => ({
      status: 503,
      body: JSON.stringify({ code: 'INTERNAL_ERROR', message: String(error.message) }),
    }));
    res.statusCode = status;
    res.setHeader('Content-Type', 'application/json');
    res.setHeader('Cache-Control', 'no-store');
    res.end(body);
  };
}

async function withBuild(boot, { id, base, origin, manifest }, { compilation }, { target, isAdded, accepted = '' }) {
  const released = boot.modules.find((module) => module.id === id);
  if (!released && !isAdded) return boot;
  const files = compilation
    .getAssets()
    .map(({ name }) => name)
    .filter((name) => !name.includes('hot-update'));
  // Without compression, which would take longer than the rest of the reply.
  const headers = { 'accept-encoding': 'identity' };
  const bytes = async (file) => Buffer.from(await (await fetch(`${origin}${base}${file}`, { headers })).arrayBuffer());
  const integrity = Object.fromEntries(await Promise.all(files.map(async (file) => [file, sha384(await bytes(file))])));
  const { tabs, title, ...more } = manifest();
  const build = (language) => ({
    id,
    version: 'dev',
    base,
    entry: 'mf-manifest.json',
    integrity,
    manifest: { ...more, calls: undefined, title: title[language] ?? title.en },
  });
  if (!released) {
    const language = accepted.slice(0, 2);
    const added = tabs
      .filter((tab) => !boot.tabs.some((one) => one.id === tab.id))
      .map((tab) => ({ id: tab.id, module: id, icon: tab.icon, title: tab.title[language] ?? tab.title.en }));
    return { ...boot, modules: [...boot.modules, build(language)], tabs: [...boot.tabs, ...added] };
  }
  const before = await releasedManifest(released, target);
  const language = languageOf(boot, released, before);
  const modules = boot.modules.map((module) => (module.id === id ? build(language) : module));
  return { ...boot, modules, tabs: boot.tabs?.map((tab) => withSource(tab, tabs, before.tabs, language)) };
}

/** A title that the deployment gave the tab stays. */
function withSource(shown, tabs, before, language) {
  const source = tabs.find(({ id }) => id === shown.id);
  const title = before?.find(({ id }) => id === shown.id)?.title;
  if (!source) return shown;
  const isOfModule = title === undefined || (title[language] ?? title.en) === shown.title;
  return { ...shown, icon: source.icon, ...(isOfModule && { title: source.title[language] ?? source.title.en }) };
}

/** The language that the services have chosen for the reply, by the titles in it. */
function languageOf({ languages = [], tabs = [] }, { id, manifest }, before) {
  const isIn = (language) =>
    before.title?.[language] === manifest.title ||
    tabs.some(
      (tab) =>
        tab.module === id && before.tabs?.some((one) => one.id === tab.id && one.title?.[language] === tab.title),
    );
  return [...languages, ...Object.keys(before.title ?? {})].find(isIn) ?? 'en';
}

/** @returns {Promise<Partial<import('@paddock/contract/core/manifest').Manifest>>} empty if it cannot be read */
const releasedManifest = ({ base }, target) =>
  fetch(new URL(`${base}manifest.json`, target))
    .then(async (response) => /** @type {any} */ (await response.json()))
    .catch(() => ({}));

/** Like fetch, with the headers that select the community, the session and the language. */
export const get = (url, { host, authorization = '', cookie = '', 'accept-language': language = '' }) =>
  new Promise((resolve, reject) => {
    const sent = {
      host,
      ...(authorization && { authorization }),
      ...(cookie && { cookie }),
      'accept-language': language,
    };
    const send = url.protocol === 'https:' ? secureRequest : request;
    send(url, { headers: sent }, async (response) => {
      let body = '';
      for await (const part of response.setEncoding('utf8')) body += part;
      resolve({ body, status: response.statusCode });
    })
      .on('error', reject)
      .end();
  });
