import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { identity } from './process-lock.mjs';

/** @param {string} dataDir */
const fileOf = (dataDir) => join(dataDir, 'paddock.children');
const patience = 10_000;

/** Ids and start times begin again with the machine. */
function bootId() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/**
 * Notes a child of this data folder, so that a later start finds it when this process was killed.
 * @param {string} dataDir
 * @param {import('./children.mjs').Child} child
 */
export function noteChild(dataDir, { name, process: { pid } }) {
  if (pid === undefined) return;
  try {
    appendFileSync(fileOf(dataDir), `${bootId()} ${identity(pid)} ${name}\n`);
  } catch {
    // The disk is full. Database and services notice by themselves that their parent is gone.
  }
}

/**
 * Ends the children that a killed Paddock of this data folder left. The caller holds the folder's lock. A process is ended
 * only when its id and its start time are those that were noted, so never another one that has the id now.
 * @param {string} dataDir
 * @param {(sentence: string) => void} say
 */
export async function endOrphans(dataDir, say) {
  const noted = readNotes(dataDir).filter(isThere);
  for (const { name, pid } of noted)
    say(`${name} (process ${pid}) is left from a Paddock that was killed; waiting for its end.`);
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    for (const one of noted) if (isThere(one)) send(one.pid, signal);
    const until = performance.now() + patience;
    while (noted.some(isThere) && performance.now() < until) await wait(50);
  }
  await rm(fileOf(dataDir), { force: true });
}

/** @param {string} dataDir */
function readNotes(dataDir) {
  if (!existsSync(fileOf(dataDir))) return [];
  const text = readFileSync(fileOf(dataDir), 'utf8');
  return text.split('\n').flatMap((line) => {
    const [boot = '', id = '', start = '', ...name] = line.split(' ');
    // Without a start time (no /proc) a process cannot be told from another with its id.
    return boot && start ? [{ boot, pid: Number(id), start, name: name.join(' ') }] : [];
  });
}

/** @param {{ boot: string, pid: number, start: string }} noted */
const isThere = ({ boot, pid, start }) => boot === bootId() && identity(pid) === `${pid} ${start}`;

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile, or it is another user's.
  }
}
