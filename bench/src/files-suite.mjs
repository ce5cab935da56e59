/**
 * The parts, in this order, each in its own file of `files/`.
 * @type {Record<string, () => Promise<{ run(options: import('./suites.mjs').BenchOptions): Promise<import('./suites.mjs').Row[]> }>>}
 */
const measurements = {
  folder: () => import('./files/large-folder.mjs'),
  downloads: () => import('./files/downloads.mjs'),
  uploads: () => import('./files/uploads-at-once.mjs'),
  kill: () => import('./files/killed-uploads.mjs'),
  pdf: () => import('./files/long-pdf.mjs'),
};

const about =
  'files of the demo community: a folder with 10,000 entries; downloads and a plain static server in turn; 1,000 uploads of 1 MB at ' +
  'once, and 400 during which the services are killed; a PDF of 300 pages in a browser';

export const parts = Object.keys(measurements);

/**
 * @param {import('./suites.mjs').BenchOptions} options
 * @returns {Promise<import('./suites.mjs').SuiteResult>}
 */
export async function run(options) {
  const { run: measure } = await /** @type {NonNullable<(typeof measurements)[string]>} */ (
    measurements[options.part ?? '']
  )();
  return { about, rows: await measure(options) };
}
