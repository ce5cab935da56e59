import { stripVTControlCharacters } from 'node:util';
import { isAbsolute, relative } from 'node:path';
import { root } from '../paths.mjs';

/**
 * What a reader of the last lines has to see of one test: its name, its file, and how its error begins.
 * @typedef {{ title: string, file?: string, error?: string }} Finding
 */

/** Lines of an error that are repeated at the end; the whole of it stands where it happened. */
const linesShown = 12;

/**
 * @param {string} heading
 * @param {Finding[]} findings
 * @returns {string} empty when there is nothing to tell
 */
export function findingsText(heading, findings) {
  if (findings.length === 0) return '';
  return [`${heading}:`, ...findings.flatMap(findingLines)].join('\n');
}

/** @param {Finding} finding */
function findingLines({ title, file, error = '' }) {
  const all = stripVTControlCharacters(error)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean);
  const shown = all.slice(0, linesShown).map((line) => `      ${line}`);
  const place = file ? ` (${isAbsolute(file) ? relative(root, file) : file})` : '';
  return [`  ✗ ${title}${place}`, ...shown, ...(all.length > shown.length ? ['      …'] : [])];
}
