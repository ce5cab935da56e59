import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Commands write only below `var/`, which git ignores. */
export const varDir = join(root, 'var');
export const shellDir = join(varDir, 'shell');
export const registryDir = join(varDir, 'registry');
export const stampDir = join(varDir, 'build');
/** `DEPLOYMENTS_DIR` names another folder. */
export const deploymentsDir = resolve(process.env.DEPLOYMENTS_DIR ?? join(root, 'deployments'));
/** @param {string | undefined} data the option of a command */
export const dataFolder = (data) => resolve(data ?? (process.env.DATA_DIR || join(varDir, 'data')));
/** Whether this is a folder of `npm run package`, which has neither sources nor tools. */
export const isPackage = existsSync(join(root, 'main.js'));
