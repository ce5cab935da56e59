const tests = /[.](spec|test|board)[.]/;
const layered =
  /^(packages\/ui\/src|services\/src\/(?:content\/)?(?!(?:infrastructure|community|content)\/)[^/]+)\/(?!gallery\/|test\/)([^/]+)\//;

/**
 * Finds the folders of a service, or of the components, that import each other, over one or more steps. They are layers: storage, reading,
 * writing, and what builds on them; primitives, overlays, forms, product. Tests and boards do not count.
 * @param {readonly { from: string, to: string }[]} imports between files
 * @returns {{ rule: string, from: string, to: string }[]} the imports between folders that close a cycle
 */
export function folderCycles(imports) {
  /** @type {Map<string, Set<string>>} */
  const folders = new Map();
  for (const { from, to } of imports) {
    const [source, target] = [layered.exec(from), layered.exec(to)];
    if (!source || !target || tests.test(from) || source[1] !== target[1] || source[2] === target[2]) continue;
    const [a, b] = [`${source[1]}/${source[2]}`, `${target[1]}/${target[2]}`];
    folders.set(a, (folders.get(a) ?? new Set()).add(b));
  }
  /** @param {string} start @param {string} goal @param {Set<string>} seen @returns {boolean} */
  const reaches = (start, goal, seen = new Set()) =>
    [...(folders.get(start) ?? [])].some(
      (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
    );
  return [...folders].flatMap(([from, targets]) =>
    [...targets].filter((to) => reaches(to, from)).map((to) => ({ rule: 'no-cycles-of-folders', from, to })),
  );
}
