import { chmodSync, mkdirSync } from 'node:fs';
import { StartError } from '../start-error.js';

/**
 * Makes the data folder, and every file that this process writes from now on, readable by its owner only: uploads, mails and secrets
 * are stored there. What a former release left in the folder is out of reach with it.
 *
 * @throws {StartError} if the folder belongs to another user
 */
export function ownDataFolder(dataDir: string): void {
  process.umask(0o077);
  try {
    mkdirSync(dataDir, { recursive: true });
    chmodSync(dataDir, 0o700);
  } catch (error) {
    throw new StartError(
      `DATA_DIR ${dataDir} must be a folder of the user that runs the services: ${(error as Error).message}.`,
    );
  }
}
