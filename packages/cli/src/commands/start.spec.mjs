import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { root } from '../paths.mjs';
import { takeProcessLock } from '../processes/process-lock.mjs';

let folder;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'paddock-start-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Resolves to the terminal output and the exit code. */
async function run(command, args, env = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output: output.trim() };
}
const entry = 'packages/cli/src/paddock.mjs';
const start = (...args) => run(process.execPath, [join(root, entry), 'start', ...args]);

describe('npm start with an error', () => {
  it('names an unknown option', async () =>
    expect(await start('--prot', '4001')).toEqual({
      code: 1,
      output: "Unknown option '--prot'; --help lists the options.",
    }));

  it.each([['--port', '4001'], ['--fresh'], ['--no-demo']])('names an option that npm took: %s', async (...args) => {
    const { code, output } = await run('npm', ['start', '--prefix', root, ...args]);
    expect(code).toBe(1);
    expect(output).toContain(
      `npm took ${args[0]} for itself: put options after two hyphens, as in npm start -- ${args[0]}.`,
    );
  });

  it('names an invalid port', async () =>
    expect(await start('--port', '4000x')).toEqual({
      code: 1,
      output: "--port takes a number from 0 (any free port) to 65535, not '4000x'.",
    }));

  it('names a port in use, and makes no data folder', async () => {
    const server = createServer();
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address();
    const missing = join(folder, 'new-data');
    const outcome = await start('--port', String(port), '--data', missing);
    await new Promise((resolve) => server.close(resolve));
    expect(outcome).toEqual({
      code: 1,
      output: `Port ${port} is in use: stop the program that uses it, or choose another port with --port N.`,
    });
    expect(existsSync(missing)).toBe(false);
  });

  it('names a data folder in use, and the process using it', async () => {
    const lock = await takeProcessLock(join(folder, 'paddock.lock'));
    const outcome = await start('--port', '0', '--data', folder);
    await lock.release();
    expect(outcome).toEqual({
      code: 1,
      output: `The data folder ${folder} is in use by another Paddock (process ${process.pid}): stop it, or choose another folder with --data DIR.`,
    });
  });

  it('names a Node version that is too old', async () => {
    const older = join(folder, 'older.cjs');
    await writeFile(
      older,
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } });",
    );
    expect(await run(process.execPath, ['--require', older, join(root, entry), 'start'])).toEqual({
      code: 1,
      output: 'Paddock needs Node 20.19 or newer, and this is 18.20.8: install it from https://nodejs.org.',
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
      output: 'The disk is full, or the file size limit is reached (ulimit -f).',
    });
  });

  it('names an unreachable registry', async () => {
    const clone = join(folder, 'clone');
    await cp(join(root, 'packages/cli'), join(clone, 'packages/cli'), { recursive: true });
    // One package is enough, and npm reads the whole lock file before it fails.
    const { packages, ...lock } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
    const zod = packages['node_modules/zod'];
    const manifest = { name: 'clone', version: '1.0.0', type: 'module', dependencies: { zod: zod.version } };
    await writeFile(join(clone, 'package.json'), JSON.stringify(manifest));
    const smallLock = { ...lock, name: 'clone', version: '1.0.0', packages: { '': manifest, 'node_modules/zod': zod } };
    await writeFile(join(clone, 'package-lock.json'), JSON.stringify(smallLock));
    const env = {
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_cache: join(folder, 'cache'),
      npm_execpath: '',
    };
    const { code, output } = await run(
      process.execPath,
      [join(clone, entry), 'start', '--port', '0', '--data', folder],
      env,
    );
    expect(code).toBe(1);
    expect(output.split('\n').slice(1)).toEqual([
      'The package registry is unreachable: check the connection, or set another registry with npm config set registry, and try again.',
    ]);
  });

  it('leaves the data folder empty', async () => {
    await start('--port', '0', '--data', folder, '--prot');
    expect(await readdir(folder)).toEqual([]);
  });
});
