import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A child in its own process group: Ctrl-C in the terminal signals only this process, which then stops the children in order.
 * @typedef {{ name: string, process: import('node:child_process').ChildProcess, ended: Promise<string>, closed: Promise<void>, stop(): Promise<void> }} Child
 */

/** Children to kill when this process exits for any reason. @type {Set<import('node:child_process').ChildProcess>} */
const alive = new Set();
process.once('exit', () => alive.forEach((child) => signalGroup(child, 'SIGKILL')));

/**
 * @param {string} name as in messages: "the services"
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Child}
 */
export function startChild(name, command, args, options) {
  const child = spawn(command, args, { ...options, detached: true });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(`${name} could not be started (${error.message})`));
    child.once('exit', (code, signal) => resolve(`${name} ended unexpectedly (${signal ?? `exit code ${code}`})`));
  });
  /** @type {Promise<void>} resolves when all its output has arrived */
  const closed = new Promise((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
  return { name, process: child, ended, closed, stop: () => stopGroup(child) };
}

const stopTimeoutMs = 10_000;

/**
 * Sends SIGTERM to the whole group (test runners have workers), and SIGKILL to what is left after at most ten seconds.
 * @param {import('node:child_process').ChildProcess} child
 */
async function stopGroup(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  signalGroup(child, 'SIGTERM');
  const timer = new AbortController();
  await Promise.race([gone, wait(stopTimeoutMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
  signalGroup(child, 'SIGKILL');
  await gone;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup({ pid }, signal) {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The group has no process left.
  }
}

/**
 * Resolves to the first line that a child prints; rejects if it ends without one.
 * @param {Child} child with `stdout` piped
 * @returns {Promise<string>}
 */
export async function firstLine(child) {
  let text = '';
  const line = new Promise((resolve) => {
    child.process.stdout?.setEncoding('utf8').on('data', (part) => {
      text += part;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')).trim());
    });
  });
  const ended = child.ended.then((sentence) => Promise.reject(new Error(sentence)));
  return /** @type {Promise<string>} */ (Promise.race([line, ended]));
}
