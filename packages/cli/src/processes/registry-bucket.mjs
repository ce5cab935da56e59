import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { dataFolder, root } from '../paths.mjs';
import { sourceMapFlags } from './node-flags.mjs';
import { withProcessLock } from './process-lock.mjs';

/** The commands on the module registry. */
const onRegistry = new Set(['release', 'promote', 'rollback', 'list', 'prune']);

/**
 * Whether a command works on a registry in a bucket (REGISTRY_S3_BUCKET).
 * @param {string | undefined} name
 */
export const usesBucket = (name) => Boolean(process.env.REGISTRY_S3_BUCKET) && onRegistry.has(name ?? '');

/**
 * Runs a command on a copy of the registry, which is then stored in the bucket. Commands of this checkout wait for each other.
 * @param {string[]} program the path of the command's program, and its arguments
 * @returns {Promise<number>} its exit code
 */
export async function runOnBucket(program) {
  const script = join(root, 'services/dist/registry.js');
  if (!existsSync(script)) throw new Failure('The services are not built: run npm run build first.');
  const copy = join(dataFolder(undefined), 'registry-copies', String(process.env.REGISTRY_S3_BUCKET));
  return withProcessLock(`${copy}.lock`, () => {
    const child = spawn(process.execPath, [...sourceMapFlags, script, copy, ...program], { stdio: 'inherit' });
    return new Promise((done) => child.on('exit', (code) => done(code ?? 1)));
  });
}
