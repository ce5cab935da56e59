/**
 * A figure's aim: `least` or `most`.
 * @typedef {{ least?: number, most?: number }} Aim
 */

/**
 * What one measurement came to: figures by column, each the median of the runs.
 * @typedef {object} Row
 * @property {string} what
 * @property {Record<string, number>} figures
 * @property {Record<string, Aim>} [aims] by column
 * @property {string[]} [missed] columns that miss their aim, see `judged`
 * @property {unknown} [details] for the JSON alone
 * @property {{ part: string }} [measured] of a suite in parts: which one, and when, where and at which commit it was run
 */

/**
 * @typedef {{ runs: number, folder: string, profile: boolean, part?: string | undefined }} BenchOptions
 *   `folder` is the suite's own, below var/; `part` is one of the suite's parts, if it has any
 * @typedef {{ about: string, rows: Row[] }} SuiteResult
 * @typedef {{ run(options: BenchOptions): Promise<SuiteResult>, parts?: readonly string[] }} Suite a long suite's parts are run and
 *   written one by one
 */

/**
 * What `npm run bench` runs, in this order; each stands in a file of its own.
 * @type {Record<string, () => Promise<Suite>>}
 */
export const suites = {
  api: () => import('./api-suite.mjs'),
  'sign-in': () => import('./sign-in-suite.mjs'),
  'fan-out': () => import('./fan-out-suite.mjs'),
  likes: () => import('./likes-suite.mjs'),
  'embedded-mongo': () => import('./embedded-mongo-suite.mjs'),
  'embedded-mongo-proofs': () => import('./embedded-mongo-proofs-suite.mjs'),
  start: () => import('./start-suite.mjs'),
  web: () => import('./web-suite.mjs'),
};
