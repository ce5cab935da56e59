import { usedCalls } from '../module/undeclared-uses.mjs';
import { typeFaults } from '../release/release-checks.mjs';

/**
 * Shows in the page and at the terminal what does not stop a module under development, and would stop its release or its calls: type
 * errors, and calls that the running services do not have.
 * @param {{ dir: string, server: import('@rspack/dev-server').RspackDevServer, target: string }} options
 */
export function showWarnings({ dir, server, target }) {
  /** @type {string[]} */
  let shown = [];
  let latest = 0;
  const send = () => {
    if (shown.length > 0)
      server.sendMessage(server.webSocketServer?.clients ?? [], 'warnings', shown, { preventReloading: true });
  };
  // After the server's own messages to a new window, which hide what it shows.
  server.webSocketServer?.implementation.on('connection', send);
  const find = async () => {
    const turn = ++latest;
    const found = (await Promise.all([typeFaults(dir), missingCalls(dir, target)])).flat();
    if (turn !== latest) return;
    for (const fault of found.filter((one) => !shown.includes(one))) console.warn(`  ${fault}`);
    shown = found;
    send();
  };
  let checking = Promise.resolve();
  const check = () => (checking = find().catch((error) => console.error(error)));
  server.compiler.hooks.done.tap('warnings', (stats) => {
    // Errors of the compiler hide them.
    if (!stats.hasErrors()) void check();
  });
  return { check, checked: () => checking };
}

/**
 * @param {string} dir
 * @param {string} target the services' origin
 */
async function missingCalls(dir, target) {
  const response = await fetch(new URL('/api/openapi.json', target)).catch(() => undefined);
  // While the services restart; they are asked again afterwards.
  if (!response?.ok) return [];
  const { paths } = /** @type {{ paths: Record<string, object> }} */ (await response.json());
  return usedCalls(dir)
    .filter(({ method, path }) => !(method.toLowerCase() in (paths[path] ?? {})))
    .map(({ place, name, method, path }) => `${place}: the running services have no call ${method} ${path} (${name})`);
}
