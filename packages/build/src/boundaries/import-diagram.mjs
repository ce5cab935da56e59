/**
 * The boxes of the diagram in order; files that match none (tests, tool settings) are not drawn. All tab modules are one unit, and so
 * are all services: a new one changes nothing here.
 */
const boxes = [
  { box: 'browser', path: /^(shell)\// },
  { box: 'browser', path: /^mfe-/, unit: 'tab-modules' },
  { box: 'services', path: /^services\/src\/(infrastructure|community|deployment|serving|demo)\// },
  { box: 'services', path: /^services\/src\/[^/]+\//, unit: 'tab-services' },
  { box: 'packages', path: /^packages\/([^/]+)\// },
];
const tests = /[.](spec|test)[.](ts|tsx|mjs)$|\/test\/|^e2e\//;

/** Run-time calls, which imports do not show. */
const running = [
  'shell -. loads at run time .-> tab-modules',
  'mfe-kit -. "HTTP /api, Socket.IO" .-> infrastructure',
  'infrastructure -. "MongoDB protocol" .-> database[("MongoDB or embedded-mongo")]',
];

/**
 * The diagram of docs/architecture.md, generated from the imports: an arrow where a file of one unit imports a file of
 * another. Units with the same arrows share a line.
 * @param {{ from: string, to: string }[]} imports
 * @returns {string} Mermaid
 */
export function importDiagram(imports) {
  /** @type {Map<string, Set<string>>} */
  const arrows = new Map();
  /** @type {Map<string, Set<string>>} */
  const members = new Map(boxes.map(({ box }) => [box, new Set()]));
  for (const { from, to } of imports) {
    const [source, target] = [unitOf(from), unitOf(to)];
    if (!source) continue;
    members.get(source.box)?.add(source.name);
    if (!target || target.name === source.name) continue;
    members.get(target.box)?.add(target.name);
    arrows.set(source.name, (arrows.get(source.name) ?? new Set()).add(target.name));
  }
  /** @type {Map<string, string[]>} */
  const sharing = new Map();
  for (const [name, targets] of [...arrows].sort(byName)) {
    const line = [...targets].sort().join(' & ');
    sharing.set(line, [...(sharing.get(line) ?? []), name]);
  }
  return [
    'flowchart LR',
    ...[...members].flatMap(([box, names]) => [`  subgraph ${box}`, `    ${[...names].sort().join('; ')}`, '  end']),
    ...[...sharing].map(([targets, names]) => `  ${names.join(' & ')} --> ${targets}`),
    ...running.map((line) => `  ${line}`),
  ].join('\n');
}

/** @param {[string, unknown]} a @param {[string, unknown]} b */
const byName = ([a], [b]) => (a < b ? -1 : 1);

/** @param {string} path */
function unitOf(path) {
  if (tests.test(path)) return undefined;
  for (const { box, path: pattern, unit } of boxes) {
    const found = pattern.exec(path);
    if (found) return { box, name: unit ?? found[1] ?? '' };
  }
  return undefined;
}

/**
 * Compares the first diagram of a page with the imports.
 * @param {string} page Markdown
 * @param {{ from: string, to: string }[]} imports
 * @returns {string | undefined} the correct diagram, if the page has another
 */
export function staleDiagram(page, imports) {
  const drawn = /```mermaid\n([^]*?)\n```/.exec(page)?.[1];
  const real = importDiagram(imports);
  return drawn === real ? undefined : real;
}
