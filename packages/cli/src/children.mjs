import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A child in a process group of its own: Ctrl-C at the terminal reaches this process only, which then stops the children in
 * the right order.
 * @typedef {{ name: string, process: import('node:child_process').ChildProcess, ended: Promise<string>, closed: Promise<void>, stop(): Promise<void> }} Child
 */

/** Whatever way this process ends, no child outlives it. @type {Set<import('node:child_process').ChildProcess>} */
const alive = new Set();
process.once('exit', () => alive.forEach((child) => signalGroup(child, 'SIGKILL')));

/**
 * @param {string} name for sentences: "the services"
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
    child.once('exit', (code, signal) => resolve(`${name} ended by itself (${signal ?? `exit code ${code}`})`));
  });
  /** @type {Promise<void>} everything it printed has arrived */
  const closed = new Promise((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
  return { name, process: child, ended, closed, stop: () => stopGroup(child) };
}

const patience = 10_000;

/**
 * SIGTERM to the whole group (test runners have workers) and, for whoever has not ended with the first after ten seconds,
 * SIGKILL.
 * @param {import('node:child_process').ChildProcess} child
 */
async function stopGroup(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  signalGroup(child, 'SIGTERM');
  const timer = new AbortController();
  await Promise.race([gone, wait(patience, undefined, { signal: timer.signal }).catch(() => undefined)]);
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
    // Nobody is left in it.
  }
}

/**
 * The first line that a child prints, or why it ended without one.
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
