import { aptInstall } from './apt-install.mjs';
import { onPath } from '../processes/database.mjs';

/** Installs `redis-server` and `nginx` for the tests of several processes where they are missing and this is root. */
export async function installServers() {
  for (const name of ['redis-server', 'nginx']) if (onPath(name) === undefined) await aptInstall(name);
}
