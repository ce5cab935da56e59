import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { RegistryBucket } from './deployment/registry/registry-bucket.js';
import { registrySettings } from './infrastructure/environment/environment.js';
import { StartError } from './infrastructure/start-error.js';

/*
 * `node registry.js FOLDER PROGRAM [ARGUMENT…]`, for commands on a registry in a bucket: copies it to the folder, runs Node with the
 * program, whose REGISTRY_DIR is that folder, and copies the changes back if the program succeeded.
 */

const [folder = '', ...program] = process.argv.slice(2);
try {
  const registryDir = resolve(folder);
  await mkdir(registryDir, { recursive: true });
  const bucket = new RegistryBucket(registrySettings(process.env), registryDir);
  await bucket.pull(true);
  const child = spawn(process.execPath, program, {
    env: { ...process.env, REGISTRY_DIR: registryDir, REGISTRY_S3_BUCKET: '' },
    stdio: 'inherit',
  });
  const code = await new Promise<number>((done) => child.on('exit', (status) => done(status ?? 1)));
  if (code === 0) await bucket.push();
  process.exit(code);
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : `The registry's bucket: ${String(error)}`}\n`);
  process.exit(1);
}
