import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from '../install/build-all.mjs';
import { moduleDirs, moduleUnit, nodeUnits } from '../install/build-units.mjs';
import { Failure } from '../failure.mjs';
import { registryDir } from '../paths.mjs';
import { rebuildServices } from '../processes/rebuild-services.mjs';
import { readServeOptions, serve } from '../processes/serve.mjs';

const usage = `npm run dev -- [mfe] [options]    serves the shell and the named module with hot reload, rebuilds and restarts the services; other modules come from the registry
`;

/** @param {string[]} args */
export async function run(args) {
  const { positionals, ...options } = readServeOptions(args, usage, true);
  const [module] = positionals;
  if (positionals.length > 1 || (module && !moduleDirs().includes(module)))
    throw new Failure(`Name one module's folder (${moduleDirs().join(', ')}), not '${positionals.join(' ')}'.`);

  // The module in development may not compile right now; the services can start with any release of it.
  const released = moduleDirs().filter((dir) => dir !== module || !existsSync(join(registryDir, dir)));
  await serve(
    { ...options, positionals },
    () => [...nodeUnits(), ...released.map((dir) => moduleUnit(dir))],
    async (running) => {
      const { startDev } = await import('@paddock/build/rspack/dev/start-dev.mjs');
      const dev = await startDev({ target: `http://127.0.0.1:${running.port}`, port: options.port, module });
      const services = await rebuildServices(running, {
        build: () => buildAll(nodeUnits()),
        restarted: dev.checkCalls,
      });
      return {
        port: dev.port,
        async close() {
          await services.close();
          await dev.close();
        },
      };
    },
  );
}
