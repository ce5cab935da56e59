import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { sourceOf } from './compiled-sources.mjs';
import { ModulePaths } from './module-paths.mjs';
import { SharedModules } from './shared-modules.mjs';

/** Packages of node_modules, shared by all specs of a worker. */
const packages = new Map();
/** Stateless project modules, shared by all specs of a worker. @type {SharedGraph | undefined} */
let shared;

/** Modules by path, linked to each other. */
class ModuleGraph {
  modules = new Map();
  #turn = Promise.resolve();

  /** @param {{ rootDir: string, cacheDirectory: string }} options */
  constructor(options) {
    this.options = options;
    this.paths = new ModulePaths(options.rootDir);
  }

  link = (specifier, parent) => this.load(specifier, parent.identifier);

  async load(specifier, parent) {
    const found = this.paths.resolve(specifier, parent);
    return 'project' in found ? this.project(found.project) : loadWithNode(found.node, parent);
  }

  module(path) {
    return this.once(path, () => {
      const { code } = sourceOf(path, this.options.cacheDirectory);
      // Not cached: with a code cache, Node loses the handler of `import()` in the module.
      return new vm.SourceTextModule(code, {
        identifier: path,
        initializeImportMeta: (meta) => {
          meta.url = pathToFileURL(path).href;
          meta.filename = path;
          meta.dirname = dirname(path);
          meta.resolve = (specifier) => pathToFileURL(this.paths.pathOf(specifier, path)).href;
        },
        importModuleDynamically: async (specifier) => {
          const imported = await this.load(specifier, path);
          await this.linked(imported);
          await imported.evaluate();
          return imported;
        },
      });
    });
  }

  /** Links one module after another: a module may be linked only when no import of it is being linked. */
  linked(module, link = this.link) {
    const linked = this.#turn.then(() => module.status === 'unlinked' && module.link(link));
    this.#turn = linked.catch(() => undefined);
    return linked;
  }

  once(key, make) {
    if (!this.modules.has(key)) this.modules.set(key, make());
    return this.modules.get(key);
  }
}

class SharedGraph extends ModuleGraph {
  #shared = new SharedModules({ ...this.options, importsOf: (path) => this.#importsOf(path) });

  has(path) {
    return this.#shared.has(path);
  }

  get isOutdated() {
    return this.#shared.areOutdated;
  }

  /** A module with its imports, linked. */
  project(path) {
    if (!this.has(path)) throw new Error(`${path} has state, and a module that all specs share imports it.`);
    const module = this.module(path);
    return this.linked(module, this.#linkShared).then(() => module);
  }

  #linkShared = async (specifier, { identifier }) => {
    const found = this.paths.resolve(specifier, identifier);
    return 'project' in found ? this.module(found.project) : loadWithNode(found.node, identifier);
  };

  #importsOf(path) {
    return this.module(path).dependencySpecifiers.flatMap((specifier) => {
      const found = this.paths.resolve(specifier, path);
      return 'project' in found ? [found.project] : [];
    });
  }
}

/**
 * The modules of one spec file: its own instances of project modules with state and of what imports them. Project modules
 * without state are shared by the specs of a worker, and packages by the process.
 */
export class SpecModules extends ModuleGraph {
  /**
   * @param {{ rootDir: string, provided: Record<string, () => object>, sourceMaps: Map<string, string>, cacheDirectory: string,
   *   harmlessState: string[] }} options
   */
  constructor(options) {
    super(options);
    if (!shared || shared.isOutdated) shared = new SharedGraph(options);
    for (const path of shared.modules.keys()) this.#addMap(path);
  }

  /** @param {string} path */
  async import(path) {
    try {
      const module = this.module(path);
      await this.linked(module);
      await module.evaluate();
      return module.namespace;
    } finally {
      for (const known of [...this.modules.keys(), ...shared.modules.keys()]) this.#addMap(known);
    }
  }

  async load(specifier, parent) {
    const provide = this.options.provided[specifier];
    return provide ? this.once(specifier, () => synthetic(provide(), specifier)) : super.load(specifier, parent);
  }

  project(path) {
    return shared.has(path) ? shared.project(path) : this.module(path);
  }

  #addMap(path) {
    const { sourceMaps, provided, cacheDirectory } = this.options;
    if (path in provided || sourceMaps.has(path)) return;
    const { map } = sourceOf(path, cacheDirectory);
    if (map) sourceMaps.set(path, map);
  }
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
