import 'reflect-metadata';
import { UnattendedCommunities } from './account/admins/unattended-communities.js';
import { createApp } from './create-app.js';
import { readEnvironment } from './infrastructure/environment/environment.js';
import { isDatabaseAway, isStorageFull } from './infrastructure/errors/outage.js';
import { limitHeapGrowth } from './infrastructure/heap-growth.js';
import { createLogger } from './infrastructure/logging/logger.js';
import { Mongo } from './infrastructure/mongo/mongo.js';
import { StartError } from './infrastructure/start-error.js';

/** The process ends after this time at the latest; connections are closed earlier ({@link Draining}). */
const maxStopMs = 10_000;

limitHeapGrowth();
try {
  const environment = readEnvironment(process.env);
  const logger = createLogger(environment.logLevel);
  const app = await createApp(environment, logger);
  if (process.argv.includes('--indexes')) await buildIndexes(app.get(Mongo, { strict: false }));
  const port = await listen(app, environment);
  void app.get(UnattendedCommunities, { strict: false }).watch();

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), maxStopMs).unref();
    await app.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  // The parent command has exited.
  process.on('disconnect', () => void stop());
  // The parent read stderr, too.
  process.stderr.on('error', () => undefined);

  // Background work that failed for a missing database or a full disk is retried on its own schedule.
  process.on('unhandledRejection', (error) => {
    if (!isStorageFull(error) && !isDatabaseAway(error)) throw error;
    logger.error({ module: 'main', err: error }, 'background work failed');
  });

  const ready = { ready: true, port };
  if (process.send) process.send(ready);
  else process.stdout.write(`${JSON.stringify(ready)}\n`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** For operators, before an update: otherwise the new version builds the indexes at its start. */
async function buildIndexes(mongo: Mongo): Promise<never> {
  const built = await mongo.buildMissing();
  process.stdout.write(`${built.map((name) => `Built ${name}.\n`).join('')}All indexes exist.\n`);
  // No background work has begun.
  process.exit(0);
}

async function listen(
  app: Awaited<ReturnType<typeof createApp>>,
  { host, port }: { host: string; port: number },
): Promise<number> {
  try {
    await app.listen(port, host);
    return (app.getHttpServer().address() as { port: number }).port;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new StartError(`Port ${port} is taken: stop what uses it, or set another PORT.`);
    if (code === 'EACCES') throw new StartError(`Port ${port} needs more rights than this process has.`);
    throw error;
  }
}
