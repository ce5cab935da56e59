import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Takes a lock file for this process, also from a process that no longer exists (kill -9, power cut).
 * @param {string} file
 * @returns {Promise<{ release(): Promise<void> } | { heldBy: number }>}
 */
export async function takeProcessLock(file) {
  await mkdir(dirname(file), { recursive: true });
  for (;;) {
    try {
      await writeFile(file, identity(process.pid), { flag: 'wx' });
      return { release: () => rm(file, { force: true }) };
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const holder = await readFile(file, 'utf8').catch(() => '');
    const pid = Number(holder.split(' ')[0]);
    if (pid && isAlive(pid) && identity(pid) === holder) return { heldBy: pid };
    // A new file is empty for a moment before its content is written; only an older empty file is left over from a crash.
    if (!pid) await wait(100);
    await rm(file, { force: true });
  }
}

/**
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 */
export async function withProcessLock(file, work) {
  for (;;) {
    const lock = await takeProcessLock(file);
    if ('release' in lock) return work().finally(() => lock.release());
    await wait(200);
  }
}

/**
 * Process ids are reused, especially in containers; together with its start time (Linux) an id is unique. A zombie, which has
 * ended and is still listed, has no start time.
 * @param {number} pid
 */
export function identity(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, state = '', ...fields] = stat.slice(stat.lastIndexOf(')')).split(' ');
    return `${pid} ${'ZX'.includes(state) ? '' : fields[18]}`;
  } catch {
    return `${pid} `;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
