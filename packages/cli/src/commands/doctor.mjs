import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll } from '../install/build-all.mjs';
import { moduleDirs, moduleUnit, nodeUnits } from '../install/build-units.mjs';
import { Failure } from '../failure.mjs';
import { ffmpegProblem } from '../install/ffmpeg.mjs';
import { install } from '../install/install.mjs';
import { readOptions } from '../options.mjs';
import * as paths from '../paths.mjs';
import { communitiesWithoutAdmin } from '../processes/communities-without-admin.mjs';
import { progressToStderr } from '../progress.mjs';
import { faultyLine, jsonLine } from './json-line.mjs';
import { dataOption, dataUsage, provenReleases, verdicts } from './proven-releases.mjs';
import { textsOfRefusal } from './refusal-texts.mjs';
import { spoiltProblem } from './registry-options.mjs';
import { rolloutFigures, rolloutText } from './rollout-figures.mjs';

const usage = `npm run doctor -- [community] [--data DIR] [--json]    checks deployment files, released modules and services together

  [community]  one community only, such as motorsport; by default all, and ffmpeg
  ${dataUsage}
  --json       prints the findings as JSON

It asks the database (MONGODB_URI, MONGODB_URI_FILE, or a running Paddock of the data folder) for communities that require approval and
have no admin, and prints that it skipped this when none answers.
It exits with 1 when it finds something. DEPLOYMENTS_DIR and REGISTRY_DIR name other folders.`;

const unaskedNote =
  'Skipped: whether communities that require approval have an admin. No database answers (MONGODB_URI, MONGODB_URI_FILE, or a running Paddock).';

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
  const { values, positionals } = readOptions(args, { ...dataOption, json: { type: 'boolean' } }, usage, true);
  const [only] = positionals;
  if (positionals.length > 1) throw new Failure(`Name one community, not '${positionals.join(' ')}'.`);
  if (values.json) progressToStderr();
  const registryDir = process.env.REGISTRY_DIR ? resolve(process.env.REGISTRY_DIR) : paths.registryDir;
  const deploymentsDir = resolve(process.env.DEPLOYMENTS_DIR ?? paths.deploymentsDir);
  if (!paths.isPackage) await buildUnreleased(registryDir);
  const dataDir = paths.dataFolder(values.data);
  const all = await examine(deploymentsDir, registryDir, {
    dataDir,
    proven: (await provenReleases(dataDir)) ?? [],
    rollouts: await rolloutFigures(dataDir),
  });
  const isAsked = ({ community }) => only === undefined || community === only || community === undefined;
  if (only !== undefined && !existsSync(join(deploymentsDir, `${only}.json`)))
    throw new Failure(`There is no deployment ${only}.json; there are ${all.names.join(', ')}.`);
  const communities = all.communities.filter(isAsked);
  const reports = await Promise.all(all.findings.filter(isAsked).map((finding) => toReport(deploymentsDir, finding)));
  const skipped = all.unasked.some((community) => isAsked({ community })) ? [unaskedNote] : [];
  if (values.json) console.log(JSON.stringify({ communities, findings: reports, skipped }, null, 2));
  else {
    const ffmpeg = only === undefined ? [(await ffmpegProblem()) ?? 'Videos are transcoded by ffmpeg.'] : [];
    print(communities, reports, [...skipped, ...ffmpeg]);
  }
  return reports.length ? 1 : 0;
}

/**
 * Builds the services, and the modules that have no release yet: a start would release them, so a missing release is no problem.
 * @param {string} registryDir
 */
async function buildUnreleased(registryDir) {
  await install(paths.root);
  const unreleased = moduleDirs().filter((dir) => !existsSync(join(registryDir, dir)));
  const own = registryDir === paths.registryDir ? unreleased.map((dir) => moduleUnit(dir)) : [];
  await buildAll([...nodeUnits(), ...own]);
}

/** What a start would report, and what it would accept without effect. */
async function examine(deploymentsDir, registryDir, { dataDir, proven, rollouts }) {
  const { readDeployments, jsonFiles } = await services('deployment/read-deployments.js');
  const { ModuleRegistry } = await services('deployment/registry/module-registry.js');
  const { examined, findings } = await services('deployment/doctor/examine.js');
  const { moduleFaults } = await import('@paddock/build/rspack/module/module-faults.mjs');
  const { releasesOf } = await import('@paddock/build/rspack/release/registry.mjs');
  const { contractVersion } = await import('@paddock/contract/core/contract-version');
  const { communities, problems } = readDeployments(deploymentsDir, new ModuleRegistry({ registryDir }), [], {
    production: process.env.NODE_ENV === 'production',
  });
  const refused = problems.map(({ community, file, path, hint }) => ({
    community,
    names: [basename(file)],
    path: path.split(/[.[\]]+/).filter(Boolean),
    problem: hint,
    ...textsOfRefusal(path, hint),
  }));
  const { releases, spoilt } = await releasesOf(registryDir);
  const { UploadPlace } = await services('deployment/uploads/upload-place.js');
  const closed = process.env.RELEASE_UPLOADS === '1' ? await UploadPlace.problem(registryDir) : undefined;
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
  const approving = communities.flatMap(({ config }) => (config.flags.admin_approval_required ? [config] : []));
  const withoutAdmin = approving.length > 0 ? await communitiesWithoutAdmin(approving, dataDir) : [];
  const found = await Promise.all(
    communities.map(async (state) =>
      [
        ...findings({
          ...(await examined(deploymentsDir, state)),
          hasAdmin: withoutAdmin && !withoutAdmin.includes(state.config.id),
        }),
        ...state.modules.flatMap(({ module }) =>
          faults.get(module.base).map((fault) => ({ path: ['modules', module.id], ...fault })),
        ),
      ].map((finding) => ({ community: state.config.id, ...finding })),
    ),
  );
  return {
    /** Communities that require approval, if the database could not be asked for their admins. */
    unasked: withoutAdmin ? [] : approving.map(({ id }) => id),
    names: jsonFiles(deploymentsDir)
      .map((name) => name.replace(/\.json$/, ''))
      .filter((name) => name !== 'base'),
    communities: communities.map(({ config, modules }) => ({
      community: config.id,
      title: config.title,
      modules: modules.map(({ module, fallback, rollout }) => ({
        id: module.id,
        version: module.version,
        ...(fallback && { fallback: fallback.version }),
        ...originOf(releases.find(({ id, version }) => id === module.id && version === module.version)),
        reports: [
          ...verdicts(
            proven.filter(({ community }) => community === config.id),
            module,
          ),
          ...rollouts
            .filter(
              (figures) =>
                figures.community === config.id &&
                figures.module === module.id &&
                figures.version === rollout?.module.version,
            )
            .map((figures) => `rollout: ${rolloutText(figures)}`),
        ],
      })),
    })),
    findings: [
      ...refused,
      ...found.flat(),
      ...spoilt.map((table) => spoiltFinding(registryDir, table)),
      ...(closed === undefined ? [] : [closedFinding(registryDir, closed)]),
    ],
  };
}

/** By whom and when a release was made, and its channels moved. */
const originOf = (release) => release && { released: release.released, by: release.by, moved: release.moved };

const closedFinding = (registryDir, problem) => ({
  file: relative(process.cwd(), registryDir),
  path: [],
  problem: `RELEASE_UPLOADS is set, but ${problem}`,
  consequence: 'The services do not start.',
  remedy: 'Let their user write to this folder, or leave out RELEASE_UPLOADS.',
});

const spoiltFinding = (registryDir, { id, file }) => ({
  file: relative(process.cwd(), join(registryDir, id, file)),
  path: [],
  problem: spoiltProblem(file),
  consequence: 'Communities keep the last release of each channel; they get no new one.',
  remedy: `npm run release -- ${id}, or a promote or rollback, writes it again.`,
});

/**
 * Adds file and line: those of the community's own file, or of base.json if that contains more of the path.
 * @param {string} deploymentsDir
 * @param {Omit<Report, 'file' | 'line' | 'path'> & { path: (string | number)[], names?: string[], file?: string }} finding `names` of
 *   the files that may contain the path; `file` of a problem outside the deployments
 * @returns {Promise<Report>}
 */
async function toReport(deploymentsDir, { path, names, file: other, ...finding }) {
  if (other !== undefined) return { ...finding, file: other, path: '' };
  const placeIn = (text) => {
    const line = faultyLine(text);
    return line === undefined ? jsonLine(text, path) : { line, found: 0 };
  };
  const places = await Promise.all(
    (names ?? [`${finding.community}.json`, 'base.json']).map(async (name) => {
      const file = join(deploymentsDir, name);
      const text = await readFile(file, 'utf8').catch(() => undefined);
      return text === undefined ? [] : [{ file: relative(process.cwd(), file), ...placeIn(text) }];
    }),
  );
  const [own, base] = places.flat();
  const { file = relative(process.cwd(), deploymentsDir), line } =
    (base && base.found > (own?.found ?? 0) ? base : own) ?? {};
  const place = path.map((key) => (/^\d+$/.test(String(key)) ? `[${key}]` : `.${key}`)).join('');
  return { ...finding, file, line, path: place.replace(/^\./, '') };
}

function moduleText({ version, fallback, released, by, moved = {}, reports }) {
  const moves = Object.entries(moved).map(([channel, move]) => `${channel} since ${day(move.at)} (${move.by})`);
  const origin = by ? [`released ${day(released)} by ${by}`] : [];
  const parts = [version, ...(fallback ? [`falls back to ${fallback}`] : []), ...origin, ...moves];
  return [...parts, ...(reports.length > 0 ? reports : ['not proven yet'])].join(', ');
}

const day = (time) => new Date(time).toISOString().slice(0, 10);

/** @param {Report[]} reports */
function print(communities, reports, notes) {
  for (const { community, title, modules } of communities) {
    console.log(`${title} (${community})`);
    for (const module of modules) console.log(`  ${module.id} ${moduleText(module)}`);
  }
  for (const note of notes) console.log(note);
  for (const { file, line, path, problem, consequence, remedy } of reports)
    console.error(
      `✗ ${file}${line ? `:${line}` : ''}${path && ` ${path}`}: ${problem}\n    ${consequence}\n    ${remedy}`,
    );
  console.log(reports.length ? `Findings: ${reports.length}` : 'No problems found.');
}

/**
 * Imports built code of the services, so that this command reports what a start would report.
 * @param {string} file below `services/dist`
 */
const services = (file) => import(pathToFileURL(join(paths.root, 'services/dist', file)).href);
