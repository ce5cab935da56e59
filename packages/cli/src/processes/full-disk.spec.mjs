import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { clientOf } from '../../test/client-of.mjs';
import { buildAll } from '../install/build-all.mjs';
import { nodeUnits, webUnits } from '../install/build-units.mjs';
import { startRunning } from './running.mjs';

const mayMount = process.platform === 'linux' && process.getuid() === 0;
const itOnSmallDisk = mayMount ? it : it.skip;
const skipped = mayMount ? '' : ' (skipped: only root on Linux can mount a small disk)';

beforeAll(() => buildAll([...nodeUnits(), ...webUnits()]), 180_000);

let disk;
let paddock;
beforeEach(() => {
  if (!mayMount) return;
  disk = mkdtempSync(join(tmpdir(), 'paddock-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', disk]);
});
afterEach(async () => {
  await paddock?.stop();
  if (!disk) return;
  execFileSync('umount', [disk]);
  rmdirSync(disk);
});

/** Writes until the disk is full. */
function fill(file) {
  const descriptor = openSync(file, 'a');
  try {
    for (const size of [65_536, 512, 1]) {
      try {
        for (;;) writeSync(descriptor, Buffer.alloc(size, 1));
      } catch (error) {
        expect(error.code).toBe('ENOSPC');
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

const notes = Buffer.alloc(2_000_000, 'text ');

itOnSmallDisk(
  `on a full disk writes fail with STORAGE_FULL and reads continue; writes succeed once there is space${skipped}`,
  async () => {
    const dataDir = join(disk, 'data');
    paddock = await startRunning({ dataDir, demo: true, env: { RATE_LIMITS: 'off' } });
    const { port } = paddock;
    const processes = [paddock.servicesPid(), paddock.databasePid()];
    const client = clientOf(() => port);
    expect(await client.signIn()).toMatchObject({ status: 200 });
    const stored = [];
    /** Posts until a post is refused; the database's free pages accept some. */
    const postUntilRefused = async () => {
      for (let count = 0; count < 400; count++) {
        const response = await client.post(`${count} ${'word '.repeat(40)}`);
        if (response.status !== 200) return response;
        stored.push(response.reply.id);
      }
      return undefined;
    };

    fill(join(disk, 'ballast'));
    expect(await postUntilRefused()).toMatchObject({
      status: 503,
      code: 'STORAGE_FULL',
      reply: { message: expect.stringContaining('no space left') },
    });
    expect(await client.upload('notes.txt', notes)).toMatchObject({ status: 503, code: 'STORAGE_FULL' });

    fill(join(disk, 'ballast'));
    const paths = ['/boot', '/users/me', '/shouts', '/events', '/notifications', `/shouts/${stored[0]}`];
    const reads = await Promise.all(
      Array.from({ length: 120 }, (_, index) => client.call('GET', paths[index % paths.length])),
    );
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
    // Enough lines to flush every buffer of the log to the full disk.
    for (let index = 0; index < 300; index++) await client.call('GET', '/users/me');
    expect((await client.health()).status).toBe(200);

    rmSync(join(disk, 'ballast'));
    expect(await client.post('There is space again')).toMatchObject({ status: 200 });
    expect(await client.upload('notes.txt', notes)).toMatchObject({ status: 200 });
    for (const id of stored) expect(await client.call('GET', `/shouts/${id}`)).toMatchObject({ status: 200 });
    const log = join(dataDir, 'logs/services.log');
    const { size } = statSync(log);
    await client.call('GET', '/users/me');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(statSync(log).size).toBeGreaterThan(size);
    expect([paddock.servicesPid(), paddock.databasePid()]).toEqual(processes);
  },
  180_000,
);
