import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { clientOf } from '../../test/client-of.mjs';
import { buildAll } from '../install/build-all.mjs';
import { nodeUnits, webUnits } from '../install/build-units.mjs';
import { root } from '../paths.mjs';
import { startRunning } from '../processes/running.mjs';

const timeout = 600_000;

let folder;
let paddock;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-backup-'));
  await buildAll([...nodeUnits(), ...webUnits()]);
}, timeout);
afterEach(() => paddock?.stop());
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Resolves to what a command prints and its exit code. */
async function command(name, args, env = {}) {
  const entry = join(root, 'packages/cli/src/paddock.mjs');
  const child = spawn(process.execPath, [entry, name, ...args], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output: output.trim() };
}

describe('npm run backup and npm run restore', () => {
  it.each([
    ['backup', [], 'Name the folder of the backup with --to FOLDER; --help says more.'],
    ['restore', [], 'Name the backup with --from FOLDER; --help says more.'],
  ])('%s explains itself', async (name, args, output) => {
    expect(await command(name, args)).toEqual({ code: 1, output });
  });

  it('refuses what it cannot copy whole, and writes nothing', async () => {
    const [data, mongod, full] = ['data', 'with-mongod', 'full'].map((name) => join(folder, 'refused', name));
    await mkdir(join(data, 'database'), { recursive: true });
    await mkdir(join(mongod, 'mongod'), { recursive: true });
    await mkdir(join(full, 'letters'), { recursive: true });
    const to = join(folder, 'refused', 'backup');
    const backup = (from, target = to, env = {}) => command('backup', ['--data', from, '--to', target], env);
    expect((await backup(join(folder, 'none'))).output).toMatch(/ has no database: name the data folder of Paddock/);
    expect((await backup(mongod)).output).toMatch(/is one of mongod: docs\/how-to\/back-up\.md says how to copy it\.$/);
    expect((await backup(data, full)).output).toBe(`The folder ${full} is not empty; nothing was written.`);
    expect((await backup(data, to, { MONGODB_URI: 'mongodb://db1/' })).output).toMatch(
      /MONGODB_URI is not in the data/,
    );
    const uri = join(folder, 'refused/uri');
    await writeFile(uri, 'mongodb://db1/\n');
    expect((await backup(data, to, { MONGODB_URI_FILE: uri })).output).toMatch(/MONGODB_URI is not in the data/);
    await rm(uri);
    // A folder that is no database.
    expect((await backup(data)).code).toBe(1);
    const embedded = await backup(data, to, { MONGODB_URI: 'mongodb://127.0.0.1:27017/?replicaSet=embedded' });
    expect(embedded).toEqual({ code: 1, output: expect.not.stringContaining('MONGODB_URI') });
    expect(await readdir(join(folder, 'refused'))).toEqual(['data', 'full', 'with-mongod']);
    expect((await command('restore', ['--from', full, '--data', to])).output).toBe(
      `${full} is no backup of npm run backup, or an unfinished one.`,
    );
  });

  it(
    'restore a running community whole: every write that was acknowledged before, its files, sessions and links',
    async () => {
      const data = join(folder, 'data');
      paddock = await startRunning({ dataDir: data, demo: true, env: { RATE_LIMITS: 'off' } });
      const client = clientOf(() => paddock.port);
      expect(await client.signIn()).toMatchObject({ status: 200 });
      const content = randomBytes(3_000_000);
      const upload = await client.upload('notes.bin', content);
      expect(upload).toMatchObject({ status: 200 });
      const acknowledged = [];
      let writing = true;
      const load = (async () => {
        while (writing) {
          const { status, reply } = await client.post(`Lap ${acknowledged.length}`);
          if (status === 200) acknowledged.push(reply.id);
          await client.upload(`lap-${acknowledged.length}.txt`, Buffer.from('a lap'));
        }
      })();
      while (acknowledged.length < 10) await wait(20);
      const before = [...acknowledged];
      const backup = join(folder, 'backup');
      const { code, output } = await command('backup', ['--to', backup], { DATA_DIR: data });
      const during = acknowledged.length - before.length;
      writing = false;
      await load;
      expect([code, output]).toEqual([0, expect.stringMatching(/^Copied \S+ to \S+: \d+ files, [\d.]+ MB\.$/)]);
      // It was made under writes.
      expect(during).toBeGreaterThan(0);
      expect((await stat(backup)).mode & 0o777).toBe(0o700);
      // For the status page; a copy of it would claim a backup that the restored system never made.
      const mark = JSON.parse(await readFile(join(data, 'last-backup.json'), 'utf8'));
      expect(mark).toEqual(JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8')));
      expect(existsSync(join(backup, 'last-backup.json'))).toBe(false);
      await paddock.stop();

      const restored = join(folder, 'restored');
      const { output: sentence } = await command('restore', ['--from', backup, '--data', restored]);
      expect(sentence).toMatch(/ has the \d+ files of the backup of \d{4}-\S+\. Start Paddock with it\.$/);
      paddock = await startRunning({ dataDir: restored, env: { RATE_LIMITS: 'off' } });
      for (const id of before) expect(await client.call('GET', `/shouts/${id}`)).toMatchObject({ status: 200 });
      // Its address is signed with the secret, and the session is the one from before.
      const { pathname, search } = new URL(upload.reply.path, 'http://paddock');
      const reply = await fetch(`http://127.0.0.1:${paddock.port}${pathname}${search}`, {
        headers: { host: 'motorsport.localhost' },
      });
      expect(Buffer.from(await reply.arrayBuffer()).equals(content)).toBe(true);
      expect(await client.post('Back on track')).toMatchObject({ status: 200 });
      expect((await command('restore', ['--from', backup, '--data', restored])).output).toBe(
        `The folder ${restored} is not empty; nothing was written.`,
      );
    },
    timeout,
  );

  it('refuses a backup that lost a file, and leaves no data folder', async () => {
    const damaged = join(folder, 'damaged');
    await cp(join(folder, 'backup'), damaged, { recursive: true });
    await writeFile(join(damaged, 'secret'), '');
    const target = join(folder, 'from-damaged');
    expect((await command('restore', ['--from', damaged, '--data', target])).output).toMatch(
      /^\S+ is damaged: it had \d+ files of \d+ bytes, and has \d+ of \d+\.$/,
    );
    expect(existsSync(target)).toBe(false);
    expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });
});
