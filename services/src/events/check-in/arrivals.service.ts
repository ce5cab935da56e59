import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { recordArrivals, removeArrival } from '@paddock/contract/calls/event-check-in';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { type Arrival, ArrivalRepository } from '../storage/arrival.repository.js';
import { EventRepository } from '../storage/event.repository.js';
import { GateAccess } from './gate-access.js';
import { PassSigner } from './pass-signer.js';

/** A clock that differs by less is taken as right. */
const toleratedSkewMs = 5000;

/** Records and removes arrivals at the gate (ADR 0044). */
@Injectable()
export class ArrivalsService implements OnModuleInit {
  constructor(
    private readonly events: EventRepository,
    private readonly arrivals: ArrivalRepository,
    private readonly signer: PassSigner,
    private readonly gateAccess: GateAccess,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'events-arrivals-deleted',
      kinds: ['EventDeleted'],
      durable: true,
      handle: ({ tenant, event }) => this.arrivals.deleteOfEvents(tenant, [event]),
    });
  }

  async record(
    caller: SignedInCaller,
    { id, arrivals, sent }: CallArguments<typeof recordArrivals>,
  ): Promise<CallReply<typeof recordArrivals>> {
    const row = await this.gateAccess.managed(caller, id);
    const { tenant, user } = caller;
    const now = Date.now();
    const skew_ms = Date.parse(sent) - now;
    const correction = Math.abs(skew_ms) > toleratedSkewMs ? skew_ms : 0;
    const timeOf = (at: string) => new Date(Math.min(now, Date.parse(at) - correction));
    const isPass = this.signer.verifier(tenant, id);
    const isValid = await Promise.all(
      arrivals.map(async ({ user: member, pass }) => pass === undefined || isPass(member, pass)),
    );
    const users = [...new Set(arrivals.map((arrival) => arrival.user))];
    const admitted = await this.gateAccess.admitted(tenant, row, users);
    const { before, after } = await this.mutex.transaction(id, async (session) => {
      // First in the transaction: the counter locks the event, so that two gates write one after another.
      if (!(await this.events.takeTurn(tenant, id, { session }))) throw new PaddockError('EVENT_NOT_FOUND');
      const known = await this.arrivals.ofUsers(tenant, id, users, { session });
      const before = new Map(known.map((one) => [one.user, one.arrived]));
      const earliest = new Map<string, Date>();
      for (const [index, { user: member, at }] of arrivals.entries()) {
        const arrived = timeOf(at);
        const first = earliest.get(member) ?? before.get(member);
        const isAdmitted = before.has(member) || admitted.has(member);
        if (isValid[index] && isAdmitted && (first === undefined || arrived < first)) earliest.set(member, arrived);
      }
      const changed: Arrival[] = [...earliest].map(([member, arrived]) => ({ user: member, arrived }));
      if (changed.length > 0) {
        await this.arrivals.set(tenant, id, changed, { session, by: user._id, skew_ms });
        await this.outbox.add(session, { kind: 'EventCounted', tenant, event: id });
      }
      return { before, after: new Map([...before, ...earliest]) };
    });
    const batchMembers = new Set<string>();
    const results = arrivals.map(({ user: member }, index) => {
      if (!isValid[index]) return { user: member, result: 'invalid_pass' as const };
      const arrived = after.get(member)?.toISOString();
      if (arrived === undefined) return { user: member, result: 'not_attending' as const };
      const isNew = !before.has(member) && !batchMembers.has(member);
      batchMembers.add(member);
      return { user: member, result: isNew ? ('recorded' as const) : ('already' as const), arrived };
    });
    return { results, skew_ms };
  }

  async remove(caller: SignedInCaller, { id, user }: CallArguments<typeof removeArrival>): Promise<{ ok: true }> {
    await this.gateAccess.managed(caller, id);
    const { tenant } = caller;
    await this.mutex.transaction(id, async (session) => {
      if (!(await this.arrivals.delete(tenant, id, [user], { session }))) throw new PaddockError('USER_NOT_FOUND');
      await this.outbox.add(session, { kind: 'EventCounted', tenant, event: id });
    });
    return { ok: true };
  }
}
