import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { buildAll } from '../install/build-all.mjs';
import { Failure } from '../failure.mjs';
import { install } from '../install/install.mjs';
import { portOption, readOptions } from '../options.mjs';
import { deploymentsDir, root, varDir } from '../paths.mjs';
import { secondsSince, step } from '../progress.mjs';
import { communityRows } from './community-rows.mjs';
import { refusePortInUse, startRunning, takeOverDataFolder } from './running.mjs';
import { stopSignals } from './stop-signals.mjs';

/** The usage text of the options that start and dev share. */
export const serveUsage = `
  --port N      the port (default 4000; 0 takes any free one)
  --data DIR    the folder of database, files and logs (default var/data)
  --fresh       empties the data folder first
  --demo        fills an empty database with the demo communities (the default, but not in production)
  --no-demo     leaves an empty database empty
  --help        prints this text`;

/** @param {string[]} args */
export function readServeOptions(args, usage, allowPositionals = false) {
  const { values, positionals } = readOptions(
    args,
    {
      port: { type: 'string' },
      data: { type: 'string' },
      fresh: { type: 'boolean' },
      demo: { type: 'boolean' },
      'no-demo': { type: 'boolean' },
    },
    usage + serveUsage,
    allowPositionals,
  );
  return {
    port: portOption(values.port, 4000),
    dataDir: resolve(values.data ?? join(varDir, 'data')),
    // Production seeds demo content only on request.
    demo: Boolean(values.demo) || (!values['no-demo'] && process.env.NODE_ENV !== 'production'),
    fresh: Boolean(values.fresh),
    positionals,
  };
}

/**
 * Installs, builds, starts database and services, and runs until a stop signal or until a child has died too often.
 * @param {ReturnType<typeof readServeOptions>} options
 * @param {() => import('../install/build-units.mjs').Unit[]} units
 * @param {(running: Awaited<ReturnType<typeof startRunning>>) => Promise<{ port: number, close(): Promise<void> }>} [front] serves the page instead of
 *   the services, which then take any free port
 */
export async function serve({ port, dataDir, demo, fresh }, units, front) {
  const began = performance.now();
  const stop = stopSignals();
  // Processes that a killed Paddock left may also hold the port. A refused start makes no folder.
  if (existsSync(dataDir)) await takeOverDataFolder(dataDir);
  await refusePortInUse(port);

  await install(root);
  await buildAll(units());
  const stopped = stop.gracefully();
  if (fresh) console.log(`  Deleting the contents of ${displayPath(dataDir)}.`);
  const paddock = await step('starting database and services', () =>
    startRunning({ port: front ? 0 : port, dataDir, demo, fresh }),
  );
  try {
    const page = await front?.(paddock);
    const address = { ...paddock, port: page?.port ?? paddock.port, developing: Boolean(page) };
    console.log(await closingBlock({ ...address, demo, seconds: secondsSince(began) }));
    const sentence = await Promise.race([stopped, paddock.ended]);
    await page?.close();
    if (sentence) throw new Failure(`Paddock stopped: ${sentence}; see ${displayPath(join(dataDir, 'logs'))}.`);
  } finally {
    await paddock.stop();
  }
  console.log(`\n  Paddock has stopped; its data stays in ${displayPath(dataDir)}.`);
}

/** @param {{ port: number, database: string, dataDir: string, demo: boolean, developing: boolean, seconds: string }} running */
async function closingBlock({ port, database, dataDir, demo, developing, seconds }) {
  const rows = await communityRows(deploymentsDir, port);
  const signIn =
    process.env.NODE_ENV === 'production'
      ? 'not possible as a demo member: in production they have no password'
      : 'driver, crew, chief, steward or super, password paddock-demo';
  if (demo) rows.push(['Sign in as', signIn]);
  if (developing) rows.push(['Components', `http://localhost:${port}/dev/gallery/`]);
  rows.push(['Database', database], ['Data, logs', displayPath(dataDir)], ['Stop', 'Ctrl-C']);
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `    ${name.padEnd(width)}  ${value}`);
  return `\n  Paddock is ready (${seconds} s)\n\n${lines.join('\n')}\n`;
}

/** @param {string} path */
const displayPath = (path) => (path.startsWith(root) ? relative(root, path) : path);
