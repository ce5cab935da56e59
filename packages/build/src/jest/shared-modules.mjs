import { relative } from 'node:path';
import { hasChanged, sourceOf } from './compiled-sources.mjs';

/**
 * What a source declares at its top level that one spec could change for another: a variable, an empty collection to be
 * filled, an instance of a class, a static field; a spec's mocks; and imports that are unknown before they run.
 */
const state = [
  /^(export )?(let|var) /m,
  /^(export )?const (?!.*Readonly)[^=\n]*=\s*(\[\]|\{\}|new (Map|Set|WeakMap|WeakSet)(<.*>)?\(\));?$/m,
  /^(export )?const [^=\n]*=\s*new (?!Intl\.|Map|Set|WeakMap|WeakSet|RegExp|Date|Schema|BlockList|Html\b)/m,
  /^ {2}(private |protected |public )?static (#|(?!readonly |async )\w+( =|:|;))/m,
  /from '@jest\/globals'/,
  /\bimport\((?!')/,
];

/** Which project modules the spec files of a worker share: those without state whose imports have none either. */
export class SharedModules {
  /** Imports by path. @type {Map<string, string[]>} */
  #imports = new Map();
  /** @type {Map<string, boolean>} */
  #shared = new Map();
  #options;

  /**
   * @param {{ rootDir: string, cacheDirectory: string, harmlessState: string[], importsOf(path: string): string[] }} options
   *   `harmlessState` names files, relative to the root, whose state no spec can notice
   */
  constructor(options) {
    this.#options = options;
  }

  /** @param {string} path */
  has(path) {
    const known = this.#shared.get(path);
    if (known !== undefined) return known;
    const reached = new Set([path]);
    for (const file of reached) {
      if (this.#shared.get(file)) continue;
      if (this.#shared.get(file) === false || this.#hasState(file)) {
        this.#shared.set(path, false);
        return false;
      }
      for (const imported of this.#importsOf(file)) reached.add(imported);
    }
    for (const file of reached) this.#shared.set(file, true);
    return true;
  }

  /** True if the source of a shared module has changed: under `--watch` a worker outlives its sources. */
  get areOutdated() {
    return [...this.#imports.keys()].some(hasChanged);
  }

  #hasState(path) {
    if (!path.endsWith('.ts')) return true;
    if (this.#options.harmlessState.includes(relative(this.#options.rootDir, path))) return false;
    const { source } = sourceOf(path, this.#options.cacheDirectory);
    return state.some((pattern) => pattern.test(source));
  }

  #importsOf(path) {
    if (!this.#imports.has(path)) this.#imports.set(path, this.#options.importsOf(path));
    return this.#imports.get(path);
  }
}
