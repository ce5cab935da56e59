import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { PaddockEvent, readEvent, readEvents } from '@paddock/contract/calls/events';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { ConversationRepository } from '../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../community/conversations/conversation.schema.js';
import { Conversations } from '../community/conversations/conversations.js';
import { groupRights } from '../community/conversations/conversation-access.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import { FileLinks } from '../infrastructure/file-links/file-links.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import { UserCards } from '../community/users/user-cards.js';
import { EventRepository } from './event.repository.js';
import type { EventRow } from './event.schema.js';

/** Maximal events per reply; the `to` of a full reply is the start of its last event. */
const maxEvents = 1000;
/** Events that the first query for the featured one reads. */
const firstBatch = 50;

@Injectable()
export class EventsService implements OnModuleInit {
  constructor(
    private readonly events: EventRepository,
    private readonly conversations: Conversations,
    private readonly groups: ConversationRepository,
    private readonly memberships: MembershipRepository,
    private readonly cards: UserCards,
    private readonly files: FileLinks,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('featured_event', 'events', async (caller, ms) => this.featured(caller, ms));
    this.extensions.provide('event', 'events', async (caller, id) => {
      const row = await this.events.byId(caller.tenant, id);
      return row ? (await this.visible(caller, [row]))[0] : undefined;
    });
  }

  async list(caller: SignedInCaller, span: CallArguments<typeof readEvents>): Promise<CallReply<typeof readEvents>> {
    const { months_before, months_after } = caller.flags.events_tab;
    const from = span.from ? new Date(span.from) : monthsFromNow(-months_before);
    const to = span.to ? new Date(span.to) : monthsFromNow(months_after);
    if (to < from) throw new PaddockError('INVALID_END_DATE');
    const rows = await this.events.overlapping(caller.tenant, from, to, maxEvents);
    const last = rows.length === maxEvents ? rows.at(-1)!.when : to;
    return { events: await this.visible(caller, rows), from: from.toISOString(), to: last.toISOString() };
  }

  async read(caller: SignedInCaller, { id }: CallArguments<typeof readEvent>): Promise<CallReply<typeof readEvent>> {
    const row = await this.events.byId(caller.tenant, id);
    const [event] = row ? await this.visible(caller, [row]) : [];
    if (!event) throw new PaddockError('EVENT_NOT_FOUND');
    const weekend = row?.series ? await this.events.ofSeries(caller.tenant, row.series, maxEvents) : [];
    const siblings = weekend.filter((sibling) => sibling._id !== id);
    return { event, siblings: await this.visible(caller, siblings) };
  }

  /** Among the events visible to the caller: the current one that started last, else the next one within `ms`. */
  private async featured(caller: SignedInCaller, ms: number): Promise<PaddockEvent | undefined> {
    const now = new Date();
    const to = new Date(now.getTime() + ms);
    for (let limit = firstBatch; ; limit *= 4) {
      const rows = await this.events.overlapping(caller.tenant, now, to, limit);
      const groups = await this.readableGroups(caller, rows);
      const left = rows.filter((row) => row.until > now && isVisible(row, groups));
      const next = left.find(({ when }) => when > now);
      if (!next && rows.length === limit) continue;
      const chosen = left.findLast(({ when }) => when <= now) ?? next;
      return chosen && (await this.visible(caller, [chosen]))[0];
    }
  }

  /** Keeps the events that the caller may see, those of all members and of readable groups, in the contract's shape. */
  private async visible(caller: SignedInCaller, rows: EventRow[]): Promise<PaddockEvent[]> {
    const groups = await this.readableGroups(caller, rows);
    const shown = rows.filter((row) => isVisible(row, groups));
    const organizers = shown.flatMap(({ organizer }) => organizer ?? []);
    const cards = await this.cards.cards(caller.tenant, caller.user._id, organizers);
    return shown.map((row) => {
      const group = row.group === undefined ? undefined : groups.get(row.group)!;
      return {
        id: row._id,
        title: row.title,
        when: row.when.toISOString(),
        end: row.end?.toISOString(),
        time_zone: row.time_zone,
        where: row.where,
        geo: row.geo,
        desc: row.desc,
        organizer: row.organizer === undefined ? undefined : cards.get(row.organizer),
        color: row.color,
        registration_url: row.registration_url,
        image_urls: row.images.map((file) => this.files.fileAddress(caller.tenant, caller.user._id, file, 'original')),
        group: group && this.conversations.groupCard(caller.tenant, caller.user._id, group),
        workplace: row.workplace,
        synced: row.synced,
        series: row.series,
        created: row.created.toISOString(),
        updated: row.updated?.toISOString(),
      };
    });
  }

  private async readableGroups(caller: SignedInCaller, rows: EventRow[]): Promise<Map<string, ConversationRow>> {
    const ids = [...new Set(rows.flatMap(({ group }) => group ?? []))];
    if (ids.length === 0) return new Map();
    const [groups, memberships] = await Promise.all([
      this.groups.byIds(caller.tenant, ids),
      this.memberships.ofUser(caller.tenant, caller.user._id),
    ]);
    const membershipIn = new Map(memberships.map((membership) => [membership.group, membership]));
    const readable = groups.filter((group) => {
      const rights = groupRights(caller.flags, group, caller.user, membershipIn.get(group._id) ?? null);
      return rights !== 'hidden' && rights !== 'closed';
    });
    return new Map(readable.map((group) => [group._id, group]));
  }
}

function isVisible({ group }: EventRow, readable: ReadonlyMap<string, ConversationRow>): boolean {
  return group === undefined || readable.has(group);
}

function monthsFromNow(months: number): Date {
  const date = new Date();
  date.setUTCMonth(date.getUTCMonth() + months);
  return date;
}
