import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lockLikeCheckout } from '../../test/lock-like-checkout.mjs';
import { packAll } from '../commands/pack-kit.mjs';
import { buildAll } from '../install/build-all.mjs';
import { nodeUnits } from '../install/build-units.mjs';
import { root } from '../paths.mjs';
import { startRunning } from '../processes/running.mjs';

/** A folder outside the checkout, in which nothing but the packed packages is known. */
let folder;
let repository;
let paddock;
let deployment;
const screen = () => join(repository, 'mfe-timing/src/workplaces/workplaces.tsx');

/** The Node of this test is first on the PATH, and nothing points to the checkout. */
const env = () => {
  const names = Object.keys(process.env).filter((name) => !/^(npm_|NODE_OPTIONS$|INIT_CWD$)/.test(name));
  return {
    ...Object.fromEntries(names.map((name) => [name, process.env[name]])),
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  };
};
const npm = (...args) =>
  promisify(execFile)('npm', args, { cwd: repository, env: env() }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
  );
const json = async (address) => (await fetch(address)).json();

async function eventually(check) {
  for (let left = 600; left > 0; left--) {
    const value = await check();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('This did not happen within a minute.');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-standalone-'));
  repository = join(folder, 'any name');
  for (const name of ['packages', 'registry', 'deployments', 'shell', 'data', 'any name'])
    await mkdir(join(folder, name));
  await buildAll(nodeUnits());
  await packAll(join(folder, 'packages'));
  const cli = (await readdir(join(folder, 'packages'))).find((name) => name.startsWith('paddock-cli-'));
  const command = ['paddock', 'create-module', 'mfe-timing', '--title', 'Live timing', '--title-ar', 'التوقيت'];
  const { code, text } = await npm(
    ...['exec', '--yes', '--offline', `--package=${join(folder, 'packages', String(cli))}`, '--'],
    ...[...command, '--packages', join(folder, 'packages')],
  );
  expect([code, text]).toEqual([0, expect.stringContaining('mfe-timing/manifest.ts')]);
  await lockLikeCheckout(repository);
  expect(await npm('install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error')).toMatchObject({
    code: 0,
  });

  await writeFile(join(folder, 'shell/index.html'), '<!doctype html><title>Shell</title><p>Shell</p>');
  deployment = {
    id: 'club',
    default: true,
    title: 'Club',
    look: { accent: '#ff5b1f' },
    tabs: ['hamburger'],
    modules: {},
  };
  await deploy({});
  paddock = await startRunning({
    dataDir: join(folder, 'data'),
    deploymentsDir: join(folder, 'deployments'),
    registryDir: join(folder, 'registry'),
    shellDir: join(folder, 'shell'),
    env: { RELEASE_UPLOADS: '1' },
  });
}, 400_000);
afterAll(async () => {
  await paddock?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function deploy(changes) {
  deployment = { ...deployment, ...changes };
  await writeFile(join(folder, 'deployments/club.json'), JSON.stringify(deployment));
}

describe('a module in a repository of its own', () => {
  it('passes its test and its check, and a release names a fault with file and line', async () => {
    expect(await npm('test')).toMatchObject({ code: 0 });
    expect(await npm('run', 'check')).toEqual({ code: 0, text: expect.stringContaining('mfe-timing has no faults.') });
    const source = await readFile(screen(), 'utf8');
    await writeFile(screen(), source.replace('workplace.title', 'workplace.name'));
    expect(await npm('run', 'release', '--', '--to', join(folder, 'registry'))).toEqual({
      code: 1,
      text: expect.stringMatching(/mfe-timing\/src\/workplaces\/workplaces\.tsx:\d+: TS2339/),
    });
    await writeFile(screen(), source);
    expect((await readdir(join(folder, 'registry'))).filter((name) => name !== '.building')).toEqual([]);
  }, 200_000);

  it('is served from its source inside a running Paddock that does not deploy it', async () => {
    const target = `http://club.localhost:${paddock.port}`;
    const dev = spawn('npm', ['run', 'dev', '--', '--target', target, '--port', '0'], {
      cwd: repository,
      env: env(),
      detached: true,
    });
    try {
      let printed = '';
      for (const stream of [dev.stdout, dev.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
      const origin = await eventually(() => /http:\/\/localhost:\d+/.exec(printed.split('served at')[1] ?? '')?.[0]);
      const boot = await json(`${origin}/api/boot`);
      expect((await json(`http://127.0.0.1:${paddock.port}/api/boot`)).modules).toEqual([]);
      expect(boot.tabs).toMatchObject([{ id: 'timing', module: 'mfe-timing', title: 'Live timing' }]);
      expect(boot.modules).toMatchObject([
        { id: 'mfe-timing', version: 'dev', manifest: { permissions: ['account.read'] } },
      ]);
      const [{ base, integrity }] = boot.modules;
      for (const [file, hash] of Object.entries(integrity)) {
        const bytes = Buffer.from(await (await fetch(`${origin}${base}${file}`)).arrayBuffer());
        expect([file, `sha384-${createHash('sha384').update(bytes).digest('base64')}`]).toEqual([file, hash]);
      }
      const code = async () => (await fetch(`${origin}${base}assets/__federation_expose_lifecycles.js`)).text();
      const source = await readFile(screen(), 'utf8');
      await writeFile(screen(), source.replace('workplace.title', '`Changed ${workplace.title}`'));
      await eventually(async () => (await code()).includes('Changed '));
      await writeFile(screen(), source.replace('return (', 'return (<'));
      await eventually(async () => (await (await fetch(`${origin}/`)).text()).includes('mfe-timing does not compile'));
      expect((await fetch(`${origin}/api/boot`)).status).toBe(503);
      await writeFile(screen(), source);
      await eventually(async () => (await (await fetch(`${origin}/`)).text()).includes('Shell'));
    } finally {
      process.kill(-(/** @type {number} */ (dev.pid)), 'SIGTERM');
    }
  }, 200_000);

  it('names a target where no Paddock answers', async () => {
    const { code, text } = await npm('run', 'dev', '--', '--target', 'http://127.0.0.1:1');
    expect([code, text]).toEqual([1, expect.stringContaining('No Paddock answers at http://127.0.0.1:1')]);
  }, 60_000);

  it('is released to a registry, from which a community deploys it', async () => {
    const { code, text } = await npm('run', 'release', '--', '--to', join(folder, 'registry'));
    expect([code, text]).toEqual([0, expect.stringMatching(/mfe-timing 1\.0\.0-[0-9a-f]{8} is released/)]);
    await deploy({ tabs: ['timing'], modules: { 'mfe-timing': 'stable' } });
    const boot = () => json(`http://127.0.0.1:${paddock.port}/api/boot`);
    const { modules, tabs } = await eventually(async () => ((await boot()).modules.length > 0 ? boot() : undefined));
    expect(tabs).toMatchObject([{ id: 'timing', title: 'Live timing' }]);
    const [{ base, entry, version }] = modules;
    expect(text).toContain(version);
    const manifest = await readFile(join(folder, 'registry/mfe-timing', version, 'manifest.json'), 'utf8');
    expect(JSON.parse(manifest).calls).toEqual(['GET /workplaces']);
    expect((await fetch(`http://127.0.0.1:${paddock.port}${base}${entry}`)).status).toBe(200);
  }, 200_000);

  it('is released by upload with a key of its team, and shown when a channel points to it', async () => {
    const target = `http://club.localhost:${paddock.port}`;
    const release = (...args) => npm('run', 'release', '--', '--to', target, ...args);
    expect(await release()).toEqual({
      code: 1,
      text: expect.stringContaining('No --key-file is named, and PADDOCK_RELEASE_KEY has no release key'),
    });
    expect(await npm('run', 'release', '--', '--to', 'http://club.example')).toEqual({
      code: 1,
      text: expect.stringContaining('The key is sent by https only: name https://club.example'),
    });
    const file = join(folder, 'key');
    const keys = ['release-keys', 'add', 'timing', '--modules', 'mfe-timing', '--channels', 'next'];
    const made = await promisify(execFile)(process.execPath, [
      join(root, 'packages/cli/src/paddock.mjs'),
      ...keys,
      '--data',
      join(folder, 'data'),
    ]);
    await writeFile(file, made.stdout.split('\n')[0] ?? '');
    const source = await readFile(screen(), 'utf8');
    await writeFile(screen(), source.replace('workplace.title', '`Uploaded ${workplace.title}`'));
    const first = await release('--key-file', file);
    expect([first.code, first.text]).toEqual([
      0,
      expect.stringMatching(/mfe-timing \S+ is released to http:\/\/club\.localhost:\d+\./),
    ]);
    expect(first.text).toMatch(/a super admin can show it .* npm run promote -- mfe-timing 1\.0\.0-[0-9a-f]{8} /);
    const [, version] = /mfe-timing (\S+) is released/.exec(first.text) ?? [];
    const boot = () => json(`http://127.0.0.1:${paddock.port}/api/boot`);
    expect((await boot()).modules[0].version).not.toBe(version);
    const log = await readFile(join(folder, 'registry/mfe-timing/log.jsonl'), 'utf8');
    expect(log).toContain(`"by":"timing","version":"${version}"`);

    expect(await release('--key-file', file, '--channel', 'stable')).toEqual({
      code: 1,
      text: expect.stringContaining("The key 'timing' does not move the channel stable"),
    });
    const second = await release('--key-file', file, '--channel', 'next');
    expect([second.code, second.text]).toEqual([0, expect.stringContaining('next points to it.')]);
    expect(second.text).toContain(`mfe-timing ${version} was already released to`);
    await deploy({ modules: { 'mfe-timing': 'next' } });
    await eventually(async () => (await boot()).modules[0]?.version === version);
    expect((await fetch(`http://127.0.0.1:${paddock.port}/mfe-timing/${version}/mf-manifest.json`)).status).toBe(200);
    await writeFile(screen(), source);
  }, 400_000);
});
