import tzLookup from '@photostructure/tz-lookup';
import type { NewEvent } from '../events/storage/event-rows.js';
import { sessionEvents } from './race-calendars.js';
import { dayMs, minuteMs } from '@paddock/contract/core/durations';
import { newId } from '../infrastructure/mongo/row.js';
import type { NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { UserRow } from '../community/users/user.schema.js';
import type { DemoContent, DemoEvent } from './demo-content.js';
import type { DemoPicture } from './demo-picture.js';

const step = 5 * minuteMs;

export interface Agenda {
  events: NewEvent[];
  /** The pictures of a workplace's events: a file belongs to the workplace of its record. */
  picturesOf: (workplace: string) => DemoPicture[];
}

/** The community's own events around now, and the sessions of the real calendars as synced events. */
export function demoEvents(
  content: DemoContent,
  users: ReadonlyMap<string, NewRow<UserRow>>,
  groups: ReadonlyMap<string, string>,
  now: Date,
): Agenda {
  const pictures: { workplace: string; picture: DemoPicture }[] = [];
  const own = content.events.map((event): NewEvent => {
    const time_zone = tzLookup(event.geo[1], event.geo[0]);
    const when = startOf(event, time_zone, now);
    const group = event.group === null ? undefined : groups.get(event.group);
    const organizer = users.get(event.by)?._id;
    if ((event.group !== null && !group) || !organizer)
      throw new Error(`demo content: no group or member for '${event.title}'`);
    const _id = newId();
    const images: string[] = [];
    for (const file of event.images) {
      const picture: DemoPicture = { file, owner: organizer, of: { kind: 'event', id: _id }, images, address: '' };
      pictures.push({ workplace: event.workplace, picture });
    }
    return {
      _id,
      title: event.title,
      when,
      end: new Date(when.getTime() + event.lasts_minutes * minuteMs),
      time_zone,
      where: event.where,
      geo: event.geo,
      desc: event.desc,
      color: event.color,
      images,
      synced: false,
      organizer,
      user: organizer,
      ...(event.capacity !== undefined && { capacity: event.capacity }),
      ...(group && { group }),
    };
  });
  const sessions = sessionEvents(content.seasons, now).map((session) => ({
    _id: newId(),
    ...session,
    images: [],
    synced: true,
  }));
  const picturesOf = (workplace: string) => pictures.flatMap((one) => (one.workplace === workplace ? one.picture : []));
  return { events: [...own, ...sessions], picturesOf };
}

function startOf({ starts }: DemoEvent, timeZone: string, now: Date): Date {
  if ('in_minutes' in starts) return new Date(Math.round((now.getTime() + starts.in_minutes * minuteMs) / step) * step);
  // The Swedish locale formats dates as ISO 8601 does.
  const wall = (instant: number) =>
    Date.parse(`${new Date(instant).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`);
  const today = new Date(wall(now.getTime())).toISOString().slice(0, 10);
  const target = Date.parse(`${today}T${starts.time}Z`) + starts.day * dayMs;
  return new Date(target - (wall(target) - target));
}
