import { readdirSync, readFileSync } from 'node:fs';
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
 * Process ids are reused, especially in containers; together with its start time (Linux) an id is unique. A process that has ended
 * has no start time, though it may still be listed as a zombie. Its main thread is a zombie before its other threads have ended,
 * and until then the process holds its ports and files.
 * @param {number} pid
 * @param {string} proc where the system lists processes
 */
export function identity(pid, proc = '/proc') {
  try {
    const { start } = readStat(`${proc}/${pid}/stat`);
    const threads = readdirSync(`${proc}/${pid}/task`).map((thread) => readStat(`${proc}/${pid}/task/${thread}/stat`));
    return `${pid} ${threads.some(({ state }) => !'ZX'.includes(state)) ? start : ''}`;
  } catch {
    return `${pid} `;
  }
}

/** @param {string} file */
function readStat(file) {
  const stat = readFileSync(file, 'utf8');
  const [, state = '', ...fields] = stat.slice(stat.lastIndexOf(')')).split(' ');
  return { state, start: fields[18] };
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
