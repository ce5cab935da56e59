import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { identity } from './process-lock.mjs';

/** @param {string} dataDir */
const fileOf = (dataDir) => join(dataDir, 'paddock.children');
const stopTimeoutMs = 10_000;

/** Process ids and start times are unique within one boot only. */
function bootId() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/**
 * Records a child of this data folder, so that a later start finds it if this process is killed.
 * @param {string} dataDir
 * @param {import('./children.mjs').Child} child
 */
export function recordChild(dataDir, { name, process: { pid } }) {
  if (pid === undefined) return;
  try {
    appendFileSync(fileOf(dataDir), `${bootId()} ${identity(pid)} ${name}\n`);
  } catch {
    // The disk is full. Database and services notice without this file that their parent has ended.
  }
}

/**
 * Ends the children that a killed Paddock left in this data folder. The caller holds the folder's lock. Only processes with the
 * recorded id and start time are ended, never another process that has reused the id.
 * @param {string} dataDir
 * @param {(sentence: string) => void} say
 */
export async function endOrphans(dataDir, say) {
  const orphans = readRecords(dataDir).filter(isAlive);
  for (const { name, pid } of orphans)
    say(`${name} (process ${pid}) was left by a killed Paddock; waiting for it to end.`);
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    for (const orphan of orphans) if (isAlive(orphan)) send(orphan.pid, signal);
    const until = performance.now() + stopTimeoutMs;
    while (orphans.some(isAlive) && performance.now() < until) await wait(50);
  }
  await rm(fileOf(dataDir), { force: true });
}

/** @param {string} dataDir */
function readRecords(dataDir) {
  if (!existsSync(fileOf(dataDir))) return [];
  const text = readFileSync(fileOf(dataDir), 'utf8');
  return text.split('\n').flatMap((line) => {
    const [boot = '', id = '', start = '', ...name] = line.split(' ');
    // Without a start time (no /proc) a process is indistinguishable from another with the same id.
    return boot && start ? [{ boot, pid: Number(id), start, name: name.join(' ') }] : [];
  });
}

/** @param {{ boot: string, pid: number, start: string }} record */
const isAlive = ({ boot, pid, start }) => boot === bootId() && identity(pid) === `${pid} ${start}`;

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile, or belongs to another user.
  }
}
