import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from './paths.mjs';

// The built product itself; on a fresh checkout the first start builds it.
const timeout = 180_000;

let folder;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'paddock-real-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

let running;
afterEach(() => running?.process.kill('SIGKILL'));

async function start(...args) {
  const child = spawn(process.execPath, [
    join(root, 'packages/cli/src/paddock.mjs'),
    'start',
    '--port',
    '0',
    '--no-demo',
    ...args,
  ]);
  running = { process: child, said: '' };
  const ready = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        running.said += text;
        if (running.said.includes('Ctrl-C')) resolve();
      });
  });
  const ended = once(child, 'close').then(([code]) => code);
  await Promise.race([ready, ended]);
  return { ...running, ended, text: () => running.said };
}

/** Children by their parent, from /proc; the services have their settings in the environment, not in the command line. */
async function childrenOf(pid) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (id) => {
      const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
      const parent = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
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
  it.each(['SIGTERM', 'SIGINT'])(
    'ends every child and itself, with code 0 and a sentence, on %s',
    async (signal) => {
      const { process: child, ended, text } = await start('--data', folder);
      const children = await childrenOf(child.pid);
      expect(children).toHaveLength(2);
      child.kill(signal);
      expect(await ended).toBe(0);
      expect(text()).toMatch(/Paddock has stopped; what it holds stays in \S+\.\n$/);
      expect(await Promise.all(children.map(({ pid }) => isGone(pid)))).toEqual([true, true]);
      expect(await readdir(folder)).not.toContain('paddock.lock');
    },
    timeout,
  );

  it(
    'ends every child when the npm that started it is told to end',
    async () => {
      const npm = spawn('npm', ['start', '--', '--port', '0', '--no-demo', '--data', folder], { cwd: root });
      let said = '';
      await new Promise((resolve) => {
        npm.stdout.setEncoding('utf8').on('data', (text) => {
          said += text;
          if (said.includes('Ctrl-C')) resolve();
        });
        npm.once('close', resolve);
      });
      const [own] = (await readFile(join(folder, 'paddock.lock'), 'utf8')).split(' ');
      const children = await childrenOf(Number(own));
      expect(children).toHaveLength(2);
      npm.kill('SIGTERM');
      // Its output closes when the last of them has ended.
      await once(npm, 'close');
      expect(await readdir(folder)).not.toContain('paddock.lock');
    },
    timeout,
  );

  it(
    'neither installs nor builds the second time',
    async () => {
      const { process: child, ended, text } = await start('--data', folder);
      child.kill('SIGTERM');
      await ended;
      expect(text()).toMatch(/ready \(\d/);
      expect(text()).not.toMatch(/installing|building/);
    },
    timeout,
  );

  it(
    'ends everything with a sentence when a child dies',
    async () => {
      const { process: child, ended, text } = await start('--data', folder);
      const children = await childrenOf(child.pid);
      const database = children.find(({ command }) => command.includes('embedded-mongo'));
      process.kill(database.pid, 'SIGKILL');
      expect(await ended).toBe(1);
      expect(text().trim().split('\n').at(-1)).toBe(
        `Paddock stopped: the database ended by itself (SIGKILL); see ${join(folder, 'logs')}.`,
      );
      expect(await Promise.all(children.map(({ pid }) => isGone(pid)))).toEqual([true, true]);
    },
    timeout,
  );

  it(
    'empties its data folder when asked to',
    async () => {
      await writeFile(join(folder, 'left-over'), '');
      const { process: child, ended, text } = await start('--data', folder, '--fresh');
      child.kill('SIGTERM');
      await ended;
      expect(text()).toContain(`Deleting what ${folder} holds.`);
      expect(await readdir(folder)).not.toContain('left-over');
    },
    timeout,
  );

  it(
    'does not empty a folder that is not its own',
    async () => {
      const home = await mkdtemp(join(tmpdir(), 'paddock-home-'));
      await writeFile(join(home, 'letters.txt'), 'dear');
      const { ended, text } = await start('--data', home, '--fresh');
      expect(await ended).toBe(1);
      expect(text()).toContain(`${home} is not a data folder of Paddock, so --fresh leaves it alone.`);
      expect(await readdir(home)).toEqual(['letters.txt']);
      await rm(home, { recursive: true });
    },
    timeout,
  );
});
