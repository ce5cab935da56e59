import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The data folder cannot be used; the message is one plain sentence for a person. */
export class DataFolderError extends Error {}

/** When a process started, from /proc, so that a new process with an old one's id is not taken for it. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The 22nd field; the second one (the name) may hold spaces, so count from its closing parenthesis.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function isAlive(pid: number, start: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const actual = startOf(pid);
  return actual === undefined || start === undefined || start === '' || actual === start;
}

function holderOf(path: string): { pid: number; start: string | undefined } | undefined {
  try {
    const [pid, start] = readFileSync(path, 'utf8').split('\n');
    return { pid: Number(pid), start };
  } catch {
    return undefined;
  }
}

/**
 * Takes the lock of a data folder.
 *
 * @returns a function that gives it back
 * @throws DataFolderError while another living process, or another server of this process, holds it
 */
export function lockDataFolder(dataDir: string): () => void {
  const path = join(dataDir, 'lock');
  const own = join(dataDir, `lock.${process.pid}.${Math.random().toString(36).slice(2)}`);
  const file = openSync(own, 'wx');
  writeSync(file, `${process.pid}\n${startOf(process.pid) ?? ''}\n`);
  closeSync(file);
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      try {
        // link() creates the lock with its content in one step, or fails because it is there.
        linkSync(own, path);
        return () => rmSync(path, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      removeStale(dataDir, path);
    }
    throw new DataFolderError(`The data folder ${dataDir} is being opened by other processes.`);
  } finally {
    rmSync(own, { force: true });
  }
}

function removeStale(dataDir: string, path: string): void {
  const holder = holderOf(path);
  if (holder === undefined) return;
  if (isAlive(holder.pid, holder.start)) {
    throw new DataFolderError(`The data folder ${dataDir} is in use by another process (pid ${holder.pid}).`);
  }
  // Move aside before deleting: of two processes that find the same stale lock only one moves it, and if it turns out
  // to have moved a fresh lock instead, it puts that one back.
  const aside = `${path}.stale.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = holderOf(aside);
  if (moved !== undefined && isAlive(moved.pid, moved.start)) {
    try {
      linkSync(aside, path);
    } catch {
      // Another process has taken the lock in between; it is for the next attempt to report.
    }
  }
  unlinkSync(aside);
}
