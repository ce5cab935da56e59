import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { root } from '../config/places.mjs';

let dir;
let copy;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'paddock-reproducible-'));
  copy = path.join(dir, 'other-name/of a folder');
  const own = [
    'mfe-account',
    'packages/build',
    'packages/contract',
    'packages/mfe-kit',
    'packages/ui',
    'shell/package.json',
    'package.json',
  ];
  for (const part of own)
    cpSync(path.join(root, part), path.join(copy, part), {
      recursive: true,
      filter: (file) => !/[\\/](node_modules|dist)([\\/]|$)/.test(path.relative(root, file)),
    });
  // What the bundle contains is copied, so that its real paths are below this folder; other packages are linked.
  const bundled = ['@module-federation', '@simplewebauthn', 'lucide-react', 'marked', 'qr'];
  await mkdir(path.join(copy, 'node_modules'));
  for (const name of (await readdir(path.join(root, 'node_modules'))).filter((name) => !name.startsWith('.'))) {
    const [from, to] = [root, copy].map((workspace) => path.join(workspace, 'node_modules', name));
    if (bundled.includes(name))
      cpSync(from, to, { recursive: true, filter: (file) => !/\.map$|\/(cjs|umd)$/.test(file) });
    else await symlink(from, to, 'junction');
  }
});
afterAll(() => rm(dir, { recursive: true }));

/** The integrity of a module's files after each of its builds in one process, by the build preset of that workspace. */
async function builtIn(workspace, outDirs) {
  const module = { dir: path.join(workspace, 'mfe-account'), version: '1.0.0-test' };
  const builds = outDirs.map((name) => ({ ...module, outDir: path.join(dir, name) }));
  const script = `
    const { buildModule } = await import(${JSON.stringify(path.join(workspace, 'packages/build/src/rspack/module/build-module.mjs'))});
    for (const options of ${JSON.stringify(builds)}) await buildModule(options);`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: workspace });
  return Promise.all(
    builds.map(async ({ outDir }) => JSON.parse(await readFile(path.join(outDir, 'integrity.json'), 'utf8'))),
  );
}

it('a module built in another folder, or again in the same process, has the same files', async () => {
  const [here] = await builtIn(root, ['here']);
  expect(Object.keys(here).length).toBeGreaterThan(10);
  expect(await builtIn(copy, ['there', 'there-again'])).toEqual([here, here]);
}, 120_000);
