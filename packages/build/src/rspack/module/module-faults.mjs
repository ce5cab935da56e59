import { readFile } from 'node:fs/promises';
import path from 'node:path';
import semver from 'semver';
import { alteredCopies } from './compressed-copies.mjs';
import { integrityOf } from './integrity.mjs';
import { checkBudget } from './module-budget.mjs';

/** @typedef {{ problem: string, consequence: string, remedy: string }} Fault */

/**
 * What keeps a released module from working in members' windows: its contract range, altered files, its size.
 * @param {{ dir: string, manifest: import('@paddock/contract/core/manifest').Manifest, contractVersion: string }} options `dir` is
 *   the release's folder
 * @returns {Promise<Fault[]>}
 */
export async function moduleFaults({ dir, manifest: { id, version, contract, budget_kb: budgetKb }, contractVersion }) {
  const name = `${id} ${version}`;
  /** @type {Fault[]} */
  const faults = [];
  if (!semver.satisfies(contractVersion, contract))
    faults.push({
      problem: `${name} wants contract ${contract}, these services have ${contractVersion}`,
      consequence: 'Members see its error tile (CONTRACT_MISMATCH), or an earlier version.',
      remedy: `Name a version of ${id} that accepts contract ${contractVersion}.`,
    });
  const listed = JSON.parse(await readFile(path.join(dir, 'integrity.json'), 'utf8'));
  const present = await integrityOf(dir);
  const differ = Object.keys(listed).filter((file) => present[file] !== listed[file]);
  const altered = [...differ, ...(await alteredCopies(dir))];
  if (altered.length > 0)
    faults.push({
      problem: `${name} is not as it was released: ${altered.join(', ')}`,
      consequence: 'Members see its error tile (MODULE_INTEGRITY or MODULE_NOT_FOUND), or an earlier version.',
      remedy: `npm run rollback -- ${id}, or delete the folder of this version and release ${id} again from the same sources.`,
    });
  else
    await checkBudget({ outDir: dir, budgetKb, id }).catch((error) =>
      faults.push({
        problem: error.message.split('\n', 3).join(' '),
        consequence: 'Members on slow networks wait longer for it.',
        remedy: 'Load part of it later, or raise budget_kb in its manifest, and release it again.',
      }),
    );
  return faults;
}
