import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Workspace packages resolve to their sources, so no test needs a build. */
const conditions = ['workspace-source', 'node', 'import', 'default'];
const inNodeModules = `${sep}node_modules${sep}`;
/** Folders and exports of workspace packages; undefined for a package that Node resolves. */
const packages = new Map();

/** How the imports of project files resolve. */
export class ModulePaths {
  /** @param {string} rootDir */
  constructor(rootDir) {
    this.rootDir = rootDir;
  }

  /**
   * The project file of an import, or the specifier with which Node loads it.
   * @param {string} specifier
   * @param {string} parent
   * @returns {{ project: string } | { node: string }}
   */
  resolve(specifier, parent) {
    const path = isBuiltin(specifier) ? undefined : this.pathOf(specifier, parent);
    if (path === undefined) return { node: specifier };
    return /\.(cjs|json|node)$/.test(path) || path.includes(inNodeModules)
      ? { node: pathToFileURL(path).href }
      : { project: path };
  }

  /** The project file of an import; undefined when Node resolves it. */
  pathOf(specifier, parent) {
    if (specifier.startsWith('file:')) return fileURLToPath(specifier);
    if (/^(\.{1,2}\/|\/)/.test(specifier)) {
      const path = resolve(dirname(parent), specifier);
      // TypeScript sources import `./x.ts` as `./x.js`.
      return path.endsWith('.js') && !existsSync(path) ? path.replace(/js$/, 'ts') : path;
    }
    const [, name, rest] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier);
    const folder = join(this.rootDir, 'node_modules', name);
    if (!packages.has(folder)) packages.set(folder, workspacePackage(folder));
    const found = packages.get(folder);
    return found && resolveInWorkspace(found, `.${rest}`);
  }
}

function workspacePackage(link) {
  if (!existsSync(link)) return undefined;
  const folder = realpathSync(link);
  if (folder.includes(inNodeModules)) return undefined;
  return { folder, exports: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).exports ?? {} };
}

/** Resolves a subpath through a workspace package's `exports`. */
function resolveInWorkspace({ folder, exports }, subpath) {
  for (const [pattern, target] of Object.entries(exports)) {
    const [before, after] = pattern.split('*');
    if (after === undefined ? subpath !== pattern : !subpath.startsWith(before) || !subpath.endsWith(after)) continue;
    const star = after === undefined ? '' : subpath.slice(before.length, subpath.length - after.length);
    const condition = typeof target === 'string' ? target : target[conditions.find((name) => name in target)];
    return join(folder, condition.replace('*', star));
  }
  throw new Error(`${folder} exports no ${subpath}`);
}
