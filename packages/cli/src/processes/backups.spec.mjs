import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildAll } from '../install/build-all.mjs';
import { nodeUnits } from '../install/build-units.mjs';
import { backUp, restoreBackup } from './backups.mjs';
import { startDatabase } from './database.mjs';

const timeout = 600_000;
let folder;
let data;
beforeAll(async () => {
  await buildAll(nodeUnits());
  folder = await mkdtemp(join(tmpdir(), 'paddock-backups-'));
  data = join(folder, 'data');
  await mkdir(join(data, 'files/ab'), { recursive: true });
  await mkdir(join(data, 'logs'));
  await writeFile(join(data, 'files/ab/abcd'), 'a picture');
  const database = await startDatabase(data);
  await database.child?.stop();
}, timeout);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a backup', () => {
  it('has the files and the secret that the data folder only links to', async () => {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    await rename(join(data, 'files'), join(disk, 'files'));
    await symlink(join(disk, 'files'), join(data, 'files'));
    await writeFile(join(disk, 'secret'), 'a secret');
    await symlink(join(disk, 'secret'), join(data, 'secret'));
    const backup = join(folder, 'linked');
    expect(await backUp(data, backup)).toMatchObject({ hasFiles: true, hasSecret: true });
    const restored = join(folder, 'restored');
    await restoreBackup(backup, restored);
    expect(await readFile(join(restored, 'files/ab/abcd'), 'utf8')).toBe('a picture');
    expect(await readFile(join(restored, 'secret'), 'utf8')).toBe('a secret');
    expect((await lstat(join(restored, 'files'))).isDirectory()).toBe(true);
  });

  it('fails while the disk with the files is not mounted', async () => {
    await rename(join(folder, 'disk'), join(folder, 'away'));
    const backup = join(folder, 'without-files');
    await expect(backUp(data, backup)).rejects.toThrow(`The link ${join(data, 'files')} leads nowhere`);
    await rename(join(folder, 'away'), join(folder, 'disk'));
    expect((await readdir(folder)).filter((name) => name.startsWith('without-files'))).toEqual([]);
  });

  it('goes to no file, and to no folder inside the data folder', async () => {
    await writeFile(join(folder, 'letter'), '');
    await expect(backUp(data, join(folder, 'letter'))).rejects.toThrow(/letter is no folder; nothing was written\.$/);
    for (const inside of [join(data, 'backup'), join(data, 'files/ab/backup'), join(folder, 'disk/files/backup')])
      await expect(backUp(data, inside)).rejects.toThrow(/ is in the data folder: name a folder outside\.$/);
    await expect(backUp(data, data)).rejects.toThrow(/ is in the data folder/);
    expect((await readdir(data)).filter((name) => name.includes('backup') && name !== 'last-backup.json')).toEqual([]);
  });

  it('is not disturbed by a second one to the same folder', async () => {
    const backup = join(folder, 'twice');
    const outcomes = await Promise.allSettled([backUp(data, backup), backUp(data, backup)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [refusal] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.message] : []));
    expect(refusal).toBe(`Process ${process.pid} is filling ${backup} already.`);
    await restoreBackup(backup, join(folder, 'restored-of-two'));
    expect(existsSync(join(folder, 'restored-of-two/files/ab/abcd'))).toBe(true);
  });

  it('with a summary that cannot be read is named as damaged', async () => {
    const damaged = join(folder, 'damaged');
    await mkdir(damaged);
    await writeFile(join(damaged, 'backup.json'), '{"made":');
    await expect(restoreBackup(damaged, join(folder, 'none'))).rejects.toThrow(
      `${damaged} is damaged: backup.json cannot be read.`,
    );
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});
