import { once } from 'node:events';
import { portOption, readOptions } from '../options.mjs';
import { moduleFolder } from './module-folder.mjs';

const usage = `npm run dev -- [mfe] [options]    serves a module inside a running Paddock and reloads the page at each change

  [mfe]         its folder, if the repository has several
  --target URL  the address of a community, on this machine or elsewhere (default http://localhost:4000)
  --port N      the port of this server (default 4100; 0 takes any free one)`;

/** @param {string[]} args */
export async function run(args) {
  const { values, positionals } = readOptions(
    args,
    { target: { type: 'string' }, port: { type: 'string' } },
    usage,
    true,
  );
  const { folder } = await moduleFolder(positionals);
  const target = values.target ?? 'http://localhost:4000';
  const { startModuleDev } = await import('@paddock/build/rspack/dev/start-module-dev.mjs');
  const dev = await startModuleDev({ target, port: portOption(values.port, 4100), module: folder });
  console.log(`\n  ${folder} is served at http://localhost:${dev.port} inside ${target}. Stop: Ctrl-C\n`);
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
  await dev.close();
}
