import type { readCheckIn } from '@paddock/contract/calls/event-check-in';
import type { CallReply } from '@paddock/contract/core/call';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { createMemberDatabase, type DBSchema } from '@paddock/mfe-kit/member-database';

export type CheckIn = CallReply<typeof readCheckIn>;

/** An arrival that the service does not have yet. */
export interface Unsent {
  event: string;
  user: string;
  at: string;
  pass?: string;
}

interface Gate {
  event: string;
  workplace: string;
  checkIn: CheckIn;
}

interface Schema extends DBSchema {
  gates: { key: string; value: Gate };
  arrivals: { key: [string, string]; value: Unsent; indexes: { event: string } };
}

/**
 * A gate's list and its unsent arrivals in IndexedDB, where they survive a reload. The page holds the arrivals too: a browser may
 * have no database (private windows).
 */
export function createGateStore(kit: Kit, user: string) {
  const held = new Map<string, Unsent>();
  const stored = createMemberDatabase<Schema>(`mfe-events.arrivals.${user}`, {
    kit,
    create(database) {
      database.createObjectStore('gates', { keyPath: 'event' });
      database.createObjectStore('arrivals', { keyPath: ['event', 'user'] }).createIndex('event', 'event');
    },
    onDeleted: () => held.clear(),
  });
  const keyOf = ({ event, user: who }: Pick<Unsent, 'event' | 'user'>) => `${event}/${who}`;

  return {
    keepGate: (gate: Gate) => stored(async (database) => void (await database.put('gates', gate)), undefined),
    gate: async (event: string) => (await stored((database) => database.get('gates', event), undefined))?.checkIn,
    /** The events of a workplace whose lists this device has. */
    async gatesOf(workplace: string): Promise<string[]> {
      const gates = await stored((database) => database.getAll('gates'), []);
      return gates.flatMap((gate) => (gate.workplace === workplace ? [gate.event] : []));
    },
    /** Removes the list and the unsent arrivals of a deleted event. */
    async forget(event: string): Promise<void> {
      await this.remove(await this.unsent(event));
      await stored((database) => database.delete('gates', event), undefined);
    },
    /** Keeps an arrival; the first one of a member stays. */
    async add(arrival: Unsent): Promise<void> {
      if (!held.has(keyOf(arrival))) held.set(keyOf(arrival), arrival);
      await stored(async (database) => {
        const transaction = database.transaction('arrivals', 'readwrite');
        const known = await transaction.store.get([arrival.event, arrival.user]);
        if (!known) await transaction.store.put(arrival);
        await transaction.done;
      }, undefined);
    },
    async remove(arrivals: readonly Pick<Unsent, 'event' | 'user'>[]): Promise<void> {
      for (const one of arrivals) held.delete(keyOf(one));
      await stored(async (database) => {
        const transaction = database.transaction('arrivals', 'readwrite');
        await Promise.all(arrivals.map(({ event, user: who }) => transaction.store.delete([event, who])));
        await transaction.done;
      }, undefined);
    },
    /** The events with unsent arrivals. */
    async events(): Promise<string[]> {
      const found = await stored((database) => database.getAll('arrivals'), []);
      return [...new Set([...held.values(), ...found].map(({ event }) => event))];
    },
    async unsent(event: string): Promise<Unsent[]> {
      const found = await stored((database) => database.getAllFromIndex('arrivals', 'event', event), []);
      const all = new Map([...held.values(), ...found].map((one) => [keyOf(one), one]));
      return [...all.values()].filter((one) => one.event === event).sort((a, b) => a.at.localeCompare(b.at));
    },
  };
}

export type GateStore = ReturnType<typeof createGateStore>;
