import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll } from './build-all.mjs';
import { moduleDirs, moduleUnit, nodeUnits } from './build-units.mjs';
import { Failure } from './failure.mjs';
import { ffmpegProblem } from './ffmpeg.mjs';
import { install } from './install.mjs';
import { readOptions } from './options.mjs';
import * as paths from './paths.mjs';
import { progressToStderr } from './progress.mjs';

const usage = `npm run doctor -- [community] [--json]    checks deployment files, released modules and services together

  [community]  one community only, such as motorsport; by default all, and ffmpeg
  --json       prints the findings as JSON

It exits with 1 when it finds something. DEPLOYMENTS_DIR and REGISTRY_DIR name other folders.`;

/**
 * @typedef {object} Report
 * @property {string} [community]
 * @property {string} file
 * @property {number} [line]
 * @property {string} path
 * @property {string} problem
 * @property {string} consequence
 * @property {string} remedy
 */

/** @param {string[]} args */
export async function run(args) {
  const { values, positionals } = readOptions(args, { json: { type: 'boolean' } }, usage, true);
  const [only] = positionals;
  if (positionals.length > 1) throw new Failure(`Name one community, not '${positionals.join(' ')}'.`);
  if (values.json) progressToStderr();
  await install(paths.root);
  const registryDir = process.env.REGISTRY_DIR ? resolve(process.env.REGISTRY_DIR) : paths.registryDir;
  const deploymentsDir = resolve(process.env.DEPLOYMENTS_DIR ?? paths.deploymentsDir);
  // A start would release modules that have no release yet, so a missing release is no problem.
  const unreleased = moduleDirs().filter((dir) => !existsSync(join(registryDir, dir)));
  const own = registryDir === paths.registryDir ? unreleased.map((dir) => moduleUnit(dir)) : [];
  await buildAll([...nodeUnits(), ...own]);

  const all = await examine(deploymentsDir, registryDir);
  const isAsked = ({ community }) => only === undefined || community === only || community === undefined;
  if (only !== undefined && !existsSync(join(deploymentsDir, `${only}.json`)))
    throw new Failure(`There is no deployment ${only}.json; there are ${all.names.join(', ')}.`);
  const communities = all.communities.filter(isAsked);
  const reports = await Promise.all(all.findings.filter(isAsked).map((finding) => reported(deploymentsDir, finding)));
  if (values.json) console.log(JSON.stringify({ communities, findings: reports }, null, 2));
  else
    print(communities, reports, only === undefined && ((await ffmpegProblem()) ?? 'Videos are transcoded by ffmpeg.'));
  return reports.length ? 1 : 0;
}

/** What a start would report, and what it would accept without effect. */
async function examine(deploymentsDir, registryDir) {
  const { readDeployments, jsonFiles } = await services('deployment/read-deployments.js');
  const { ModuleRegistry } = await services('deployment/registry/module-registry.js');
  const { examined, findings } = await services('deployment/doctor/examine.js');
  const { moduleFaults } = await import('@paddock/build/rspack/module-faults.mjs');
  const { contractVersion } = await import('@paddock/contract/core/contract-version');
  const { communities, problems } = readDeployments(deploymentsDir, new ModuleRegistry({ registryDir }));
  const refused = problems.map(({ community, path, hint }) => ({
    community,
    path: path.split(/[.[\]]+/).filter(Boolean),
    problem: hint,
    consequence:
      'The change is refused: the community keeps its last good state. A first start leaves the community out.',
    remedy: 'Correct the value; docs/flags.md describes every key.',
  }));
  const faults = new Map();
  for (const { modules } of communities)
    for (const { module } of modules)
      faults.set(
        module.base,
        await (faults.get(module.base) ??
          moduleFaults({
            dir: join(registryDir, module.id, module.version),
            manifest: module.manifest,
            contractVersion,
          })),
      );
  const found = communities.flatMap((state) =>
    [
      ...findings(examined(deploymentsDir, state)),
      ...state.modules.flatMap(({ module }) =>
        faults.get(module.base).map((fault) => ({ path: ['modules', module.id], ...fault })),
      ),
    ].map((finding) => ({ community: state.config.id, ...finding })),
  );
  return {
    names: jsonFiles(deploymentsDir)
      .map((name) => name.replace(/\.json$/, ''))
      .filter((name) => name !== 'base'),
    communities: communities.map(({ config, modules }) => ({
      community: config.id,
      title: config.title,
      modules: modules.map(({ module, fallback }) => ({
        id: module.id,
        version: module.version,
        ...(fallback && { fallback: fallback.version }),
      })),
    })),
    findings: [...refused, ...found],
  };
}

/**
 * Adds file and line: those of the community's own file, or of base.json if that contains more of the path.
 * @param {string} deploymentsDir
 * @param {Omit<Report, 'file' | 'line' | 'path'> & { path: (string | number)[] }} finding
 * @returns {Promise<Report>}
 */
async function reported(deploymentsDir, { path, ...finding }) {
  const { jsonLine } = await import('@paddock/build/messages/json-line.mjs');
  const places = await Promise.all(
    [`${finding.community}.json`, 'base.json'].map(async (name) => {
      const file = join(deploymentsDir, name);
      const text = await readFile(file, 'utf8').catch(() => undefined);
      return text === undefined ? [] : [{ file: relative(process.cwd(), file), ...jsonLine(text, path) }];
    }),
  );
  const [own, base] = places.flat();
  const { file = relative(process.cwd(), deploymentsDir), line } =
    (base && base.found > (own?.found ?? 0) ? base : own) ?? {};
  const place = path.map((key) => (/^\d+$/.test(String(key)) ? `[${key}]` : `.${key}`)).join('');
  return { ...finding, file, line, path: place.replace(/^\./, '') };
}

/** @param {Report[]} reports */
function print(communities, reports, ffmpeg) {
  for (const { community, title, modules } of communities) {
    console.log(`${title} (${community})`);
    for (const { id, version, fallback } of modules)
      console.log(`  ${id} ${version}${fallback ? `, falls back to ${fallback}` : ''}`);
  }
  if (ffmpeg) console.log(ffmpeg);
  for (const { file, line, path, problem, consequence, remedy } of reports)
    console.error(`✗ ${file}${line ? `:${line}` : ''} ${path}: ${problem}\n    ${consequence}\n    ${remedy}`);
  console.log(reports.length ? `Findings: ${reports.length}` : 'No problems found.');
}

/**
 * Imports built code of the services, so that this command reports what a start would report.
 * @param {string} file below `services/dist`
 */
const services = (file) => import(pathToFileURL(join(paths.root, 'services/dist', file)).href);
