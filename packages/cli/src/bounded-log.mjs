import { closeSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of a log file before it is put aside. */
const maxBytes = 32 * 1024 * 1024;

/**
 * A log file of bounded size: a full one becomes `<name>.before`, as does the former run's, and a new one begins. On a full
 * disk lines are lost, and the log goes on when there is space.
 * @param {string} folder
 * @param {string} name
 */
export function openBoundedLog(folder, name, most = maxBytes) {
  const path = join(folder, name);
  /** @type {number | undefined} */
  let descriptor;
  let size = 0;
  const close = () => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
  const putAside = () => {
    close();
    size = 0;
    try {
      renameSync(path, `${path}.before`);
    } catch {
      // The first run has none.
    }
  };
  mkdirSync(folder, { recursive: true });
  putAside();
  return {
    /** @param {Buffer} lines */
    write(lines) {
      try {
        if (size + lines.length > most) putAside();
        descriptor ??= openSync(path, 'a');
        size += writeSync(descriptor, lines);
      } catch {
        // The disk is full.
      }
    },
    close,
  };
}
