import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '@paddock/cli/failure.mjs';
import { runTool } from '@paddock/cli/stages/run-tool.mjs';

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
  const to = join(folder, 'reports');
  await rm(to, { recursive: true, force: true });
  const spec = `packages/embedded-mongo/test/${part}.spec.ts`;
  const { ok } = await runTool('jest', ['--selectProjects=node', '--runInBand', spec], {
    signal: new AbortController().signal,
    nodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    env: { PROOFS_TO: to },
    show: true,
  });
  if (!ok) throw new Failure(`The proof ${part} of embedded-mongo failed; its output above shows the case.`);
  const reports = await Promise.all(
    (await readdir(to)).toSorted().map(async (name) => JSON.parse(await readFile(join(to, name), 'utf8'))),
  );
  return {
    about,
    rows: reports.map(({ what, figures: counts }) => ({
      what: `${what}: ${listed(counts)}`,
      metrics: {},
      details: counts,
    })),
  };
}

/** Lists counts in the title, because the proofs share no columns. */
const listed = (counts) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${Math.round(Number(count)).toLocaleString('en')}`)
    .join(', ');
