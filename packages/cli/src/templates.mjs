import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Failure } from './failure.mjs';

/**
 * The files of a template, with names in the places of `__name__`.
 * @param {string} folder
 * @param {Record<string, string>} names
 * @returns {Promise<{ file: string, text: string }[]>} `file` below the folder that is made
 */
export async function fillTemplate(folder, names) {
  const filled = (text) => text.replaceAll(/__([A-Za-z-]+)__/g, (found, name) => names[name] ?? found);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file) => ({
      file: filled(relative(folder, file).replace(/\.template$/, '')),
      text: filled(await readFile(file, 'utf8')),
    })),
  );
}

/**
 * The tab's id in the name of a module's folder.
 * @param {string[]} positionals of a command
 */
export function tabIdOf([dir = '', ...more]) {
  const [, id] = /^mfe-([a-z]+(?:-[a-z]+)*)$/.exec(dir) ?? [];
  if (!id || id.length < 2 || id.length > 30 || more.length > 0)
    throw new Failure(`Name the new module, such as mfe-timing${dir && `, not '${[dir, ...more].join(' ')}'`}.`);
  return id;
}

/** @param {string} id @returns {string} `Lap times` of `lap-times` */
export const titleOf = (id) =>
  id.replaceAll(/(^|-)([a-z])/g, (_, hyphen, letter) => (hyphen && ' ') + letter.toUpperCase());

/** Printed after a module was made without its Arabic title. */
export const sameTitle = 'Its Arabic title (manifest.ts, src/messages/ar.json) is still the English one.';

/** @param {string[]} titles */
export function refuseTitles(titles) {
  if (!titles.every((text) => /^[^'"\\<>{}$]{1,40}$/.test(text)))
    throw new Failure('A title has 1 to 40 characters, without quotes and brackets.');
}

/**
 * @param {string} title
 * @returns {Promise<string | undefined>} undefined without a terminal or an answer
 */
export async function askTitle(title) {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(`The Arabic title of '${title}' (Enter: the same): `)).trim() || undefined;
  } finally {
    terminal.close();
  }
}
