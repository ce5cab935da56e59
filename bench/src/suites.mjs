/**
 * A metric's target: `min` or `max`.
 * @typedef {{ min?: number, max?: number }} Target
 */

/**
 * The result of one measurement: metrics by column, each the median of the runs.
 * @typedef {object} Row
 * @property {string} what
 * @property {Record<string, number>} metrics
 * @property {Record<string, Target>} [targets] by column
 * @property {string[]} [missed] columns that miss their target, see `withMissed`
 * @property {unknown} [details] only for the JSON
 * @property {{ part: string }} [measured] for a suite in parts: the part, and the date, machine and commit of its run
 */

/**
 * @typedef {{ runs: number, folder: string, profile: boolean, part?: string | undefined }} BenchOptions
 *   `folder` is the suite's folder below var/; `part` is one of the suite's parts, if it has any
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
  'sign-in': () => import('./sign-in-suite.mjs'),
  'fan-out': () => import('./fan-out-suite.mjs'),
  likes: () => import('./likes-suite.mjs'),
  chats: () => import('./chats-suite.mjs'),
  events: () => import('./events-suite.mjs'),
  'embedded-mongo': () => import('./embedded-mongo-suite.mjs'),
  'embedded-mongo-proofs': () => import('./embedded-mongo-proofs-suite.mjs'),
  start: () => import('./start-suite.mjs'),
  web: () => import('./web-suite.mjs'),
};
