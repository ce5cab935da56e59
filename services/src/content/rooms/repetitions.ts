import { Injectable } from '@nestjs/common';
import type { readRepetitions, Repetition } from '@paddock/contract/calls/bookings';
import type { CallArguments } from '@paddock/contract/core/call';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { RoomAccess } from './room-access.js';
import { RoomSlotRepository } from './room-slot.repository.js';
import {
  asPeriod,
  checkPeriod,
  dateIn,
  daysFrom,
  type Period,
  periodFault,
  slotsOfDay,
  weeksLater,
  isSameTime,
} from './room-times.js';

const maxAlternatives = 5;

/** Shows which weeks of a repeated booking are free, with other times of the same day for the others. */
@Injectable()
export class Repetitions {
  constructor(
    private readonly access: RoomAccess,
    private readonly slots: RoomSlotRepository,
  ) {}

  /** @throws ROOM_NOT_FOUND, FORBIDDEN, the codes of the first week's time */
  async read(
    caller: SignedInCaller,
    { id, weeks, ...input }: CallArguments<typeof readRepetitions>,
  ): Promise<{ repetitions: Repetition[] }> {
    const { tenant, user } = caller;
    const room = await this.access.find(caller, id);
    const clock = this.access.clockOf(tenant, room);
    const now = new Date();
    const first = asPeriod(input);
    checkPeriod(first, clock, now);
    const repetitions: Repetition[] = [];
    for (let week = 0; week < weeks; week += 1) {
      const period = weeksLater(first, week, clock);
      const day = dateIn(+period.from, clock.zone);
      const rows = await this.slots.taken(tenant, id, daysFrom(day, clock.zone), { now });
      const taken = new Set(rows.flatMap(({ start, holder }) => (holder === user._id ? [] : [+start])));
      const isFree = ({ from, to }: Period) =>
        periodFault({ from, to }, clock, now) === undefined && ![...taken].some((at) => at >= +from && at < +to);
      const free = isSameTime(period.from, first.from, clock) && isFree(period);
      const length = +period.to - +period.from;
      const others = free
        ? []
        : slotsOfDay(day, clock)
            .map(({ from }) => ({ from, to: new Date(+from + length) }))
            .filter(isFree)
            .toSorted((a, b) => Math.abs(+a.from - +period.from) - Math.abs(+b.from - +period.from));
      repetitions.push({ ...inReply(period), free, alternatives: others.slice(0, maxAlternatives).map(inReply) });
    }
    return { repetitions };
  }
}

const inReply = ({ from, to }: Period) => ({ from: from.toISOString(), to: to.toISOString() });
