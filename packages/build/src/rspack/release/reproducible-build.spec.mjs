import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
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
    await cp(path.join(root, part), path.join(copy, part), {
      recursive: true,
      filter: (file) => !/[\\/](node_modules|dist)([\\/]|$)/.test(path.relative(root, file)),
    });
  // What the bundle contains is copied, so that its real paths are below this folder; other packages are linked.
  const bundled = ['@module-federation', '@simplewebauthn', 'lucide-react', 'marked', 'qr'];
  await mkdir(path.join(copy, 'node_modules'));
  for (const name of (await readdir(path.join(root, 'node_modules'))).filter((name) => !name.startsWith('.'))) {
    const [from, to] = [root, copy].map((workspace) => path.join(workspace, 'node_modules', name));
    if (bundled.includes(name))
      await cp(from, to, { recursive: true, filter: (file) => !/\.map$|\/(cjs|umd)$/.test(file) });
    else await symlink(from, to, 'junction');
  }
});
afterAll(() => rm(dir, { recursive: true }));

/** The integrity of a module's files, built in a workspace by the build preset of that workspace, as the second build of a process. */
async function integrityIn(workspace, outDir) {
  const options = { dir: path.join(workspace, 'mfe-account'), outDir, version: '1.0.0-test' };
  const former = { ...options, outDir: `${outDir}-former` };
  const script = `
    const { buildModule } = await import(${JSON.stringify(path.join(workspace, 'packages/build/src/rspack/module/build-module.mjs'))});
    await buildModule(${JSON.stringify(former)});
    await buildModule(${JSON.stringify(options)});`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: workspace });
  const [first, second] = await Promise.all(
    [former.outDir, outDir].map(async (dir) => JSON.parse(await readFile(path.join(dir, 'integrity.json'), 'utf8'))),
  );
  expect(second).toEqual(first);
  return second;
}

it('a module built in another folder, or again in the same process, has the same files', async () => {
  const here = await integrityIn(root, path.join(dir, 'here'));
  expect(Object.keys(here).length).toBeGreaterThan(10);
  expect(await integrityIn(copy, path.join(dir, 'there'))).toEqual(here);
}, 120_000);
