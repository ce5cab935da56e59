import { join } from 'node:path';
import { registryDir, shellDir } from '@paddock/cli/paths.mjs';
import { openBoundedLog } from '@paddock/cli/processes/bounded-log.mjs';
import { startServices } from '@paddock/cli/processes/services.mjs';
import { cpuMs } from './process-use.mjs';

/**
 * A second process of all services on the database and the files of a started Paddock. Returns the Paddock with both processes' CPU time,
 * and the ports of both.
 * @template {Pick<Awaited<ReturnType<typeof import('./loaded-paddock.mjs').startLoaded>>, 'paddock' | 'port' | 'cpu'>} Loaded
 * @param {Loaded} loaded
 * @param {string} folder of its deployments
 */
export async function withSecondProcess(loaded, folder) {
  const { dataDir, databaseUri } = loaded.paddock;
  const log = openBoundedLog(join(dataDir, 'logs'), 'services-second.log');
  const env = {
    HOST: '127.0.0.1',
    PORT: '0',
    MONGODB_URI: databaseUri,
    MONGODB_DB: process.env.MONGODB_DB ?? 'paddock',
    DATA_DIR: dataDir,
    SHELL_DIR: shellDir,
    REGISTRY_DIR: registryDir,
    DEPLOYMENTS_DIR: join(folder, 'deployments'),
    RATE_LIMITS: 'off',
  };
  const { child, port } = await startServices({ env, dataDir, log, onSpawn: () => undefined });
  const pid = /** @type {number} */ (child.process.pid);
  return {
    ports: [loaded.port, port],
    both: {
      ...loaded,
      cpu: () => {
        const { services, database } = loaded.cpu();
        return { services: services + cpuMs(pid), database };
      },
    },
    stop: async () => {
      await child.stop();
      log.close();
    },
  };
}
