import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machine } from './bench/machine.mjs';
import { suites } from './bench/suites.mjs';
import { tableOf } from './bench/table.mjs';
import { buildAll } from './build-all.mjs';
import { nodeUnits, webUnits } from './build-units.mjs';
import { Failure } from './failure.mjs';
import { install } from './install.mjs';
import { readOptions } from './options.mjs';
import { root, varDir } from './paths.mjs';

const usage = `npm run bench -- [suite …] [options]    measures, prints tables, and writes bench/<suite>.json

  suites: ${Object.keys(suites).join(', ')}; all without a name
  --runs N      runs of each measurement, of which the median counts (default 3)
  --profile     writes CPU profiles of the services and the database to var/bench/ (api and fan-out); figures are not kept
  --dry         writes no JSON`;

/** @param {string[]} args */
export async function run(args) {
  const { values, positionals } = readOptions(
    args,
    { runs: { type: 'string' }, profile: { type: 'boolean' }, dry: { type: 'boolean' } },
    usage,
    true,
  );
  const unknown = positionals.find((name) => !(name in suites));
  if (unknown) throw new Failure(`There is no suite '${unknown}': ${Object.keys(suites).join(', ')}.`);
  const runs = Number(values.runs ?? 3);
  if (!Number.isInteger(runs) || runs < 1) throw new Failure(`--runs takes a number from 1, not '${values.runs}'.`);
  const names = positionals.length > 0 ? positionals : Object.keys(suites);

  await install(root);
  await buildAll([...nodeUnits(), ...webUnits()]);
  let missed = 0;
  for (const name of names) {
    const folder = join(varDir, 'bench', name);
    await mkdir(folder, { recursive: true });
    const suite = await /** @type {() => Promise<import('./bench/suites.mjs').Suite>} */ (suites[name])();
    const result = await suite.run({ runs, folder, profile: Boolean(values.profile) });
    const report = {
      command: `npm run bench -- ${name} --runs ${runs}`,
      date: new Date().toISOString(),
      commit: commit(),
      machine: machine(),
      runs,
      ...result,
    };
    console.log(`\n${tableOf(name, report)}`);
    missed += result.rows.filter((row) => row.missed?.length).length;
    if (values.dry || values.profile) continue;
    await mkdir(join(root, 'bench'), { recursive: true });
    await writeFile(join(root, 'bench', `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  }
  if (missed > 0) console.log(`\n${missed} measurements miss an aim.`);
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
