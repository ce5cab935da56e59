import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { homeRows, type HomeSections } from '@paddock/contract/calls/home';
import { monthMs, type PaddockEvent, type readEvent, type readEvents } from '@paddock/contract/calls/events';
import { eventOverAt } from '@paddock/contract/core/event-times';
import type { UserCard } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { FilesService } from '../../community/files/files.service.js';
import { UserCards } from '../../community/users/user-cards.js';
import { dayMs } from '@paddock/contract/core/durations';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { EventRepository, type Reader } from '../storage/event.repository.js';
import type { EventRow } from '../storage/event.schema.js';
import { RecurringEventRepository } from '../storage/recurring-event.repository.js';
import { EventAccess, type Guarded, manages } from './event-access.js';
import { EventViews } from './event-views.js';
import { Attendees } from './attendees.js';

/** Maximal events per reply. */
const maxEvents = 1000;
/** Milliseconds of 60 days: an event that starts or ends within them is featured (specification B §9). */
const featuredWithinMs = 5_184_000_000;
/** Events that the first query for the home page reads. */
const firstBatch = 50;
const monthOfScan = 30 * dayMs;

type Viewer = Pick<SignedInCaller, 'tenant' | 'user'>;

/** Reads events. */
@Injectable()
export class EventsService implements OnModuleInit {
  constructor(
    private readonly events: EventRepository,
    private readonly parts: RecurringEventRepository,
    private readonly access: EventAccess,
    private readonly views: EventViews,
    private readonly attendees: Attendees,
    private readonly cards: UserCards,
    private readonly files: FilesService,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('home_section', 'events', (caller, { event }) => this.homeSection(caller, event));
    this.extensions.provide('event', 'events', (caller, id) => this.ifVisible(caller, id));
    this.files.attachedTo('event', (tenant, user, id, file) => this.canReadFile({ tenant, user }, id, file));
  }

  async list(caller: SignedInCaller, input: CallArguments<typeof readEvents>): Promise<CallReply<typeof readEvents>> {
    const { months_before, months_after } = caller.flags.events_tab;
    const now = Date.now();
    const from = new Date(input.from ?? now - months_before * monthMs);
    const to = new Date(input.to ?? now + months_after * monthMs);
    if (to < from) throw new PaddockError('INVALID_END_DATE');
    const first = await this.span(caller, { from, to }, input.scan);
    if (first.events.length > 0 || input.scan === undefined) return first;
    return (await this.scan(caller, from, to, input.scan)) ?? first;
  }

  async read(caller: SignedInCaller, { id }: CallArguments<typeof readEvent>): Promise<CallReply<typeof readEvent>> {
    const row = await this.access.find(caller, id);
    const weekend = row.series ? await this.events.ofSeries(caller.tenant, row.series, maxEvents) : [];
    const part = row.recurring === undefined ? null : await this.parts.byId(caller.tenant, row.recurring);
    const viewer = { user: caller.user, workplace: caller.tenant.workplace };
    const siblings = weekend.filter((sibling) => sibling._id !== id);
    return {
      event: await this.one(caller, row),
      siblings: await this.visible(caller, siblings),
      ...(part && { recurrence: part.rule, manages_all: manages(viewer, part) }),
      ...(await this.attendees.first(caller, row)),
      ...(row.invitation_only &&
        manages(viewer, row) && {
          invited: await this.cardsOf(caller, row.invited),
        }),
      ...(await this.request(caller, row)),
    };
  }

  /** The open request to organise an event, for the asked member and those who manage it. */
  private async request(caller: SignedInCaller, row: EventRow) {
    const { tenant, user } = caller;
    const { asked_organizer: asked } = row;
    if (!asked || !(asked.user === user._id || manages({ user, workplace: tenant.workplace }, row))) return {};
    const cards = await this.cards.cards(tenant, user._id, [asked.user, asked.by ?? []].flat());
    const [member, by] = [cards.get(asked.user), cards.get(asked.by ?? '')];
    return { ...(member && { asked_organizer: member }), ...(by && { organizer_asked_by: by }) };
  }

  /** An event that the caller may read, with their place in the waiting list. */
  async one(caller: SignedInCaller, row: EventRow): Promise<PaddockEvent> {
    const { rows, groups } = await this.access.readable(caller, [row]);
    const [event] = await this.views.of(caller, rows, groups);
    if (!event) throw new PaddockError('EVENT_NOT_FOUND');
    if (event.reply !== 'waiting') return event;
    return { ...event, waiting_position: await this.attendees.waitingPosition(caller, row._id) };
  }

  /** Extends an empty span by months until it has an event; undefined if there is none. */
  private async scan(caller: SignedInCaller, from: Date, to: Date, where: 'future' | 'past') {
    const steps = Math.floor(caller.flags.events_tab.calendar_fetch_offset / monthOfScan);
    const reader = await this.readerOf(caller);
    for (let step = 1; step <= steps; step += 1) {
      const longer =
        where === 'future'
          ? { from, to: new Date(to.getTime() + step * monthMs) }
          : { from: new Date(from.getTime() - step * monthMs), to };
      const reply = await this.span(caller, longer, where, reader);
      if (reply.events.length > 0 || step === steps) return reply;
    }
    return undefined;
  }

  /** A full reply ends at the start of its last event; in the scan `past`, which goes on before it, it begins at that of its first. */
  private async span(
    caller: SignedInCaller,
    { from, to }: { from: Date; to: Date },
    scan?: 'future' | 'past',
    reader?: Reader,
  ): Promise<CallReply<typeof readEvents>> {
    const latest = scan === 'past';
    const rows = await this.events.overlapping(caller.tenant, { from, to }, maxEvents, { latest, reader });
    const events = await this.visible(caller, rows);
    const isFull = rows.length === maxEvents;
    // The caller may read none of these: query only what they may read.
    if (isFull && events.length === 0 && !reader)
      return this.span(caller, { from, to }, scan, await this.readerOf(caller));
    // An event may have begun before the span.
    const begin = isFull && latest && rows[0]!.when > from ? rows[0]!.when : from;
    const end = isFull && !latest ? rows.at(-1)!.when : to;
    return { events, from: begin.toISOString(), to: end.toISOString() };
  }

  private async readerOf({ tenant, user }: Viewer): Promise<Reader> {
    return { user: user._id, groups: await this.access.readableGroups(tenant, user) };
  }

  /** Files of a recurring event belong to its root; copies that are over keep readers whom their part has lost. */
  private async canReadFile(viewer: Viewer, id: string, file: string): Promise<boolean> {
    const { tenant, user } = viewer;
    const row = await this.events.byId(tenant, id);
    if (row && (await this.access.canRead(tenant, user, row))) return true;
    const isReadable = async (rows: readonly Guarded[]) => (await this.access.readable(viewer, rows)).rows.length > 0;
    return (
      (await isReadable(await this.parts.ofRoot(tenant, id))) ||
      isReadable(await this.events.showing(tenant, id, file, await this.readerOf(viewer)))
    );
  }

  private async ifVisible(caller: SignedInCaller, id: string): Promise<PaddockEvent | undefined> {
    const row = await this.events.byId(caller.tenant, id);
    return row ? (await this.visible(caller, [row]))[0] : undefined;
  }

  /**
   * The featured event and the next ones. Featured is the chosen one, if the caller can see it and until it is over; else the current one
   * that started last, else the next one within 60 days.
   */
  private async homeSection(caller: SignedInCaller, chosen: string | undefined): Promise<HomeSections> {
    const [picked, { rows, groups }] = await Promise.all([
      chosen === undefined ? undefined : this.ifVisible(caller, chosen),
      this.upcoming(caller),
    ]);
    const now = new Date();
    const own = picked && eventOverAt(picked) > now.getTime() ? picked : undefined;
    const row = own ? undefined : (rows.findLast(({ when }) => when <= now) ?? rows[0]);
    const next = rows.filter(({ _id }) => _id !== own?.id && _id !== row?._id).slice(0, homeRows);
    const views = await this.views.of(caller, row ? [row, ...next] : next, groups);
    const featured = own ?? (row && views[0]);
    const events = row ? views.slice(1) : views;
    return { ...(featured && { event: featured }), ...(events.length > 0 && { events }) };
  }

  /** The first events visible to the caller that are on now or begin within 60 days. */
  private async upcoming(caller: SignedInCaller) {
    const now = new Date();
    const to = new Date(now.getTime() + featuredWithinMs);
    for (let limit = firstBatch; ; limit *= 4) {
      const rows = await this.events.overlapping(caller.tenant, { from: now, to }, limit);
      const readable = await this.access.readable(caller, rows);
      const left = readable.rows.filter((row) => row.until > now);
      const hasNext = left.filter(({ when }) => when > now).length > homeRows;
      if (hasNext || rows.length < limit) return { rows: left, groups: readable.groups };
    }
  }

  private async visible(caller: SignedInCaller, rows: readonly EventRow[]): Promise<PaddockEvent[]> {
    const { rows: shown, groups } = await this.access.readable(caller, rows);
    return this.views.of(caller, shown, groups);
  }

  private async cardsOf({ tenant, user }: SignedInCaller, ids: readonly string[]): Promise<UserCard[]> {
    const cards = await this.cards.cards(tenant, user._id, ids);
    return ids.flatMap((id) => cards.get(id) ?? []);
  }
}
