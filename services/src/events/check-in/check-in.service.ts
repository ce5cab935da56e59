import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { readCheckIn, readPass, recordArrivals, removeArrival } from '@paddock/contract/calls/event-check-in';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { UserVisibility } from '../../community/memberships/user-visibility.js';
import { UserCards } from '../../community/users/user-cards.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../event.repository.js';
import type { EventRow } from '../event.schema.js';
import { EventAccess, manages, seesAttendees } from '../reading/event-access.js';
import { ReplyRepository } from '../storage/reply.repository.js';
import { type Arrival, ArrivalRepository } from './arrival.repository.js';
import { PassSigner } from './pass-signer.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';

/** A clock that differs by less is taken as right. */
const toleratedSkewMs = 5000;

/** Check-in at the gate: passes and arrivals (ADR 0044). */
@Injectable()
export class CheckInService implements OnModuleInit {
  constructor(
    private readonly events: EventRepository,
    private readonly replies: ReplyRepository,
    private readonly arrivals: ArrivalRepository,
    private readonly signer: PassSigner,
    private readonly access: EventAccess,
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
    private readonly visibility: UserVisibility,
    private readonly cards: UserCards,
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

  async pass(caller: SignedInCaller, { id }: CallArguments<typeof readPass>): Promise<CallReply<typeof readPass>> {
    const { tenant, user } = caller;
    await this.access.find(caller, id);
    if ((await this.replies.of(tenant, id, user._id))?.reply !== 'attending') throw new PaddockError('NOT_ATTENDING');
    return {
      pass: this.signer.sign(tenant, id, user._id),
      short_code: this.signer.shortCode(tenant, id, user._id),
      arrived: (await this.arrivals.of(tenant, id, user._id))?.arrived.toISOString(),
    };
  }

  async read(
    caller: SignedInCaller,
    { id }: CallArguments<typeof readCheckIn>,
  ): Promise<CallReply<typeof readCheckIn>> {
    const row = await this.managed(caller, id);
    const { tenant, user } = caller;
    const arrivals = new Map((await this.arrivals.ofEvent(tenant, id)).map((one) => [one.user, one.arrived]));
    const replies = await this.replies.inOrder(tenant, id, 'attending');
    const admitted = await this.admitted(
      tenant,
      row,
      replies.map((reply) => reply.user),
    );
    const ids = [...new Set([...admitted, ...arrivals.keys()])];
    const among = await this.visibility.among(caller);
    const shown = among === undefined ? ids : ids.filter((one) => one === user._id || among.includes(one));
    const cards = await this.cards.cards(tenant, user._id, shown);
    return {
      title: row.title,
      time_zone: row.time_zone,
      key: this.signer.publicKey(tenant, id),
      expected: ids.map((one) => ({
        user: one,
        card: cards.get(one),
        short_code: this.signer.shortCode(tenant, id, one),
        arrived: arrivals.get(one)?.toISOString(),
      })),
    };
  }

  async record(
    caller: SignedInCaller,
    { id, arrivals, sent }: CallArguments<typeof recordArrivals>,
  ): Promise<CallReply<typeof recordArrivals>> {
    const row = await this.managed(caller, id);
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
    const admitted = await this.admitted(tenant, row, users);
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
    await this.managed(caller, id);
    const { tenant } = caller;
    await this.mutex.transaction(id, async (session) => {
      if (!(await this.arrivals.delete(tenant, id, user, { session }))) throw new PaddockError('USER_NOT_FOUND');
      await this.outbox.add(session, { kind: 'EventCounted', tenant, event: id });
    });
    return { ok: true };
  }

  /** The members among these who attend now and may still read the event. */
  private async admitted(tenant: Tenant, row: EventRow, users: readonly string[]): Promise<Set<string>> {
    const replies = await this.replies.ofUsers(tenant, row._id, users);
    const attending = replies.flatMap(({ user, reply }) => (reply === 'attending' ? [user] : []));
    const members = (await this.users.byIds(tenant, attending)).filter((user) =>
      this.workplaces.includes(tenant, user),
    );
    const { readers } = await this.access.readersAmong(tenant, members, row);
    const may = new Set(readers.map(({ _id }) => _id));
    return new Set(attending.filter((user) => may.has(user)));
  }

  /** @throws EVENT_NOT_FOUND, FORBIDDEN */
  private async managed(caller: SignedInCaller, id: string): Promise<EventRow> {
    const row = await this.access.find(caller, id);
    const { user, flags, tenant } = caller;
    const viewer = { user, workplace: tenant.workplace };
    const sees = seesAttendees({ ...viewer, hidden: flags.events_tab.hide_attendees }, row);
    if (!manages(viewer, row) || !sees) throw new PaddockError('FORBIDDEN');
    return row;
  }
}
