import { closeSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of a log file before it is rotated. */
const maxBytes = 32 * 1024 * 1024;

/**
 * A log file of bounded size. A full file, or that of the previous run, is renamed to `<name>.before`. On a full disk lines are
 * lost; logging resumes when there is space.
 * @param {string} folder
 * @param {string} name
 */
export function openBoundedLog(folder, name, maxSize = maxBytes) {
  const path = join(folder, name);
  /** @type {number | undefined} */
  let descriptor;
  let size = 0;
  const close = () => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
  const rotate = () => {
    close();
    size = 0;
    try {
      renameSync(path, `${path}.before`);
    } catch {
      // There is no previous file.
    }
  };
  mkdirSync(folder, { recursive: true });
  rotate();
  return {
    /** @param {Buffer} lines */
    write(lines) {
      try {
        if (size + lines.length > maxSize) rotate();
        descriptor ??= openSync(path, 'a');
        size += writeSync(descriptor, lines);
      } catch {
        // The disk is full.
      }
    },
    close,
  };
}
