import { execFile } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildModule } from '@paddock/build/rspack/module/build-module.mjs';
import { integrityOf } from '@paddock/build/rspack/module/integrity.mjs';
import { versionOf } from '@paddock/build/rspack/release/release-module.mjs';
import { clientOf } from '../../test/client-of.mjs';
import { buildAll } from '../install/build-all.mjs';
import { nodeUnits, webUnits } from '../install/build-units.mjs';
import { makePackage } from '../install/production-package.mjs';
import { registryDir, root } from '../paths.mjs';
import { firstLine, startChild } from '../processes/children.mjs';
import { startDatabase } from '../processes/database.mjs';

const timeout = 600_000;
let folder;
let app;
let made;
let database;

beforeAll(async () => {
  await buildAll([...nodeUnits(), ...webUnits()]);
  // Outside the project, so that Node finds no package of it.
  folder = await mkdtemp(join(tmpdir(), 'paddock-package-'));
  app = join(folder, 'app');
  made = await makePackage(app);
  await mkdir(join(folder, 'data/logs'), { recursive: true });
  database = await startDatabase(join(folder, 'data'));
}, timeout);
afterAll(async () => {
  await database?.child?.stop();
  rmSync(folder, { recursive: true, force: true });
}, timeout);

/** The environment of the process: no npm, no settings of the project, only the package's folder. */
const environment = (more) => ({
  PATH: '/nonexistent',
  MONGODB_URI: database.uri,
  DATA_DIR: join(folder, 'data'),
  LOG_LEVEL: 'silent',
  ...more,
});

describe('npm run package', () => {
  it(
    'makes a program that builds the indexes of a new version while the former one runs',
    async () => {
      const build = () =>
        promisify(execFile)(process.execPath, [join(app, 'main.js'), '--indexes'], {
          env: environment({ NODE_ENV: 'development' }),
        });
      expect((await build()).stdout).toMatch(/^Built shouts\.community_1_\S+\.$/m);
      expect((await build()).stdout).toBe('All indexes exist.\n');
    },
    timeout,
  );

  it(
    'makes a folder that Node alone starts, where members sign in, post and load the shell and its modules',
    async () => {
      const services = startChild('the package', process.execPath, [join(app, 'main.js')], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: environment({ NODE_ENV: 'development', DEMO: '1', PORT: '0' }),
      });
      try {
        const { port } = JSON.parse(await firstLine(services));
        const driver = clientOf(() => port);
        expect((await driver.signIn()).status).toBe(200);
        expect((await driver.post('Box this lap')).status).toBe(200);
        const { reply } = await driver.call('GET', '/boot');
        expect(reply.modules.length).toBeGreaterThan(3);
        const origin = `http://127.0.0.1:${port}`;
        expect(await (await fetch(`${origin}/`)).text()).toContain('<script');
        for (const { id, version } of reply.modules) {
          const entry = await fetch(`${origin}/${id}/${version}/mf-manifest.json`);
          expect([id, entry.status]).toEqual([id, 200]);
        }
      } finally {
        await services.stop();
      }
    },
    timeout,
  );

  const commandIn = (env, name, ...args) =>
    promisify(execFile)(process.execPath, [join(app, 'packages/cli/src/paddock.mjs'), name, ...args], {
      env: environment(env),
    });

  it('publishes its shell and releases to other folders', async () => {
    const shared = { SHELL_DIR: join(folder, 'static/shell'), REGISTRY_DIR: join(folder, 'static/registry') };
    expect((await commandIn(shared, 'publish')).stdout).toMatch(
      /^New releases: [1-9]\d*\. Moved channels: [1-9]\d*\. New files of the shell: [1-9]\d*\.\n$/,
    );
    expect((await readdir(shared.SHELL_DIR)).sort()).toEqual(
      ['.building', ...(await readdir(join(app, 'var/shell')))].sort(),
    );
    const { stdout } = await commandIn(shared, 'list');
    expect(stdout).toMatch(/mfe-chats {2}\S+ {2}stable \(package /);
    // It changes nothing that is there.
    const log = join(shared.REGISTRY_DIR, 'mfe-chats/log.jsonl');
    const before = await readFile(log, 'utf8');
    await commandIn(shared, 'publish');
    expect(await readFile(log, 'utf8')).toBe(before);
  });

  it('has the commands for a running system', async () => {
    const command = (...args) => commandIn({}, ...args);
    expect((await command('admin', 'motorsport')).stdout).toContain('super');
    expect((await command('list')).stdout).toContain('mfe-chats');
    expect((await command('rollback', '--help')).stdout).toContain('npm run rollback');
    expect((await command('doctor', 'motorsport')).stdout).toContain('No problems found.');
    const backup = join(folder, 'backup');
    expect((await command('backup', '--to', backup)).stdout).toContain(`to ${backup}`);
    for (const page of ['README.md', 'CHANGELOG.md', 'docs/how-to/back-up.md'])
      expect([page, existsSync(join(app, page))]).toEqual([page, true]);
  });

  it('has a doctor that names each finding with file and line', async () => {
    const deployments = join(folder, 'changed-deployments');
    await cp(join(app, 'deployments'), deployments, { recursive: true });
    const file = join(deployments, 'motorsport.json');
    const text = (await readFile(file, 'utf8')).replace('"page": "settings"', '"page": "setings"');
    await writeFile(file, text);
    const line = text.slice(0, text.indexOf('setings')).split('\n').length;
    await expect(commandIn({ DEPLOYMENTS_DIR: deployments }, 'doctor', 'motorsport')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        new RegExp(`^✗ \\S+/motorsport\\.json:${line} flags\\.home_tab\\.buttons\\[3\\]\\.page: .*\n.*\n.*\n$`),
      ),
    });
  });

  it('offers only these commands, and refuses the others in one line', async () => {
    const offered = [
      'doctor',
      'admin',
      'release-keys',
      'backup',
      'restore',
      'list',
      'promote',
      'rollback',
      'prune',
      'publish',
    ];
    expect((await commandIn({}, '--help')).stdout).toBe(
      `Commands: ${offered.join(', ')}. Each describes itself with --help.\n`,
    );
    for (const args of [['start'], ['dev'], ['test'], ['generate'], ['new', 'mfe-x'], ['release', 'mfe-chats']])
      await expect(commandIn({}, ...args)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          new RegExp(
            `^${args[0]} needs the sources of Paddock\\. A package is started by node main\\.js and has .*\\.\n$`,
          ),
        ),
      });
  });

  it('names its version and commit on the status page', async () => {
    const { release, version } = JSON.parse(await readFile(join(app, 'package.json'), 'utf8'));
    expect(release).toMatch(new RegExp(`^${version}( \\([0-9a-f]{12}\\+?\\))?$`));
    const printed = 'data:text/javascript,console.log(process.env.RELEASE)';
    const text = (await readFile(join(app, 'main.js'), 'utf8')).replace('./services/dist/main.js', printed);
    await writeFile(join(app, 'release.js'), text);
    const nameOf = async (env) =>
      (await promisify(execFile)(process.execPath, [join(app, 'release.js')], { env })).stdout.trim();
    expect(await nameOf({})).toBe(release);
    expect(await nameOf({ RELEASE: 'blue' })).toBe('blue');
  });

  it.each(['main.js', 'packages/cli/src/run-command.mjs'])('says in %s that it needs Node 24', async (file) => {
    const other = join(folder, 'other-node');
    await cp(join(app, 'packages/cli'), join(other, 'packages/cli'), { recursive: true });
    await cp(join(app, 'main.js'), join(other, 'main.js'));
    const text = await readFile(join(app, file), 'utf8');
    await writeFile(join(other, file), text.replaceAll('process.versions.node', "'20.19.2'"));
    const args = file === 'main.js' ? [join(other, file)] : [join(other, 'packages/cli/src/paddock.mjs'), 'list'];
    await expect(promisify(execFile)(process.execPath, args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/ runs on Node 24, and \S+ is 20\.19\.2: https:\/\/nodejs\.org has it\.\n$/),
    });
  });

  it('is small: no sources, tests, types or tools', async () => {
    expect(made.bytes).toBeLessThan(200e6);
    const files = await readdir(app, { recursive: true });
    expect(files.filter((file) => /\.d\.[cm]?ts$/.test(file))).toEqual([]);
    const own = files.filter((file) => !file.includes('node_modules'));
    expect(own.filter((file) => /\.spec\.m?js$|\.tsx?$/.test(file))).toEqual([]);
    for (const tool of ['jest', 'typescript', '@rspack', 'eslint', 'playwright-core', 'react'])
      expect([tool, existsSync(join(app, 'node_modules', tool))]).toEqual([tool, false]);
  });

  it('keeps the releases of an older package that it is copied over', async () => {
    const running = join(folder, 'running');
    const old = join(running, 'var/registry/mfe-chats/0.9.0-00000000');
    await mkdir(old, { recursive: true });
    await writeFile(join(old, 'entry.js'), '');
    // The packages of others hold most of its files, and no release.
    cpSync(app, running, { recursive: true, filter: (file) => !file.includes('node_modules') });
    expect(existsSync(join(old, 'entry.js'))).toBe(true);
  });

  it('refuses a folder with content', async () => {
    await expect(makePackage(folder)).rejects.toThrow(`${folder} is not empty: name an empty folder or a missing one.`);
  });
});

describe('a release', () => {
  it(
    'has the files that its sources make again, elsewhere',
    async () => {
      const dir = join(root, 'mfe-content');
      const outDir = join(folder, 'built-again');
      const version = await versionOf(dir);
      await buildModule({ dir, outDir, version });
      const released = await integrityOf(join(registryDir, 'mfe-content', version));
      expect(Object.keys(released).length).toBeGreaterThan(10);
      expect(await integrityOf(outDir)).toEqual(released);
    },
    timeout,
  );
});
