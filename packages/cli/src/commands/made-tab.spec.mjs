import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTab } from './new.mjs';
import { root } from '../paths.mjs';

const timeout = 600_000;
const packages = join(root, 'node_modules');

/** A copy of the project with a new tab. Packages of others are linked, and those of the project point to the copy. */
let copy;
beforeAll(async () => {
  // The real path, because the tools compare paths of files with that of the project.
  copy = await realpath(await mkdtemp(join(tmpdir(), 'paddock-tab-')));
  const isOfProject = (name) => /^(mfe-.*|packages|services|shell|e2e|deployments|.*\.json|jest\..*)$/.test(name);
  for (const name of (await readdir(root)).filter(isOfProject))
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (file) => !/[\\/](node_modules|dist)([\\/]|$)|\.(spec|test)\.\w+$/.test(relative(root, file)),
    });
  await mkdir(join(copy, 'node_modules/@paddock'), { recursive: true });
  for (const name of (await readdir(packages)).filter((name) => name !== '@paddock' && !name.startsWith('.')))
    await symlink(join(packages, name), join(copy, 'node_modules', name));
  for (const name of await readdir(join(packages, '@paddock')))
    await symlink(await readlink(join(packages, '@paddock', name)), join(copy, 'node_modules/@paddock', name));
  await symlink(join(root, 'services/node_modules'), join(copy, 'services/node_modules'));
  await makeTab({ workspace: copy, id: 'timing' });
}, timeout);
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Runs a tool in the copy. Its whole output is in the error when it fails, because tools print findings to either stream. */
async function tool(name, ...args) {
  const command = [join(packages, name), ...args];
  await promisify(execFile)(process.execPath, command, { cwd: copy, maxBuffer: 1e8 }).catch((error) => {
    throw new Error(`${error.stdout}\n${error.stderr}`);
  });
}

describe(makeTab, () => {
  it.each([
    ['node', ['services/src/**/*.d.ts', 'services/src/timing']],
    ['web', ['packages/build/types', 'mfe-timing']],
    ['e2e', ['e2e/journeys/timing.spec.ts']],
  ])(
    'writes a tab that compiles in the program %s',
    async (program, include) => {
      const config = { extends: `./tsconfig.${program}.json`, include, exclude: [] };
      await writeFile(join(copy, 'tsconfig.tab.json'), JSON.stringify(config));
      await tool('typescript-native/bin/tsc', '-p', 'tsconfig.tab.json', '--checkers', '1');
    },
    timeout,
  );

  it(
    'writes a tab that passes its own tests',
    async () => {
      const written = await readdir(copy, { recursive: true });
      const tests = written.filter((file) => /timing\/.*\.(spec|test)\.\w+$/.test(file));
      expect(tests.length).toBeGreaterThan(2);
      await tool('jest/bin/jest.js', '--runInBand', '--runTestsByPath', ...tests);
    },
    timeout,
  );
});
