import { Injectable } from '@nestjs/common';
import type { RecurrenceScope } from '@paddock/contract/core/recurrence';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import type { CopyChange, EventFields } from '../storage/event-rows.js';
import type { EventRow, SharedField } from '../storage/event.schema.js';
import { manages } from '../reading/event-access.js';
import { effects } from '../storage/effects.js';
import { WaitingList } from '../storage/waiting-list.js';
import { changedFields, copiesAt, hasOtherTimes, hasOwnTimes, narrowedCopies, timesAt } from './copies.js';
import { CopiesRemoval } from './copies-removal.js';
import { firstPlace, movedPlace, pairPlaces, type PartChange, ruleFrom, ruleUntil } from './next-part.js';
import { type RecurringEventRow, RecurringEventRepository } from '../storage/recurring-event.repository.js';
import { invalidRecurrence, RecurringEvents } from './recurring-events.js';

/** A change of several copies of a recurring event. */
export interface CopiesUpdate {
  /** The edited copy's id. */
  id: string;
  scope: RecurrenceScope;
  /** What the form says of the edited copy. */
  after: EventFields;
  /** The new rule; null: it does not repeat any more. */
  rule: string | null | undefined;
}

type Caller = Pick<SignedInCaller, 'tenant' | 'user'>;

interface Locked {
  tenant: Tenant;
  row: EventRow;
  part: RecurringEventRow;
  /** From the first place that changes on, in order; those that are over, or not the caller's to manage, do not change. */
  rest: EventRow[];
  left: EventRow[];
  first: Date;
  /** Whether no copy comes before these. */
  isWhole: boolean;
  session: ClientSession;
}

const unlinked: CopyChange = { recurring: undefined, place: undefined, own: undefined, repeats: undefined };

/** A copy with an organizer of its own takes no request to become one from the others either. */
const isOwn = ({ own = [] }: EventRow, name: SharedField) =>
  own.includes(name) || (name === 'asked_organizer' && own.includes('organizer'));

/**
 * Changes and deletes copies of a recurring event together (ADR 0043), for those who manage the whole: the organizer of one copy changes
 * that one only. Copies that are over never change.
 */
@Injectable()
export class CopiesChange {
  constructor(
    private readonly parts: RecurringEventRepository,
    private readonly events: EventRepository,
    private readonly recurring: RecurringEvents,
    private readonly removal: CopiesRemoval,
    private readonly waitingList: WaitingList,
    private readonly outbox: Outbox,
  ) {}

  /** In a transaction; returns the edited copy. @throws EVENT_NOT_FOUND, FORBIDDEN, EVENT_PAST, INVALID_RECURRENCE */
  async update(caller: Caller, update: CopiesUpdate, session: ClientSession): Promise<EventRow> {
    const { id, scope, after, rule } = update;
    const { tenant } = caller;
    const actor = caller.user._id;
    const { row, part } = await this.lock(caller, id, session);
    const changed = changedFields(row, after);
    const isTimed = hasOtherTimes(row, after);
    const times = isTimed ? after : { ...timesAt(part, row.place!), time_zone: part.time_zone };
    const change = { part, place: row.place!, after: times, scope };
    const isComing = (copy: EventRow) => !isTimed || copy._id === id || movedPlace(change, copy.place!) > new Date();
    const locked = await this.left({ row, part, session }, caller, scope, isComing);
    if (rule === null) await this.end(locked, after, actor);
    else if (isTimed || (rule !== undefined && rule !== part.rule))
      await this.renew(locked, { ...change, first: locked.first, rule }, { after, changed, isTimed, actor });
    else await this.write(locked, scope, after, changed);
    const isMoved = isTimed || changed.includes('where');
    await this.publish(locked, { after, changed, isMoved }, actor);
    return (await this.events.byId(tenant, id, { session }))!;
  }

  /** In a transaction; returns the deleted copies. @throws EVENT_NOT_FOUND, FORBIDDEN, EVENT_PAST */
  async delete(
    caller: Caller,
    { id, scope }: Pick<CopiesUpdate, 'id' | 'scope'>,
    session: ClientSession,
  ): Promise<EventRow[]> {
    const locked = await this.left(await this.lock(caller, id, session), caller, scope, () => true);
    await this.removal.remove(caller.tenant, locked.left, caller.user._id, session);
    await this.unlink(locked);
    await this.cut(locked);
    return locked.left;
  }

  private async lock({ tenant, user }: Caller, id: string, session: ClientSession) {
    const row = await this.events.byId(tenant, id, { session });
    const part = row?.recurring === undefined ? null : await this.parts.lock(tenant, row.recurring, { session });
    if (!row || !part) throw new PaddockError('EVENT_NOT_FOUND');
    if (!manages({ user, workplace: tenant.workplace }, part)) throw new PaddockError('FORBIDDEN');
    return { row, part, session };
  }

  private async left(
    { row, part, session }: Pick<Locked, 'row' | 'part' | 'session'>,
    { tenant, user }: Caller,
    scope: RecurrenceScope,
    isComing: (copy: EventRow) => boolean,
  ): Promise<Locked> {
    const all = await this.events.ofRecurring(tenant, part._id, { session });
    const now = new Date();
    const inScope = all.filter(({ place }) => scope === 'all' || place! >= row.place!);
    const isOwn = (copy: EventRow) => manages({ user, workplace: tenant.workplace }, copy);
    const left = inScope.filter((copy) => copy.until > now && isComing(copy) && isOwn(copy));
    const first = left[0]?.place;
    if (first === undefined) throw new PaddockError('EVENT_PAST');
    const rest = all.filter(({ place }) => place! >= first);
    const edited = all.find(({ _id }) => _id === row._id)!;
    return { tenant, row: edited, part, rest, left, first, isWhole: rest.length === all.length, session };
  }

  /** Neither times nor rule change: writes the fields; following copies become a part of their own. */
  private async write(locked: Locked, scope: RecurrenceScope, after: EventFields, changed: SharedField[]) {
    const { tenant, part, first, rest, session } = locked;
    const fields = Object.fromEntries(changed.map((name) => [name, after[name]])) as CopyChange;
    if (scope === 'all' || locked.isWhole) {
      await this.parts.update(tenant, part._id, fields, { session });
      await this.writeCopies(locked, fields, () => ({}));
      return;
    }
    const rule = ruleFrom({ part, first, rule: undefined, scope });
    const excluded = part.excluded.filter((place) => place >= first);
    const { ended, expanded } = part;
    const next = { ...part, ...fields, _id: newId(), rule, ...timesAt(part, first), excluded, created: new Date() };
    const stored = await this.parts.add(tenant, { ...(next as RecurringEventRow), ended, expanded }, { session });
    const link = { recurring: stored._id };
    await this.cut(locked);
    await this.events.changeCopies(
      tenant,
      rest.filter((copy) => !locked.left.includes(copy)).map((row) => ({ row, change: link })),
      { session },
    );
    await this.writeCopies(locked, fields, () => link);
  }

  /** Times or rule change: the copies become a part of their own. */
  private async renew(
    locked: Locked,
    change: PartChange,
    {
      after,
      changed,
      isTimed,
      actor,
    }: Pick<CopiesUpdate, 'after'> & { changed: SharedField[]; isTimed: boolean; actor: string },
  ) {
    const { tenant, row, part, rest, left, session } = locked;
    const fields = Object.fromEntries(changed.map((name) => [name, after[name]])) as CopyChange;
    const rule = ruleFrom(change);
    const when = firstPlace(change, rule);
    const { time_zone } = change.after;
    const { community: _, workplace: __, version: ___, ...former } = part;
    const given = { ...former, ...fields, ...timesAt(change.after, when), time_zone } as EventFields;
    const id = { _id: newId(), root: part.root, rule, user: part.user };
    const next = this.recurring.partOf({ ...given, ...id });
    const { places, added } = pairPlaces(change, next);
    // The edited copy itself is one of the new places.
    const own = movedPlace(change, row.place!);
    if (left.includes(row) && +(places.get(+row.place!) ?? 0) !== +own) throw invalidRecurrence();
    const stored = new Set(rest.map(({ place }) => +place!));
    const excluded = [...places].flatMap(([from, to]) => (to && !stored.has(from) ? [to] : []));
    const saved = await this.parts.add(tenant, { ...next, excluded }, { session });
    await this.cut(locked);
    const gone = left.filter(({ place }) => !places.get(+place!));
    await this.removal.remove(tenant, gone, actor, session);
    const survivors = rest.filter(({ place }) => places.get(+place!));
    const link = (copy: EventRow) => ({ recurring: saved._id, place: places.get(+copy.place!)! });
    await this.events.changeCopies(
      tenant,
      rest
        .filter((copy) => !left.includes(copy))
        .map((copy) => ({ row: copy, change: survivors.includes(copy) ? link(copy) : unlinked })),
      { session },
    );
    locked.left = left.filter((copy) => !gone.includes(copy));
    await this.writeCopies(locked, fields, (copy) => {
      const { recurring, place } = link(copy);
      const keepsTimes = hasOwnTimes(part, copy) && !(isTimed && copy._id === row._id);
      if (keepsTimes) return { recurring, place };
      return { recurring, place, time_zone, ...timesAt(saved, place) };
    });
    await this.events.addCopies(tenant, copiesAt(saved, added), { session });
  }

  /** It does not repeat any more: the edited copy stays as an event of its own. */
  private async end(locked: Locked, after: EventFields, actor: string) {
    const { tenant, row, left, session } = locked;
    if (!left.includes(row)) throw new PaddockError('EVENT_PAST');
    const others = left.filter((copy) => copy !== row);
    await this.removal.remove(tenant, others, actor, session);
    await this.unlink(locked);
    await this.cut(locked);
    await this.events.changeCopies(tenant, [{ row, change: { ...after, ...unlinked } }], { session });
    locked.left = [row];
  }

  private async writeCopies(
    { tenant, row, left, session }: Locked,
    fields: CopyChange,
    times: (copy: EventRow) => CopyChange,
  ) {
    const changes = left.map((copy) => {
      const isEdited = copy._id === row._id;
      const own = copy.own?.filter((name) => !(isEdited && name in fields));
      const taken = Object.entries(fields).filter(([name]) => isEdited || !isOwn(copy, name as SharedField));
      const change = {
        ...Object.fromEntries(taken),
        ...times(copy),
        ...(own && { own: own.length > 0 ? own : undefined }),
      };
      return { row: copy, change };
    });
    await this.events.changeCopies(tenant, changes, { session });
  }

  /** Copies that stay as they are, of a rule that has no place for them any more. */
  private async unlink({ tenant, rest, left, session }: Locked) {
    const over = rest.filter((copy) => !left.includes(copy));
    await this.events.changeCopies(
      tenant,
      over.map((row) => ({ row, change: unlinked })),
      { session },
    );
  }

  /** Ends the part before the first changed place. */
  private async cut({ tenant, part, first, isWhole, session }: Locked) {
    if (isWhole) return this.parts.delete(tenant, part._id, { session });
    const excluded = part.excluded.filter((place) => place < first);
    const change = { rule: ruleUntil(part, first), ended: true, excluded };
    return this.parts.update(tenant, part._id, change, { session });
  }

  private async publish(
    { tenant, row, left, part, session }: Locked,
    { after, changed, isMoved }: { after: EventFields; changed: SharedField[]; isMoved: boolean },
    actor: string,
  ) {
    const given = Object.fromEntries(changed.map((name) => [name, after[name]]));
    const formerOf = (copy: EventRow) => effects(copy, { ...copy, ...given }).former;
    if (changed.includes('capacity'))
      // `NarrowedEvents` gives the places of copies with former readers.
      for (const { _id } of left.filter((copy) => copy.waiting > 0 && formerOf(copy) === undefined)) {
        const copy = await this.events.byId(tenant, _id, { session });
        if (copy) await this.waitingList.fill(tenant, copy, session);
      }
    // As it was: its former readers, like those of the copies without readers of their own.
    const before = left.find(({ _id }) => _id === row._id) ?? left[0];
    if (!before) return;
    const event = before._id;
    const former = formerOf(before);
    const copies = left.filter(({ _id, turn }) => _id !== event && turn > 0).map(({ _id }) => _id);
    await this.outbox.add(
      session,
      {
        ...{ kind: 'EventUpdated', tenant, event, actor, root: part.root },
        ...(isMoved && { moved: true as const, copies }),
        ...(former && { former }),
      },
      { kind: 'EventsSynced', tenant },
      ...narrowedCopies(
        tenant,
        left.filter((copy) => formerOf(copy) !== undefined),
      ),
    );
  }
}
