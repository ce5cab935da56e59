import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '@paddock/cli/failure.mjs';
import { runTool } from '@paddock/cli/stages/run-tool.mjs';

/**
 * Runs a spec of `npm test` at full length and returns what it reported.
 * @param {string} spec from the root
 * @param {string} folder the suite's folder below var/
 * @returns {Promise<import('./suites.mjs').Row[]>}
 */
export async function proofRows(spec, folder) {
  const to = join(folder, 'reports');
  await rm(to, { recursive: true, force: true });
  const { ok } = await runTool('jest', ['--selectProjects=node', '--runInBand', '--runTestsByPath', spec], {
    signal: new AbortController().signal,
    nodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    env: { PROOFS_TO: to },
    show: true,
  });
  if (!ok) throw new Failure(`The proof ${spec} failed; its output above shows the case.`);
  const reports = await Promise.all(
    (await readdir(to)).toSorted().map(async (name) => JSON.parse(await readFile(join(to, name), 'utf8'))),
  );
  return reports.map(({ what, figures: counts }) => ({
    what: `${what}: ${listed(counts)}`,
    metrics: {},
    details: counts,
  }));
}

/** Lists counts in the title, because the proofs share no columns. */
const listed = (counts) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${Math.round(Number(count)).toLocaleString('en')}`)
    .join(', ');
