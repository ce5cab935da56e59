import { stripVTControlCharacters } from 'node:util';
import { isAbsolute, relative } from 'node:path';
import { root } from '../paths.mjs';

/**
 * One test in the closing summary: its title, its file and the beginning of its error.
 * @typedef {{ title: string, file?: string, error?: string }} Finding
 */

/** Lines of an error that the summary repeats; the full error is printed when it happens. */
const linesShown = 12;

/**
 * @param {string} heading
 * @param {Finding[]} findings
 * @returns {string} empty without findings
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
