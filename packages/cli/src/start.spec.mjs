import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { root } from './paths.mjs';
import { takeProcessLock } from './process-lock.mjs';

let folder;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'paddock-start-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What a person at the terminal sees, and the exit code. */
async function run(command, args, env = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, said: said.trim() };
}
const entry = 'packages/cli/src/paddock.mjs';
const start = (...args) => run(process.execPath, [join(root, entry), 'start', ...args]);

describe('npm start, refused', () => {
  it('names an unknown option', async () =>
    expect(await start('--prot', '4001')).toEqual({
      code: 1,
      said: "Unknown option '--prot'; --help lists what there is.",
    }));

  it.each([['--port', '4001'], ['--fresh'], ['--no-demo']])('names an option that npm kept: %s', async (...args) => {
    const { code, said } = await run('npm', ['start', '--prefix', root, ...args]);
    expect(code).toBe(1);
    expect(said).toContain(
      `npm kept ${args[0]} for itself: options come after two hyphens, as in npm start -- ${args[0]}.`,
    );
  });

  it('names a port that is none', async () =>
    expect(await start('--port', '4000x')).toEqual({
      code: 1,
      said: "--port takes a number from 0 (any free port) to 65535, not '4000x'.",
    }));

  it('names a port that is taken', async () => {
    const server = createServer();
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address();
    const outcome = await start('--port', String(port), '--data', folder);
    await new Promise((resolve) => server.close(resolve));
    expect(outcome).toEqual({
      code: 1,
      said: `Port ${port} is taken: stop what uses it, or choose another with --port N.`,
    });
  });

  it('names a data folder that is in use, and by which process', async () => {
    const lock = await takeProcessLock(join(folder, 'paddock.lock'));
    const outcome = await start('--port', '0', '--data', folder);
    await lock.release();
    expect(outcome).toEqual({
      code: 1,
      said: `The data folder ${folder} is in use by another Paddock (process ${process.pid}): stop it, or choose another with --data DIR.`,
    });
  });

  it('names a Node that is too old', async () => {
    const older = join(folder, 'older.cjs');
    await writeFile(
      older,
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } });",
    );
    expect(await run(process.execPath, ['--require', older, join(root, entry), 'start'])).toEqual({
      code: 1,
      said: 'Paddock needs Node 20.19 or newer, and this is 18.20.8: install it from https://nodejs.org.',
    });
  });

  it('names a full disk', async () => {
    const args = [
      '-c',
      `ulimit -f 0; exec "$0" "$@"`,
      process.execPath,
      join(root, entry),
      'start',
      '--port',
      '0',
      '--data',
      folder,
    ];
    expect(await run('bash', args)).toEqual({
      code: 1,
      said: 'The disk is full, or files may not grow any further (ulimit -f).',
    });
  });

  it('names a registry that cannot be reached', async () => {
    const clone = join(folder, 'clone');
    await cp(join(root, 'packages/cli'), join(clone, 'packages/cli'), { recursive: true });
    const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
    const workspaces = Object.keys(packages).filter((path) => !path.includes('node_modules'));
    for (const path of workspaces) await cp(join(root, path, 'package.json'), join(clone, path, 'package.json'));
    await cp(join(root, 'package-lock.json'), join(clone, 'package-lock.json'));
    const env = {
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_cache: join(folder, 'cache'),
      npm_execpath: '',
    };
    const { code, said } = await run(
      process.execPath,
      [join(clone, entry), 'start', '--port', '0', '--data', folder],
      env,
    );
    expect(code).toBe(1);
    expect(said.split('\n').slice(1)).toEqual([
      'The package registry cannot be reached to install from: connect to it, or set another with npm config set registry, and try again.',
    ]);
  });

  it('leaves nothing behind in the data folder', async () => {
    await start('--port', '0', '--data', folder, '--prot');
    expect(await readdir(folder)).toEqual([]);
  });
});
