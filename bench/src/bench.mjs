import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machine } from './machine.mjs';
import { suites } from './suites.mjs';
import { tableOf } from './table.mjs';
import { buildAll } from '@paddock/cli/install/build-all.mjs';
import { nodeUnits, webUnits } from '@paddock/cli/install/build-units.mjs';
import { Failure } from '@paddock/cli/failure.mjs';
import { install } from '@paddock/cli/install/install.mjs';
import { readOptions } from '@paddock/cli/options.mjs';
import { root, varDir } from '@paddock/cli/paths.mjs';

const usage = `npm run bench -- [suite …] [options]    measures, prints tables and writes bench/results/<suite>.json

  suites: ${Object.keys(suites).join(', ')}; all by default
  <suite>/<part>  one part of a suite in parts, such as load/return or embedded-mongo-proofs/kill; replaces only its rows
  --runs N      runs of each measurement; the result is their median (default 3)
  --case TEXT   measures only the cases of calls, or the drills, whose name contains it, and writes no JSON
  --long        measures calls at 10⁶ shouts instead of 10⁵, and load with the members of its targets instead of 500
  --members N   members of load
  --room-size N members of each room of load
  --profile     writes CPU profiles of services and database to var/bench/ instead of JSON
  --dry         writes no JSON`;

/** @param {string[]} args */
export async function run(args) {
  const { values, positionals } = readOptions(
    args,
    {
      runs: { type: 'string' },
      case: { type: 'string' },
      long: { type: 'boolean' },
      members: { type: 'string' },
      'room-size': { type: 'string' },
      profile: { type: 'boolean' },
      dry: { type: 'boolean' },
    },
    usage,
    true,
  );
  const names = positionals.length > 0 ? positionals : Object.keys(suites);
  const unknown = names.find((name) => !(name.replace(/\/.*/, '') in suites));
  if (unknown) throw new Failure(`There is no suite '${unknown}': ${Object.keys(suites).join(', ')}.`);
  const runs = numberOf(values, 'runs') ?? 3;
  const [members, roomSize] = [numberOf(values, 'members'), numberOf(values, 'room-size')];

  await install(root);
  await buildAll([...nodeUnits(), ...webUnits()]);
  let missed = 0;
  for (const request of names) {
    const [name = '', onlyPart] = request.split('/');
    const folder = join(varDir, 'bench', name);
    await mkdir(folder, { recursive: true });
    const suite = await /** @type {() => Promise<import('./suites.mjs').Suite>} */ (suites[name])();
    const { parts = [] } = suite;
    if (onlyPart !== undefined && !parts.includes(onlyPart))
      throw new Failure(`There is no part '${onlyPart}' of ${name}: ${parts.join(', ') || 'it has none'}.`);
    for (const part of onlyPart !== undefined ? [onlyPart] : parts.length > 0 ? parts : [undefined]) {
      const { case: only, long = false, profile = false } = values;
      const result = await suite.run({ runs, folder, profile, part, only, long, members, roomSize });
      const about = {
        command: `npm run bench -- ${part === undefined ? name : `${name}/${part}`} --runs ${runs}${optionsOf(values)}`,
        date: new Date().toISOString(),
        commit: commit(),
        machine: machine(),
      };
      const report = { ...about, runs, ...result };
      console.log(`\n${tableOf(name, report)}`);
      missed += result.rows.filter((row) => row.missed?.length).length;
      if (values.dry || profile || only) continue;
      await mkdir(join(root, 'bench/results'), { recursive: true });
      const file = join(root, 'bench/results', `${name}.json`);
      if (part !== undefined) report.rows = await withOtherParts(file, parts, result.rows, { part, ...about });
      await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
    }
  }
  if (missed > 0) console.log(`\n${missed} measurements miss a target.`);
}

/** @param {Record<string, string | undefined>} values @param {string} name @returns {number | undefined} */
function numberOf(values, name) {
  const { [name]: text } = values;
  if (text !== undefined && !/^[1-9]\d*$/.test(text))
    throw new Failure(`--${name} takes a number from 1, not '${text}'.`);
  return text === undefined ? undefined : Number(text);
}

/** The options of a command that change what it measures. @param {Record<string, string | boolean | undefined>} values */
function optionsOf(values) {
  const sizes = ['members', 'room-size'].filter((name) => values[name] !== undefined);
  return [values.long ? ' --long' : '', ...sizes.map((name) => ` --${name} ${values[name]}`)].join('');
}

/**
 * Merges the rows of one part of a suite, each with its origin, into the stored rows of the other parts.
 * @param {string} file
 * @param {readonly string[]} parts
 * @param {import('./suites.mjs').Row[]} rows
 * @param {{ part: string }} measured
 */
async function withOtherParts(file, parts, rows, measured) {
  const stored = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text).rows,
    () => [],
  );
  const others = stored.filter((row) => row.measured.part !== measured.part);
  return [...others, ...rows.map((row) => ({ ...row, measured }))].toSorted(
    (a, b) => parts.indexOf(a.measured.part) - parts.indexOf(b.measured.part),
  );
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
