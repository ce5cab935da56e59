import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { swcOptions } from '../swc/swc-options.mjs';

const options = swcOptions({ decorators: true });
const { version } = createRequire(import.meta.url)('@swc/core/package.json');
const compiler = createHash('sha256').update(JSON.stringify({ version, options })).digest('hex');

/**
 * @typedef {object} CompiledSource
 * @property {number} mtimeMs of the file
 * @property {string} source as written
 * @property {string} code to run
 * @property {string | undefined} map path of the source map, for Jest's stack traces
 */

/** @type {Map<string, CompiledSource>} shared by all specs of a worker */
const sources = new Map();

/** True if the file has changed since it was compiled in this worker. @param {string} path */
export const hasChanged = (path) => sources.get(path)?.mtimeMs !== statSync(path, { throwIfNoEntry: false })?.mtimeMs;

/**
 * A project file, compiled. Results are kept on disk, so that the next worker or run compiles only what has changed.
 * @param {string} path
 * @param {string} cacheDirectory
 */
export function sourceOf(path, cacheDirectory) {
  const known = sources.get(path);
  if (known && !hasChanged(path)) return known;
  const { mtimeMs } = statSync(path);
  const source = readFileSync(path, 'utf8');
  const compiled = path.endsWith('.ts') ? compile(path, source, cacheDirectory) : { code: source, map: undefined };
  const entry = { mtimeMs, source, ...compiled };
  sources.set(path, entry);
  return entry;
}

function compile(path, source, cacheDirectory) {
  const folder = join(cacheDirectory, 'compiled');
  const name = createHash('sha256').update(`${compiler}\n${path}\n${source}`).digest('hex');
  const map = join(folder, `${name}.map`);
  const file = join(folder, `${name}.js`);
  if (existsSync(file)) return { code: readFileSync(file, 'utf8'), map };
  const result = transformSync(source, { ...options, filename: path });
  mkdirSync(folder, { recursive: true });
  // The map first: a file is there only with its map.
  store(map, result.map);
  store(file, result.code);
  return { code: result.code, map };
}

/** Renamed into place: another worker may read or write the same file. */
function store(file, content) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, content);
  renameSync(own, file);
}
