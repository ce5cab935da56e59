import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The data folder cannot be used; the message is one plain sentence for a person. */
export class DataFolderError extends Error {}

/** When a process started, from /proc, so that a new process with an old one's id is not taken for it. */
function startOf(pid: number | string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The 22nd field; the second one (the name) may hold spaces, so count from its closing parenthesis.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** The process of a lock; undefined when there is no such file or its process is gone. */
function livingHolder(path: string): string | undefined {
  let pid = '';
  let start: string | undefined;
  try {
    [pid = '', start] = readFileSync(path, 'utf8').split('\n');
    process.kill(Number(pid), 0);
  } catch (error) {
    // Another user's process may not be signalled, but is there.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  const actual = startOf(pid);
  return actual === undefined || start === '' || actual === start ? pid : undefined;
}

/** Gives a file a second name, in one step with its content. @returns false when that name is taken */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a process that is gone. */
function removeStale(path: string, aside: string): void {
  try {
    // Of two processes that find the same stale lock only one moves it.
    renameSync(path, aside);
  } catch {
    return;
  }
  // What was moved may be a fresh lock that came in between: it is put back.
  if (livingHolder(aside) !== undefined) linked(aside, path);
  rmSync(aside);
}

/**
 * Takes the lock of a data folder.
 *
 * @returns a function that gives it back
 * @throws DataFolderError while another living process, or another server of this process, holds it
 */
export function lockDataFolder(dataDir: string): () => void {
  const path = join(dataDir, 'lock');
  const own = `${path}.${process.pid}.${randomUUID()}`;
  writeFileSync(own, `${process.pid}\n${startOf(process.pid) ?? ''}\n`);
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      if (linked(own, path)) return () => rmSync(path, { force: true });
      const holder = livingHolder(path);
      if (holder !== undefined) {
        throw new DataFolderError(`The data folder ${dataDir} is in use by another process (pid ${holder}).`);
      }
      removeStale(path, `${own}.stale`);
    }
    throw new DataFolderError(`The data folder ${dataDir} is being opened by other processes.`);
  } finally {
    rmSync(own, { force: true });
  }
}
