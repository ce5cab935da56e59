import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../storage/database.js';
import { DataFolderError } from '../storage/data-folder.js';

/** @throws DataFolderError when the folder has something in it */
export function requireEmpty(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  throw new DataFolderError(`The folder ${folder} is not empty; nothing was written.`);
}

/**
 * Copies a data folder as it is at one moment, also while a server runs on it: the copy is a data folder of its own.
 *
 * @param to a folder that is empty or not there
 * @throws DataFolderError when there is no data, it cannot be read, or `to` is not empty
 */
export async function backup(dataDir: string, to: string): Promise<void> {
  requireEmpty(to);
  const db = Database.openForReading(dataDir);
  try {
    mkdirSync(join(to, 'data'), { recursive: true });
    await db.copyTo(to);
  } finally {
    await db.close();
  }
}
