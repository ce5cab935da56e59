import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Refusal } from '../config/refusal.mjs';

/**
 * The files a module loads before its first screen: its entry, the exposed chunk, and that chunk's synchronous files.
 */
export async function firstLoadFiles(outDir) {
  const { metaData, exposes } = JSON.parse(await readFile(path.join(outDir, 'mf-manifest.json'), 'utf8'));
  const { path: folder, name } = metaData.remoteEntry;
  const assets = exposes.flatMap((expose) => [...expose.assets.js.sync, ...expose.assets.css.sync]);
  return [...new Set([path.posix.join(folder, name), ...assets])];
}

/**
 * Throws when a module exceeds its size budget, measured as gzip bytes of {@link firstLoadFiles}.
 * @param {{ outDir: string, budgetKb: number, id: string }} options
 * @returns {Promise<number>} the bytes received
 */
export async function checkBudget({ outDir, budgetKb, id }) {
  const sizes = await Promise.all(
    (await firstLoadFiles(outDir)).map(async (file) => ({
      file,
      bytes: gzipSync(await readFile(path.join(outDir, file))).length,
    })),
  );
  const received = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (received > budgetKb * 1024) {
    const largest = sizes.sort((a, b) => b.bytes - a.bytes).map(({ file, bytes }) => `  ${kb(bytes)}  ${file}`);
    throw new Refusal(
      `${id} exceeds its size budget (gzip, first load).\nMaximum: ${budgetKb} KB\nReceived: ${kb(received)}\n${largest.join('\n')}\n` +
        `Load part of it later (import()), or raise budget_kb in ${id}/manifest.ts.`,
    );
  }
  return received;
}

/**
 * Rounded up, so that a size above a budget never reads like the budget, and the printed number is a budget that suffices.
 * @param {number} bytes
 */
export const kb = (bytes) => `${(Math.ceil(bytes / 102.4) / 10).toFixed(1)} KB`;
