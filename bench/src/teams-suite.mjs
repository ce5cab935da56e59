import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@paddock/cli/paths.mjs';
import { step } from '@paddock/cli/progress.mjs';
import { median, rounded, withMissed } from './statistics.mjs';
import { openBrowser } from './web-page.mjs';

const about =
  'a tab team in a fresh clone: npm run new until the tab is on the page (nothing built before), what its checks say, a release until ' +
  'a reload shows it, and the doctor; seconds';
const id = 'timing';
const title = 'Live timing';
/** All that `npm run new` may touch, as `git status` names it. */
const permitted = [
  'deployments/motorsport.json',
  'e2e/journeys/timing.spec.ts',
  'mfe-timing/',
  'package-lock.json',
  'packages/contract/src/calls/timing.ts',
  'services/src/timing/',
];

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder }) {
  const clone = join(folder, 'clone');
  await freshClone(clone);
  const browser = await openBrowser();
  const began = performance.now();
  await command(clone, ['new', `mfe-${id}`, '--title', title]);
  const touched = execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' });
  const other = touched
    .split('\n')
    .map((line) => line.slice(3))
    .filter((file) => file !== '' && !permitted.includes(file));
  const paddock = await startClone(clone);
  try {
    const page = await browser.open(paddock.port, `/main/${id}`);
    await heading(page, title);
    const newToShown = seconds(began);
    const tab = withMissed({
      what: 'npm run new until shown, in a fresh clone',
      metrics: { s: newToShown, 'other files': other.length },
      targets: { s: { max: 120 }, 'other files': { max: 0 } },
      details: touched.split('\n'),
    });
    // Before the releases, which change the tab's texts.
    const checked = await checks(clone);
    const releases = [];
    for (let count = 0; count < runs; count++) releases.push(await releaseText(clone, page, `Add entry ${count + 1}`));
    const doctor = [];
    for (let count = 0; count < runs; count++) {
      const start = performance.now();
      await command(clone, ['doctor', 'motorsport']);
      doctor.push(seconds(start));
    }
    const medianOf = (/** @type {number[]} */ values) => rounded(median(values));
    return {
      about,
      rows: [
        tab,
        ...checked,
        withMissed({
          what: 'npm run release; then until a reload shows it',
          metrics: {
            'command s': medianOf(releases.map((one) => one.command)),
            s: medianOf(releases.map((one) => one.shown)),
          },
          targets: { s: { max: 5 } },
        }),
        withMissed({
          what: 'npm run doctor -- motorsport',
          metrics: { s: medianOf(doctor) },
          targets: { s: { max: 2 } },
        }),
      ],
    };
  } finally {
    await browser.close();
    await paddock.stop();
  }
}

/**
 * A clone of the last commit with the installed packages linked, those of single workspaces copied, and its own links to the workspaces.
 * @param {string} clone
 */
async function freshClone(clone) {
  await rm(clone, { recursive: true, force: true });
  execFileSync('git', ['clone', '--quiet', '--local', root, clone]);
  const own = '@paddock';
  const [from, to] = [join(root, 'node_modules'), join(clone, 'node_modules')];
  await mkdir(to);
  for (const name of await readdir(from))
    if (name !== own && name !== '.package-lock.json') await symlink(join(from, name), join(to, name));
  await cp(join(from, own), join(to, own), { recursive: true, verbatimSymlinks: true });
  await cp(join(from, '.package-lock.json'), join(to, '.package-lock.json'));
  for (const workspace of await readdir(clone)) {
    const installed = join(root, workspace, 'node_modules');
    if (existsSync(installed)) await cp(installed, join(clone, workspace, 'node_modules'), { recursive: true });
  }
}

const seconds = (since) => rounded((performance.now() - since) / 1000);

/**
 * Runs a command of the clone.
 * @param {string} clone
 * @param {string[]} args
 */
const command = (clone, args) => node(clone, [join(clone, 'packages/cli/src/paddock.mjs'), ...args]);

async function node(clone, args, env = {}) {
  const child = spawn(process.execPath, args, { cwd: clone, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${output}`);
}

/** Builds all and starts Paddock in the clone. */
async function startClone(clone) {
  const args = [join(clone, 'packages/cli/src/paddock.mjs'), 'start', '--port', '0', '--data', join(clone, 'var/data')];
  const child = spawn(process.execPath, args, { cwd: clone, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const port = await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      const [, found] = /motorsport\.localhost:(\d+)[^]*Stop/.exec(output) ?? [];
      if (found) resolve(Number(found));
    });
    child.once('close', () => reject(new Error(`npm start did not become ready: ${output}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
  };
  return { port, stop };
}

/** @param {import('playwright-core').Page} page @param {string} text */
const heading = (page, text) =>
  page.getByRole('main').getByRole('heading', { name: text, exact: true }).first().waitFor({ timeout: 60_000 });

/** Changes a text of the page, releases it, and reloads until the page shows it. */
async function releaseText(clone, page, text) {
  const file = join(clone, `mfe-${id}/src/messages/en.json`);
  const messages = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...messages, new: { ...messages.new, title: text } }, null, 2));
  const began = performance.now();
  await command(clone, ['release', `mfe-${id}`]);
  const commanded = performance.now();
  const found = page.getByRole('main').getByRole('link', { name: text, exact: true });
  const isShown = () =>
    found.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
  do {
    if (seconds(commanded) > 60) throw new Error(`the page does not show '${text}'`);
    await page.reload();
  } while (!(await isShown()));
  return { command: rounded((commanded - began) / 1000), shown: seconds(commanded) };
}

/** The checks of the new tab: types, lint and format of its files, its tests and its journey. */
async function checks(clone) {
  const modules = join(root, 'node_modules');
  const own = [`mfe-${id}`, `services/src/${id}`, `packages/contract/src/calls/${id}.ts`, `e2e/journeys/${id}.spec.ts`];
  const all = {
    types: () =>
      Promise.all(
        ['node', 'web', 'e2e'].map((name) =>
          node(clone, [join(modules, 'typescript-native/bin/tsc'), '-p', `tsconfig.${name}.json`, '--noEmit']),
        ),
      ),
    lint: () => node(clone, [join(modules, 'eslint/bin/eslint.js'), '--max-warnings', '0', ...own]),
    format: () => node(clone, [join(modules, 'prettier/bin/prettier.cjs'), '--check', ...own, 'deployments']),
    jest: () => node(clone, [join(modules, 'jest/bin/jest.js'), id], { NODE_OPTIONS: '--experimental-vm-modules' }),
    journey: () => command(clone, ['e2e', `journeys/${id}.spec`, '--retries=0']),
  };
  const rows = [];
  for (const [name, check] of Object.entries(all)) {
    const began = performance.now();
    const failure = await step(`${name} of the new tab`, () =>
      check().then(
        () => undefined,
        (error) => String(error),
      ),
    );
    if (failure) console.error(failure);
    rows.push(
      withMissed({
        what: `its ${name}`,
        metrics: { s: seconds(began), red: failure ? 1 : 0 },
        targets: { red: { max: 0 } },
      }),
    );
  }
  return rows;
}
