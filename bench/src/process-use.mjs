import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/**
 * CPU milliseconds used by a process and all its threads, from Linux's /proc.
 * @param {number} pid
 */
export function cpuMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/**
 * Resident megabytes of a process, mapped files included.
 * @param {number} pid
 */
export const residentMb = (pid) => statusMb(pid, 'VmRSS');

/**
 * Resident megabytes of the files that a process maps: of a database, pages that the system drops when it needs the memory.
 * @param {number} pid
 */
export const mappedMb = (pid) => statusMb(pid, 'RssFile');

function statusMb(pid, field) {
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
