import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Commands write only below `var/`, which git ignores. */
export const varDir = join(root, 'var');
export const shellDir = join(varDir, 'shell');
export const registryDir = join(varDir, 'registry');
export const stampDir = join(varDir, 'build');
export const deploymentsDir = join(root, 'deployments');
