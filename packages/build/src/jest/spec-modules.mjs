import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { transformSync } from '@swc/core';
import { swcOptions } from '../swc/swc-options.mjs';

/** Workspace packages resolve to their sources, so no test needs a build. */
const conditions = ['workspace-source', 'node', 'import', 'default'];
const inNodeModules = `${sep}node_modules${sep}`;

/** Shared by all specs of a worker: compiled sources, and the packages of node_modules. */
const sources = new Map();
const packages = new Map();

/** The modules of one spec file. Project modules are its own instances; packages are shared by the process. */
export class SpecModules {
  #modules = new Map();
  #options;

  /**
   * @param {{ rootDir: string, provided: Record<string, () => object>, sourceMaps: Map<string, string>, cacheDirectory: string }} options
   */
  constructor(options) {
    this.#options = options;
  }

  /** @param {string} path */
  async import(path) {
    const module = this.#project(path);
    if (module.status === 'unlinked') await module.link(this.#link);
    await module.evaluate();
    return module.namespace;
  }

  #link = (specifier, parent) => this.#load(specifier, parent.identifier);

  async #load(specifier, parent) {
    const provide = this.#options.provided[specifier];
    if (provide) return this.#once(specifier, () => synthetic(provide(), specifier));
    const path = isBuiltin(specifier) ? undefined : this.#pathOf(specifier, parent);
    if (path === undefined) return loadWithNode(specifier, parent);
    return /\.(cjs|json|node)$/.test(path) || path.includes(inNodeModules)
      ? loadWithNode(pathToFileURL(path).href, parent)
      : this.#project(path);
  }

  /** The project file of an import; undefined when Node resolves it. */
  #pathOf(specifier, parent) {
    if (specifier.startsWith('file:')) return fileURLToPath(specifier);
    if (/^(\.{1,2}\/|\/)/.test(specifier)) {
      const path = resolve(dirname(parent), specifier);
      // TypeScript sources import `./x.ts` as `./x.js`.
      return path.endsWith('.js') && !existsSync(path) ? path.replace(/js$/, 'ts') : path;
    }
    const [, name, rest] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier);
    const folder = join(this.#options.rootDir, 'node_modules', name);
    if (!existsSync(folder) || realpathSync(folder).includes(inNodeModules)) return undefined;
    return resolveInWorkspace(realpathSync(folder), `.${rest}`);
  }

  #project(path) {
    return this.#once(path, () => {
      const { code, map } = sourceOf(path, this.#options.cacheDirectory);
      if (map) this.#options.sourceMaps.set(path, map);
      // Not cached: with a code cache, Node loses the handler of `import()` in the module.
      return new vm.SourceTextModule(code, {
        identifier: path,
        initializeImportMeta: (meta) => {
          meta.url = pathToFileURL(path).href;
          meta.filename = path;
          meta.dirname = dirname(path);
          meta.resolve = (specifier) => pathToFileURL(this.#pathOf(specifier, path)).href;
        },
        importModuleDynamically: async (specifier) => {
          const imported = await this.#load(specifier, path);
          if (imported.status === 'unlinked') await imported.link(this.#link);
          await imported.evaluate();
          return imported;
        },
      });
    });
  }

  #once(key, make) {
    if (!this.#modules.has(key)) this.#modules.set(key, make());
    return this.#modules.get(key);
  }
}

/** @param {string} path */
function sourceOf(path, cacheDirectory) {
  const { mtimeMs } = statSync(path);
  const known = sources.get(path);
  if (known?.mtimeMs === mtimeMs) return known;
  const source = readFileSync(path, 'utf8');
  const compiled = { mtimeMs, code: source, map: undefined };
  if (path.endsWith('.ts')) {
    const { code, map } = transformSync(source, { ...swcOptions({ decorators: true }), filename: path });
    compiled.code = code;
    compiled.map = storeMap(cacheDirectory, map);
  }
  sources.set(path, compiled);
  return compiled;
}

/** Stores a source map for Jest's stack traces. */
function storeMap(cacheDirectory, map) {
  const folder = join(cacheDirectory, 'source-maps');
  const file = join(folder, `${createHash('sha256').update(map).digest('hex')}.map`);
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, map);
  return file;
}

/** Resolves a subpath through a workspace package's `exports`. */
function resolveInWorkspace(folder, subpath) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const [pattern, target] of Object.entries(exports ?? {})) {
    const [before, after] = pattern.split('*');
    if (after === undefined ? subpath !== pattern : !subpath.startsWith(before) || !subpath.endsWith(after)) continue;
    const star = after === undefined ? '' : subpath.slice(before.length, subpath.length - after.length);
    const condition = typeof target === 'string' ? target : target[conditions.find((name) => name in target)];
    return join(folder, condition.replace('*', star));
  }
  throw new Error(`${folder} exports no ${subpath}`);
}

/** A module that Node resolves and loads, as if the parent had imported it. */
async function loadWithNode(specifier, parent) {
  const importFrom = vm.runInThisContext('(specifier) => import(specifier)', {
    filename: parent,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const namespace = await importFrom(specifier);
  if (!packages.has(namespace)) packages.set(namespace, synthetic(namespace, specifier));
  return packages.get(namespace);
}

function synthetic(exported, identifier) {
  const names = Object.keys(exported);
  return new vm.SyntheticModule(
    names,
    function () {
      for (const name of names) this.setExport(name, exported[name]);
    },
    { identifier },
  );
}
