import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { findNode24 } from './node-24.mjs';

const environment = { ...process.env };
const { packages } = JSON.parse(await readFile(new URL('../../node-24/package-lock.json', import.meta.url), 'utf8'));
let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-node-24-spec-'));
  // No registry, and nothing from npm's cache.
  Object.assign(process.env, { npm_config_registry: 'http://127.0.0.1:9', npm_config_cache: join(folder, 'cache') });
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(async () => {
  jest.restoreAllMocks();
  process.env = { ...environment };
  await rm(folder, { recursive: true });
});

/** Installs a program that prints a version, as each platform's package would be. */
async function installed(version) {
  for (const path of Object.keys(packages).filter(Boolean)) {
    const file = join(folder, path, 'bin/node');
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, `#!/bin/sh\necho ${version(packages[path])}\n`);
    await chmod(file, 0o755);
  }
}

describe('findNode24', () => {
  it('uses an installed one without the registry', async () => {
    await installed((entry) => `v${entry.version}`);
    expect(await findNode24(folder)).toMatch(/\/bin\/node$/);
  });

  it.each([
    ['none is installed', undefined],
    ['another version is installed', () => 'v24.0.1'],
  ])('needs the registry when %s', async (_, version) => {
    if (version) await installed(version);
    await expect(findNode24(folder)).rejects.toThrow(/^Node 24\.\d+\.\d+ could not be installed: check the connection/);
  });

  it('names a platform without a package', async () => {
    const own = Object.getOwnPropertyDescriptor(process, 'platform');
    Object.defineProperty(process, 'platform', { ...own, value: 'sunos' });
    try {
      await expect(findNode24(folder)).rejects.toThrow(`No package has Node 24 for sunos ${process.arch}.`);
    } finally {
      Object.defineProperty(process, 'platform', own);
    }
  });

  it('is locked to versions of Node 24', () => {
    const versions = Object.keys(packages)
      .filter(Boolean)
      .map((path) => packages[path].version);
    expect(versions.filter((version) => !version.startsWith('24.'))).toEqual([]);
    expect(versions.length).toBeGreaterThan(0);
  });
});

describe('rerunOnNode24', () => {
  /** Runs a script through `rerunOnNode24` in a process of its own, with this Node as the installed one. */
  async function launch(source, env = {}) {
    const script = join(folder, 'command.mjs');
    await writeFile(script, source);
    const launcher = `import { rerunOnNode24 } from ${JSON.stringify(fileURLToPath(new URL('./node-24.mjs', import.meta.url)))};
      process.exitCode = await rerunOnNode24(${JSON.stringify(script)}, ['one', '--two'], process.execPath);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', launcher], { env: { ...process.env, ...env } });
    child.stdout.setEncoding('utf8');
    return child;
  }

  it('passes arguments, output and exit code on, and puts Node 24 first on the PATH', async () => {
    const child = await launch(
      'console.log(JSON.stringify([process.argv.slice(2), process.env.PATH])); process.exit(3);',
      { PATH: '/somewhere' },
    );
    let output = '';
    child.stdout.on('data', (part) => (output += part));
    const [code] = await once(child, 'close');
    expect(JSON.parse(output)).toEqual([['one', '--two'], `${dirname(process.execPath)}:/somewhere`]);
    expect(code).toBe(3);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('passes %s on, and waits for the end', async (signal) => {
    const child = await launch(
      `process.on('${signal}', () => { console.log('stopped'); process.exit(7); }); setInterval(() => {}, 1000); console.log('ready');`,
    );
    await once(child.stdout, 'data');
    const stopped = once(child.stdout, 'data');
    child.kill(signal);
    expect((await stopped)[0].trim()).toBe('stopped');
    expect(await once(child, 'close')).toEqual([7, null]);
  });

  it('exits with 128 and the number of the signal that ended the command', async () => {
    const child = await launch("process.kill(process.pid, 'SIGKILL');");
    expect(await once(child, 'close')).toEqual([137, null]);
  });
});
