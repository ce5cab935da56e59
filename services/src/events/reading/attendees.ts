import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { readAttendees } from '@paddock/contract/calls/event-attendance';
import type { EventReply, readEvent } from '@paddock/contract/calls/events';
import type { UserCard } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { UserVisibility } from '../../community/memberships/user-visibility.js';
import { UserCards } from '../../community/users/user-cards.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { EventRow } from '../storage/event.schema.js';
import { type ReplyRow, ReplyRepository } from '../storage/reply.repository.js';
import { EventAccess, seesAttendees } from './event-access.js';

/** Cards beside an event: three rows of four, one less for the link to all. */
const firstCount = 11;

/** The members who replied to an event, as far as the caller may see them. */
@Injectable()
export class Attendees {
  constructor(
    private readonly replies: ReplyRepository,
    private readonly access: EventAccess,
    private readonly visibility: UserVisibility,
    private readonly cards: UserCards,
  ) {}

  async list(
    caller: SignedInCaller,
    { id, reply, count, page }: CallArguments<typeof readAttendees>,
  ): Promise<CallReply<typeof readAttendees>> {
    const row = await this.access.find(caller, id);
    if (!sees(caller, row)) throw new PaddockError('FORBIDDEN');
    const { tenant } = caller;
    const among = await this.visibility.among(caller);
    const { rows, next } = await this.page(caller, row, reply, { count, page, among });
    const total = { attending: row.attending, waiting: row.waiting, absent: row.absent }[reply];
    return {
      users: await this.cardsOf(caller, rows),
      total_users: among ? await this.replies.countAmong(tenant, id, reply, among) : total,
      next,
    };
  }

  /** The first attendees and absentees; nothing for those who may not see them. */
  async first(
    caller: SignedInCaller,
    row: EventRow,
  ): Promise<Pick<CallReply<typeof readEvent>, 'attendees' | 'absentees'>> {
    if (!caller.flags.rsvp || !sees(caller, row)) return {};
    const among = await this.visibility.among(caller);
    const first = async (reply: EventReply, count: number) =>
      count === 0 ? [] : this.cardsOf(caller, (await this.page(caller, row, reply, { count: firstCount, among })).rows);
    const [attendees, absentees] = await Promise.all([first('attending', row.attending), first('absent', row.absent)]);
    return { attendees, absentees };
  }

  /** The caller's place in the waiting list, from 1. */
  async waitingPosition({ tenant, user }: SignedInCaller, event: string): Promise<number | undefined> {
    const own = await this.replies.of(tenant, event, user._id);
    if (own?.reply !== 'waiting') return undefined;
    return (await this.replies.waitingBefore(tenant, event, own.turn)) + 1;
  }

  /** The caller first, then the others in the order of their replies. */
  private async page(
    { tenant, user }: SignedInCaller,
    { _id }: EventRow,
    reply: EventReply,
    { count, page = '0', among }: { count: number; page?: string | undefined; among: readonly string[] | undefined },
  ): Promise<{ rows: ReplyRow[]; next: string | null }> {
    const cursor = /^after-(\d{1,15})$/.exec(page)?.[1];
    const number = /^\d{1,6}$/.test(page) ? Number(page) : 0;
    const found = await this.replies.of(tenant, _id, user._id);
    const own = found?.reply === reply ? found : undefined;
    const isFirst = cursor === undefined && number === 0;
    const limit = isFirst && own ? count - 1 : count;
    const others = await this.replies.inOrder(tenant, _id, reply, {
      ...{ limit: limit + 1, without: user._id, among },
      ...(cursor === undefined
        ? { skip: Math.max(0, number * count - (own && number > 0 ? 1 : 0)) }
        : { after: Number(cursor) }),
    });
    const shown = others.slice(0, limit);
    // A page of one card is the caller's own: the next one starts before the first turn.
    const last = shown.at(-1)?.turn ?? 0;
    return {
      rows: isFirst && own ? [own, ...shown] : shown,
      next: others.length > limit ? `after-${last}` : null,
    };
  }

  private async cardsOf({ tenant, user }: SignedInCaller, rows: readonly ReplyRow[]): Promise<UserCard[]> {
    const cards = await this.cards.cards(
      tenant,
      user._id,
      rows.map((row) => row.user),
    );
    return rows.flatMap((row) => cards.get(row.user) ?? []);
  }
}

function sees({ tenant, user, flags }: SignedInCaller, row: EventRow): boolean {
  return seesAttendees({ user, workplace: tenant.workplace, hidden: flags.events_tab.hide_attendees }, row);
}
