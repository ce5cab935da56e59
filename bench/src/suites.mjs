/**
 * A metric's target: `min` or `max`.
 * @typedef {{ min?: number, max?: number }} Target
 */

/**
 * The result of one measurement: metrics by column, each the median of the runs.
 * @typedef {object} Row
 * @property {string} what
 * @property {Record<string, number>} metrics
 * @property {Record<string, string>} [texts] findings in words, by column
 * @property {Record<string, Target>} [targets] by column
 * @property {string[]} [missed] columns that miss their target, see `withMissed`
 * @property {unknown} [details] only for the JSON
 * @property {{ part: string }} [measured] for a suite in parts: the part, and the date, machine and commit of its run
 */

/**
 * @typedef {{ runs: number, folder: string, profile: boolean, part?: string | undefined, only?: string | undefined, long?: boolean, members?: number | undefined, roomSize?: number | undefined }} BenchOptions
 *   `folder` is the suite's folder below var/; `part` is one of the suite's parts, if it has any; `only` is for `calls` and `drills`,
 *   `long` for `calls` and `load`, `members` and `roomSize` for `load`
 * @typedef {{ about: string, rows: Row[] }} SuiteResult
 * @typedef {{ run(options: BenchOptions): Promise<SuiteResult>, parts?: readonly string[] }} Suite parts of a long suite
 *   run and are written one by one
 */

/**
 * The suites of `npm run bench`, in this order; each has its own file.
 * @type {Record<string, () => Promise<Suite>>}
 */
export const suites = {
  api: () => import('./api-suite.mjs'),
  calls: () => import('./calls-suite.mjs'),
  mix: () => import('./mix-suite.mjs'),
  quiet: () => import('./quiet-suite.mjs'),
  'sign-in': () => import('./sign-in-suite.mjs'),
  load: () => import('./load-suite.mjs'),
  'fan-out': () => import('./fan-out-suite.mjs'),
  likes: () => import('./likes-suite.mjs'),
  pictures: () => import('./pictures-suite.mjs'),
  chats: () => import('./chats-suite.mjs'),
  people: () => import('./people-suite.mjs'),
  notices: () => import('./notices-suite.mjs'),
  events: () => import('./events-suite.mjs'),
  'event-day': () => import('./event-day-suite.mjs'),
  rooms: () => import('./rooms-suite.mjs'),
  classifieds: () => import('./classifieds-suite.mjs'),
  files: () => import('./files-suite.mjs'),
  'embedded-mongo': () => import('./embedded-mongo-suite.mjs'),
  'embedded-mongo-proofs': () => import('./embedded-mongo-proofs-suite.mjs'),
  proofs: () => import('./proofs-suite.mjs'),
  start: () => import('./start-suite.mjs'),
  web: () => import('./web-suite.mjs'),
  modules: () => import('./modules-suite.mjs'),
  teams: () => import('./teams-suite.mjs'),
  processes: () => import('./processes-suite.mjs'),
  drills: () => import('./drills-suite.mjs'),
};
