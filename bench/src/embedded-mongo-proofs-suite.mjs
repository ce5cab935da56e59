import { proofRows } from './proof-run.mjs';

const about =
  "embedded-mongo's proofs at full length, the same specs as in npm test: the number of cases; a single failing case fails the suite";

/** The specs; each is a part. Together they take about 20 minutes on two cores. */
export const parts = [
  'plan-vs-scan',
  'mingo-agreement',
  'histories',
  'transaction-histories',
  'kill',
  'power-cut',
  'hostile',
];

/**
 * @param {import('./suites.mjs').BenchOptions} options
 * @returns {Promise<import('./suites.mjs').SuiteResult>}
 */
export async function run({ folder, part }) {
  return { about, rows: await proofRows(`packages/embedded-mongo/test/${part}.spec.ts`, folder) };
}
