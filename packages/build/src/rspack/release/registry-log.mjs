import { execFile } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * One line of a module's log: a release has a commit, a move of a channel has a channel, and a rollout has the channel as `rollout`.
 * @typedef {object} LogEntry
 * @property {string} at ISO time
 * @property {string} by
 * @property {string} version
 * @property {string} [commit] of the sources; with `+` if their files differed from it
 * @property {string} [channel]
 * @property {string} [before] the version that the channel pointed to
 * @property {string} [rollout] the channel
 * @property {number} [percent] of its members, from then on
 * @property {boolean} [recall] `before` is no fall-back any more
 */

const logFile = (moduleDir) => path.join(moduleDir, 'log.jsonl');

/**
 * Adds a line to the log of a module. A line is short enough to be written at once.
 * @param {string} moduleDir
 * @param {Omit<LogEntry, 'at' | 'by'> & { by?: string }} entry `by` is otherwise the user of the command
 */
export async function addToLog(moduleDir, { by, ...entry }) {
  const line = { at: new Date().toISOString(), by: by ?? (await author()), ...entry };
  await append(moduleDir, `${JSON.stringify(line)}\n`);
}

/**
 * Adds the releases of another registry's log that this one lacks, with their times. Only for a caller that has the module's turn.
 * @param {string} moduleDir
 * @param {readonly LogEntry[]} log
 */
export async function addReleases(moduleDir, log) {
  const known = (await readLog(moduleDir)).filter(isRelease).map(({ version }) => version);
  const lines = log
    .filter((entry) => isRelease(entry) && !known.includes(entry.version))
    .map((entry) => `${JSON.stringify(entry)}\n`);
  await append(moduleDir, lines.join(''));
}

/** Begins a new line after one that a killed command left incomplete: joined to it, the entry would be lost. */
async function append(moduleDir, lines) {
  const before = await textOf(moduleDir);
  const start = before === '' || before.endsWith('\n') ? '' : '\n';
  await appendFile(logFile(moduleDir), start + lines, { flush: true });
}

const textOf = (moduleDir) =>
  readFile(logFile(moduleDir), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

/** @param {LogEntry} entry */
const isRelease = ({ channel, rollout }) => channel === undefined && rollout === undefined;

/**
 * Whether a version was recalled, and no channel has gone to it since.
 * @param {readonly Pick<LogEntry, 'version' | 'channel' | 'before' | 'recall'>[]} log
 * @param {string} version
 */
export function isRecalled(log, version) {
  const last = log.findLast(
    (entry) => entry.channel !== undefined && (entry.version === version || entry.before === version),
  );
  return last?.recall === true && last.before === version;
}

/**
 * The log of a module, the oldest first, without lines that a killed command left incomplete.
 * @param {string} moduleDir
 * @returns {Promise<LogEntry[]>}
 */
export async function readLog(moduleDir) {
  const text = await textOf(moduleDir);
  return text.split('\n').flatMap((line) => {
    try {
      const entry = JSON.parse(line);
      return typeof entry?.at === 'string' && typeof entry.version === 'string' ? [entry] : [];
    } catch {
      return [];
    }
  });
}

/**
 * The commit of a module's sources; with `+` if files of the module or the packages differ from it, undefined outside a repository.
 * @param {string} dir
 */
export async function commitOf(dir) {
  const commit = await git(dir, 'rev-parse', '--short=12', 'HEAD');
  if (!commit) return undefined;
  const changed = await git(dir, 'status', '--porcelain', '--', '.', ':/packages', ':/package-lock.json');
  return changed === '' ? commit : `${commit}+`;
}

/** The name in Git's settings, else that of the operating system's user. */
const author = async () => (await git(process.cwd(), 'config', 'user.name')) || operatingUser();

function operatingUser() {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}

/** @returns {Promise<string | undefined>} undefined if Git is missing or refuses */
const git = (dir, ...args) =>
  promisify(execFile)('git', ['-C', dir, ...args]).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
