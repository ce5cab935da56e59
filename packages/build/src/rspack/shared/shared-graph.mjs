/** @typedef {import('@rspack/core').Compilation} Compilation */

/** Names of the shared modules that these chunks need before they run. */
function consumedBy(compilation, chunks) {
  const names = new Set();
  for (const chunk of chunks)
    for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
      const [, name] = /^consume shared module \([^)]*\) (@?[^@]+)@/.exec(module.identifier()) ?? [];
      if (name) names.add(name);
    }
  return [...names].sort();
}

/**
 * The shared modules of a module's first screen, known at build time and needed before its code runs.
 * @param {Compilation} compilation a module's
 * @returns {string[]} shared names
 */
export const firstShared = (compilation) =>
  consumedBy(
    compilation,
    [...compilation.chunks].filter(({ name }) => name?.startsWith('__federation_expose_')),
  );

/**
 * The files of each shared module, including those of the shared modules it needs.
 * @param {Compilation} compilation the shell's
 * @returns {Record<string, string[]>}
 */
export function sharedFiles(compilation) {
  /** @type {Map<string, { files: string[], needs: string[] }>} */
  const own = new Map();
  for (const group of compilation.chunkGroups)
    for (const { module } of group.origins) {
      const [, name] = /^provide shared module \([^)]*\) (@?[^@]+)@/.exec(module?.identifier() ?? '') ?? [];
      if (name === undefined) continue;
      const files = [...group.chunks].flatMap((chunk) => [...chunk.files]);
      own.set(name, { files, needs: consumedBy(compilation, group.chunks) });
    }
  const filesOf = (name, seen) => {
    if (seen.has(name)) return [];
    seen.add(name);
    const { files = [], needs = [] } = own.get(name) ?? {};
    return [...files, ...needs.flatMap((need) => filesOf(need, seen))];
  };
  return Object.fromEntries([...own.keys()].sort().map((name) => [name, [...new Set(filesOf(name, new Set()))]]));
}
