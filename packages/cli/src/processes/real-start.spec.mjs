import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { clientOf } from '../../test/client-of.mjs';
import { root } from '../paths.mjs';

// Starts the built product; on a fresh checkout the first start builds it.
const timeout = 180_000;

let folder;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'paddock-real-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

let running;
afterEach(() => running?.process.kill('SIGKILL'));

const start = (...args) => startIn({}, ...(args.includes('--demo') ? [] : ['--no-demo']), ...args);

async function startIn(env, ...args) {
  const command = [
    join(root, 'packages/cli/src/paddock.mjs'),
    'start',
    ...(args.includes('--port') ? [] : ['--port', '0']),
    ...args,
  ];
  const child = spawn(process.execPath, command, { env: { ...process.env, ...env } });
  running = { process: child, output: '' };
  const ready = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        running.output += text;
        if (running.output.includes('Ctrl-C')) resolve();
      });
  });
  const ended = once(child, 'close').then(([code]) => code);
  await Promise.race([ready, ended]);
  return { ...running, ended, text: () => running.output };
}

/** Child processes of a process, from /proc. */
async function childrenOf(pid) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (id) => {
      const status = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
      const parent = Number(status.slice(status.lastIndexOf(')')).split(' ')[2]);
      return parent === pid
        ? { pid: Number(id), command: await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '') }
        : undefined;
    }),
  );
  return found.filter(Boolean);
}
const isGone = (pid) =>
  access(`/proc/${pid}`).then(
    () => false,
    () => true,
  );

describe('npm start', () => {
  async function stopsOn(signal) {
    const { process: child, ended, text } = await start('--data', folder);
    const children = await childrenOf(child.pid);
    expect(children).toHaveLength(2);
    // It names the database: for this user only.
    expect((await stat(join(folder, 'running.json'))).mode & 0o777).toBe(0o600);
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(text()).toMatch(/Paddock has stopped; its data stays in \S+\.\n$/);
    expect(await Promise.all(children.map(({ pid }) => isGone(pid)))).toEqual([true, true]);
    expect(await readdir(folder)).not.toContain('paddock.lock');
    expect(await readdir(folder)).not.toContain('running.json');
    return text();
  }

  it('stops every child and exits with code 0 and a sentence on SIGTERM', () => stopsOn('SIGTERM'), timeout);

  it(
    'neither installs nor builds at the second start, and stops in the same way on SIGINT',
    async () => {
      const text = await stopsOn('SIGINT');
      expect(text).toMatch(/ready \(\d/);
      expect(text).not.toMatch(/installing|building/);
    },
    timeout,
  );

  it(
    'stops every child when the npm that started it is terminated',
    async () => {
      const npm = spawn('npm', ['start', '--', '--port', '0', '--no-demo', '--data', folder], { cwd: root });
      let output = '';
      await new Promise((resolve) => {
        npm.stdout.setEncoding('utf8').on('data', (text) => {
          output += text;
          if (output.includes('Ctrl-C')) resolve();
        });
        npm.once('close', resolve);
      });
      const [own] = (await readFile(join(folder, 'paddock.lock'), 'utf8')).split(' ');
      const children = await childrenOf(Number(own));
      expect(children).toHaveLength(2);
      npm.kill('SIGTERM');
      // The output closes when the last process has ended.
      await once(npm, 'close');
      expect(await readdir(folder)).not.toContain('paddock.lock');
    },
    timeout,
  );

  it(
    'restarts a dead child, and stops everything with a sentence at the fifth death within a minute',
    async () => {
      const { process: child, ended, text } = await start('--data', folder);
      const databaseOf = (list) => list.find(({ command }) => command.includes('embedded-mongo'));
      let children;
      for (let death = 1; death <= 5; death++) {
        children = await childrenOf(child.pid);
        process.kill(databaseOf(children).pid, 'SIGKILL');
        while (death < 5 && text().split('The database is running again.').length <= death) await wait(50);
      }
      expect(text()).toContain('The database ended unexpectedly (SIGKILL); restarting in 0.25 s.');
      expect(await ended).toBe(1);
      expect(text().trim().split('\n').at(-1)).toBe(
        `Paddock stopped: the database ended unexpectedly (SIGKILL), the fifth time within a minute; see ${join(folder, 'logs')}.`,
      );
      expect(await Promise.all(children.map(({ pid }) => isGone(pid)))).toEqual([true, true]);
    },
    timeout,
  );

  it(
    'takes over the port and data folder of a killed Paddock, with every acknowledged write',
    async () => {
      const data = await mkdtemp(join(tmpdir(), 'paddock-killed-'));
      const first = await start('--demo', '--data', data);
      const [, port] = /http:\/\/motorsport\.localhost:(\d+)/.exec(first.text());
      const client = clientOf(() => Number(port));
      expect(await client.signIn()).toMatchObject({ status: 200 });
      const children = await childrenOf(first.process.pid);
      const acknowledged = [];
      let running = true;
      const posting = (async () => {
        while (running) {
          const { status, reply } = await client.post(`Lap ${acknowledged.length}`);
          if (status === 200) acknowledged.push(reply.id);
          else await wait(status === 429 ? 200 : 20);
        }
      })();
      while (acknowledged.length < 5) await wait(20);
      const ended = once(first.process, 'exit');
      first.process.kill('SIGKILL');
      await ended;
      const second = await start('--port', port, '--data', data);
      running = false;
      await posting;
      expect(second.text()).toContain('ready');
      expect(await Promise.all(children.map(({ pid }) => isGone(pid)))).toEqual([true, true]);
      for (const id of acknowledged) expect(await client.call('GET', `/shouts/${id}`)).toMatchObject({ status: 200 });
      second.process.kill('SIGTERM');
      await second.ended;
      await rm(data, { recursive: true });
    },
    timeout,
  );

  it(
    'seeds no demo content in production, and does not print the demo password',
    async () => {
      const data = await mkdtemp(join(tmpdir(), 'paddock-production-'));
      // Production refuses the test provider, with which the demo communities pay.
      const deployments = join(data, 'deployments');
      await cp(join(root, 'deployments'), deployments, { recursive: true });
      for (const name of ['motorsport.json', 'workplace.json']) {
        const text = await readFile(join(deployments, name), 'utf8');
        await writeFile(join(deployments, name), text.replace(/ *"card_public_key": .*\n/, ''));
      }
      const environment = { NODE_ENV: 'production', DEPLOYMENTS_DIR: deployments };
      const child = await startIn(environment, '--data', data);
      const [, port] = /http:\/\/motorsport\.localhost:(\d+)/.exec(child.text());
      expect(child.text()).not.toContain('paddock-demo');
      const client = clientOf(() => Number(port));
      expect(await client.signIn('super')).toMatchObject({ status: 400, code: 'PASSWORD_KNOWN' });
      expect(await client.signIn('super', 'another password')).toMatchObject({ status: 401 });
      child.process.kill('SIGTERM');
      await child.ended;
      const log = await readFile(join(data, 'logs/services.log'), 'utf8');
      expect(log).not.toContain('community filled');
      await rm(data, { recursive: true });
    },
    timeout,
  );

  it(
    'empties its data folder with --fresh, and leaves no child behind when it is killed',
    async () => {
      await writeFile(join(folder, 'left-over'), '');
      const { process: child, text } = await start('--data', folder, '--fresh');
      expect(text()).toContain(`Deleting the contents of ${folder}.`);
      expect(await readdir(folder)).not.toContain('left-over');
      const children = await childrenOf(child.pid);
      expect(children).toHaveLength(2);
      child.kill('SIGKILL');
      const until = performance.now() + 15_000;
      const allGone = async () => (await Promise.all(children.map(({ pid }) => isGone(pid)))).every(Boolean);
      while (!(await allGone()) && performance.now() < until) await wait(100);
      expect(await allGone()).toBe(true);
    },
    timeout,
  );

  it(
    'does not empty a folder that is not a data folder',
    async () => {
      const home = await mkdtemp(join(tmpdir(), 'paddock-home-'));
      await writeFile(join(home, 'letters.txt'), 'dear');
      const { ended, text } = await start('--data', home, '--fresh');
      expect(await ended).toBe(1);
      expect(text()).toContain(`${home} is not a data folder of Paddock, so --fresh does not empty it.`);
      expect(await readdir(home)).toEqual(['letters.txt']);
      await rm(home, { recursive: true });
    },
    timeout,
  );
});
