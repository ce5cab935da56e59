import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { buildAll } from './build-all.mjs';
import { nodeUnits, webUnits } from './build-units.mjs';
import { Failure } from './failure.mjs';
import { install } from './install.mjs';
import { portOption, readOptions } from './options.mjs';
import { deploymentsDir, root, varDir } from './paths.mjs';
import { secondsSince, step } from './progress.mjs';
import { refuseTakenPort, refuseUsedDataFolder, startRunning } from './running.mjs';

const usage = `npm start -- [options]    installs, builds what changed, and runs Paddock

  --port N      the port (default 4000; 0 takes any free one)
  --data DIR    where database, files and logs live (default var/data)
  --fresh       deletes what the data folder holds first
  --no-demo     leaves an empty database empty
  --help        this text`;

/** @param {string[]} args */
export async function run(args) {
  const began = performance.now();
  const { values } = readOptions(
    args,
    { port: { type: 'string' }, data: { type: 'string' }, fresh: { type: 'boolean' }, 'no-demo': { type: 'boolean' } },
    usage,
  );
  const port = portOption(values.port, 4000);
  const dataDir = resolve(values.data ?? join(varDir, 'data'));
  const demo = !values['no-demo'];
  const stop = stopSignals();
  await refuseTakenPort(port);
  await refuseUsedDataFolder(dataDir);

  await install(root);
  await buildAll([...nodeUnits(), ...webUnits()]);
  const stopped = stop.gracefully();
  if (values.fresh) console.log(`  Deleting what ${shown(dataDir)} holds.`);
  const paddock = await step('starting database and services', () =>
    startRunning({ port, dataDir, demo, fresh: values.fresh }),
  );
  console.log(await closingBlock({ ...paddock, demo, seconds: secondsSince(began) }));

  const sentence = await Promise.race([stopped, paddock.ended]);
  await paddock.stop();
  if (sentence) throw new Failure(`Paddock stopped: ${sentence}; see ${shown(join(dataDir, 'logs'))}.`);
}

/**
 * Ctrl-C and SIGTERM end the process at once while it installs and builds (nothing half done is trusted by the next start);
 * after `gracefully()` they are a promise. npm passes on a Ctrl-C that the terminal has sent already, so only one that comes
 * later than a second means "now!".
 */
function stopSignals() {
  /** @type {() => void} */
  let onSignal = () => process.exit(0);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal());
  return {
    /** @returns {Promise<undefined>} */
    gracefully: () =>
      new Promise((resolve) => {
        onSignal = () => {
          const since = performance.now();
          onSignal = () => {
            if (performance.now() - since > 1000) process.exit(1);
          };
          resolve(undefined);
        };
      }),
  };
}

/** @param {{ port: number, database: string, dataDir: string, demo: boolean, seconds: string }} running */
async function closingBlock({ port, database, dataDir, demo, seconds }) {
  const rows = (await communities()).map(({ id, title, default: first }) => [
    title,
    `http://${id}.localhost:${port}${first ? `  and  http://localhost:${port}` : ''}`,
  ]);
  if (demo) rows.push(['Sign in as', 'driver, crew, chief, steward or super, password paddock-demo']);
  rows.push(['Database', database], ['Data, logs', shown(dataDir)], ['Stop', 'Ctrl-C']);
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `    ${name.padEnd(width)}  ${value}`);
  return `\n  Paddock is ready (${seconds} s)\n\n${lines.join('\n')}\n`;
}

/** The services have validated these files by now. */
async function communities() {
  const names = (await readdir(deploymentsDir)).filter((name) => name.endsWith('.json') && name !== 'base.json');
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(deploymentsDir, name), 'utf8'))));
}

/** @param {string} path */
const shown = (path) => (path.startsWith(root) ? relative(root, path) : path);
