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

/** Units of which no browser runs a line. */
const withoutBrowser = ['bench'];

/** Services that have a module of their own name: `services/src/<name>/`. */
const serviceFolder = /^services\/src\/(\w+)\//;
/** Jest's tests, which no browser runs. */
const isUnitTest = /^(?!e2e\/).*(\.(spec|test|board)\.\w+$|\/test\/)/;

/**
 * The browser tests that touch changed files (docs/how-to/test.md): those of a changed module or of the module of a changed service, the
 * smoke set and the named ones for what all modules share, changed spec files themselves, and those that the map does not know.
 * @param {{ file: string, unit: string }[]} changed files below the root, and the units that contain them
 * @param {import('./spec-modules.mjs').SpecModules} map
 * @param {string[]} specs all spec files, by their path in e2e/
 * @returns {{ specs: string[], unknown: string[] }} `unknown`: those without an entry in the map
 */
export function chosenSpecs(changed, map, specs) {
  const relevant = changed.filter(({ file, unit }) => !isUnitTest.test(file) && !withoutBrowser.includes(unit));
  const chosen = new Set(relevant.flatMap((one) => specsOf(one, map)));
  const unknown = relevant.length > 0 ? specs.filter((spec) => !map[spec]) : [];
  return { specs: specs.filter((spec) => chosen.has(spec) || unknown.includes(spec)), unknown };
}

/**
 * @param {{ file: string, unit: string }} changed
 * @param {import('./spec-modules.mjs').SpecModules} map
 */
function specsOf({ file, unit }, map) {
  if (file.startsWith('mfe-')) return specsOfModule(map, unit);
  if (unit === 'e2e' && file.endsWith('.spec.ts')) return [file.slice('e2e/'.length)];
  const service = serviceFolder.exec(file)?.[1];
  const ofService = service ? specsOfModule(map, `mfe-${service}`) : [];
  return ofService.length > 0 ? ofService : [...smoke, ...(named[unit] ?? [])];
}
