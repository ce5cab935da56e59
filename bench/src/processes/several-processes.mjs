import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openBoundedLog } from '@paddock/cli/processes/bounded-log.mjs';
import { startDatabase } from '@paddock/cli/processes/database.mjs';
import { deploymentsDir, registryDir, shellDir } from '@paddock/cli/paths.mjs';
import { startServices } from '@paddock/cli/processes/services.mjs';
import { startNginx, startRedis } from './programs.mjs';

/**
 * The built product as `docs/how-to/deploy.md` describes several processes: equal ones on one database, behind nginx, with or
 * without Redis.
 * @param {{ folder: string, count: number, hasRedis: boolean }} options
 */
export async function startSeveral({ folder, count, hasRedis }) {
  await mkdir(join(folder, 'logs'), { recursive: true });
  /** @type {(() => unknown)[]} */
  const undo = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const database = await startDatabase(folder);
    undo.push(async () => database.child?.stop());
    const redis = hasRedis ? await startRedis() : undefined;
    if (redis) undo.push(redis.stop);
    const env = {
      HOST: '127.0.0.1',
      MONGODB_URI: database.uri,
      MONGODB_DB: process.env.MONGODB_DB ?? 'paddock',
      DATA_DIR: folder,
      SHELL_DIR: shellDir,
      REGISTRY_DIR: registryDir,
      DEPLOYMENTS_DIR: deploymentsDir,
      TRUSTED_PROXY: '127.0.0.1',
      RATE_LIMITS: 'off',
      DEMO: '1',
      ...(redis && { REDIS_URL: redis.url }),
    };
    /** @type {Awaited<ReturnType<typeof startOne>>[]} */
    const processes = [];
    // One after the other: the first one makes the demo content.
    for (let index = 0; index < count; index++) {
      const one = await startOne(folder, index, env);
      processes.push(one);
      undo.push(one.stop);
    }
    const nginx = await startNginx(
      join(folder, 'nginx'),
      processes.map(({ port }) => port),
    );
    undo.push(nginx.stop);
    return { processes, nginx: { port: nginx.port, ca: nginx.ca }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * One process of the services, which can be replaced by a new one at its port.
 * @param {string} folder
 * @param {number} index
 * @param {Record<string, string>} env
 */
async function startOne(folder, index, env) {
  const log = openBoundedLog(join(folder, 'logs'), `services-${index}.log`);
  const start = (port) =>
    startServices({ env: { ...env, PORT: String(port) }, dataDir: folder, log, onSpawn: () => undefined });
  let current = await start(0);
  const { port } = current;
  return {
    port,
    stop: () => current.child.stop(),
    restart: async () => {
      await current.child.stop();
      current = await start(port);
    },
  };
}
