import { cleanText, isSpeakable } from '@paddock/contract/core/speakable';
import type { SyncedFields } from '../storage/event-rows.js';
import { copyId } from '../storage/copy-id.js';
import { sha256 } from '../../infrastructure/sha256.js';
import type { CalendarEvent } from './read-calendar.js';

/** Stable: the same event of the same calendar keeps its id. A recurrence has '_' and its place appended (specification B §3). */
export function syncedId(source: string, { uid, recurrence }: Pick<CalendarEvent, 'uid' | 'recurrence'>): string {
  const id = sha256(`${source}\n${uid}`).slice(0, 24);
  return recurrence === undefined ? id : copyId(id, recurrence.place);
}

/** What the ids of an event and its copies begin with. */
export const baseOf = (id: string) => id.split('_', 1)[0]!;

/** The fields as an event may have them; `untitled` replaces a missing title. */
export function syncedFields(event: CalendarEvent, color: string, untitled: string): SyncedFields {
  const { when, end, time_zone, geo, all_day, url, conference_url, tentative, recurrence } = event;
  const isPlace = geo && Math.abs(geo[0]) <= 180 && Math.abs(geo[1]) <= 90;
  const organizer_name = line(event.organizer_name ?? '', 140);
  return {
    title: line(event.title, 140) || untitled,
    when: new Date(when),
    ...(end !== undefined && end >= when && { end: new Date(end) }),
    ...(all_day && { all_day }),
    time_zone,
    where: line(event.where, 250),
    ...(isPlace && { geo }),
    desc: truncate(cleanText(event.desc), 5000).trim(),
    ...(organizer_name && { organizer_name }),
    color,
    ...(url && { url }),
    ...(conference_url && { conference_url }),
    ...(tentative && { tentative: true as const }),
    ...(recurrence && { place: new Date(recurrence.place) }),
    ...(recurrence?.nth !== undefined && { nth: recurrence.nth }),
  };
}

/** Shows whether a stored event differs from its calendar. */
export const digestOf = (fields: SyncedFields): string => sha256(JSON.stringify(fields)).slice(0, 16);

/** Not within a character of two units. */
const truncate = (text: string, max: number) => [...text.slice(0, max * 2)].slice(0, max).join('');

/** A text of one line as it may be stored; '' for one that is not readable. */
export function line(text: string, max: number): string {
  const clean = truncate(cleanText(text).replace(/\s+/g, ' ').trim(), max);
  return isSpeakable(clean) ? clean : '';
}

/** An event as its calendar has it. */
export interface SyncedTarget {
  fields: SyncedFields;
  digest: string;
}
