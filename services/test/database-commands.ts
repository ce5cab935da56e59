import { BSON, type CommandStartedEvent } from 'mongodb';
import { Mongo } from '../src/infrastructure/mongo/mongo.js';
import type { TestServices } from './start-test-services.js';

/** Commands of the services to the database. */
interface DatabaseCommands {
  /** As `users.find`, in order. */
  names: string[];
  /** Commands that waited for one another; those that ran side by side are one round. */
  rounds: number;
}

const upkeep = ['hello', 'ping', 'endSessions'];
/** Longer than rows stay in a cache without a new query (ADR 0012). */
const cachedMs = 800;
const tries = 3;

/**
 * The commands that `work` sends with cold caches: the fewest of some tries, because other work may add its own. A repeated one counts
 * once: on a busy machine a cached row may expire meanwhile.
 */
export async function databaseCommands(
  services: TestServices,
  work: () => Promise<unknown>,
): Promise<DatabaseCommands> {
  const found: DatabaseCommands[] = [];
  while (found.length < tries) {
    await new Promise((resolve) => setTimeout(resolve, cachedMs));
    found.push(await commandsOf(services, work));
  }
  return found.sort((a, b) => a.names.length - b.names.length || a.rounds - b.rounds)[0]!;
}

async function commandsOf(services: TestServices, work: () => Promise<unknown>): Promise<DatabaseCommands> {
  const client = services.get(Mongo).connection.getClient();
  const names: string[] = [];
  const sent = new Set<string>();
  const roundOf = new Map<number, number>();
  let ended = 0;
  const started = ({ requestId, commandName, command }: CommandStartedEvent) => {
    const name = `${String(command[commandName])}.${commandName}`;
    const whole = BSON.EJSON.stringify({ name, asked: command['filter'] ?? command['pipeline'] });
    if (upkeep.includes(commandName) || sent.has(whole)) return;
    sent.add(whole);
    roundOf.set(requestId, ended + 1);
    names.push(name);
  };
  const succeeded = ({ requestId }: { requestId: number }) => {
    ended = Math.max(ended, roundOf.get(requestId) ?? 0);
  };
  client.on('commandStarted', started).on('commandSucceeded', succeeded);
  try {
    await work();
  } finally {
    client.off('commandStarted', started).off('commandSucceeded', succeeded);
  }
  return { names, rounds: Math.max(0, ...roundOf.values()) };
}
