import { specsOfModule } from './spec-modules.mjs';

/** The smoke set for a change in a unit that every module uses, which would select every spec. */
const smoke = [
  'journeys/accounts.spec.ts',
  'journeys/chat-list.spec.ts',
  'journeys/conversation.spec.ts',
  'journeys/events.spec.ts',
  'journeys/home.spec.ts',
  'journeys/people.spec.ts',
  'journeys/way-back.spec.ts',
];

/** Specs about a unit that is no module. */
const named = {
  shell: ['journeys/addresses.spec.ts', 'journeys/layout.spec.ts', 'resilience/falls-back/falls-back.spec.ts'],
  'mfe-kit': ['journeys/lists.spec.ts', 'journeys/form-foot.spec.ts', 'journeys/language.spec.ts'],
  ui: ['journeys/icons.spec.ts', 'journeys/toasts.spec.ts', 'screens/gallery.spec.ts'],
};

/** Seconds of tests side by side: a change is checked in three minutes, of which types, lint, units and the build take one. */
const testSeconds = 300;

/** Units of which no browser runs a line. */
const withoutBrowser = ['bench'];

/** Services that have a module of their own name: `services/src/<name>/`. */
const serviceFolder = /^services\/src\/(\w+)\//;
/** Jest's tests, which no browser runs. */
const isUnitTest = /^(?!e2e\/).*(\.(spec|test|board)\.\w+$|\/test\/)/;

/**
 * The browser tests that touch changed files (docs/how-to/test.md): changed spec files themselves and those that the map does not know,
 * then, as long as there is time, those of a changed module or of the module of a changed service, and the named ones and the smoke set
 * for what all modules share.
 * @param {{ file: string, unit: string }[]} changed files below the root, and the units that contain them
 * @param {import('./spec-modules.mjs').SpecModules} map
 * @param {string[]} specs all spec files, by their path in e2e/
 * @param {number} [seconds] what the chosen tests may take together
 * @returns {{ specs: string[], unknown: string[], left: string[] }} `unknown`: those without an entry in the map; `left`: those for which
 *   there is no time
 */
export function chosenSpecs(changed, map, specs, seconds = testSeconds) {
  const relevant = changed.filter(({ file, unit }) => !isUnitTest.test(file) && !withoutBrowser.includes(unit));
  const unknown = relevant.length > 0 ? specs.filter((spec) => !map[spec]) : [];
  const changedSpecs = relevant.filter(isSpec).map(({ file }) => file.slice('e2e/'.length));
  const chosen = new Set([...changedSpecs, ...unknown].filter((spec) => specs.includes(spec)));
  const touching = inTurns(relevant.filter((one) => !isSpec(one)).map((one) => specsOf(one, map)));
  const left = [];
  let rest = seconds;
  for (const spec of touching.filter((one) => specs.includes(one) && !chosen.has(one))) {
    const own = map[spec]?.seconds ?? 0;
    if (own > rest && chosen.size > 0) left.push(spec);
    else {
      chosen.add(spec);
      rest -= own;
    }
  }
  return { specs: specs.filter((spec) => chosen.has(spec)), unknown, left };
}

/**
 * The first of each list, then the second of each, and so on: no changed unit takes all the time.
 * @param {string[][]} lists
 */
function inTurns(lists) {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? []));
  return [...new Set(turns.flat())];
}

/** @param {{ file: string, unit: string }} changed */
const isSpec = ({ file, unit }) => unit === 'e2e' && file.endsWith('.spec.ts');

/**
 * @param {{ file: string, unit: string }} changed
 * @param {import('./spec-modules.mjs').SpecModules} map
 */
function specsOf({ file, unit }, map) {
  if (file.startsWith('mfe-')) return specsOfModule(map, unit);
  const service = serviceFolder.exec(file)?.[1];
  const ofService = service ? specsOfModule(map, `mfe-${service}`) : [];
  return ofService.length > 0 ? ofService : [...(named[unit] ?? []), ...smoke];
}
