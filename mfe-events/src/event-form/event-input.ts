import {
  type createEvent,
  type PaddockEvent,
  type readEvent,
  removableEventFields,
  type updateEvent,
} from '@paddock/contract/calls/events';
import type { CallInput, CallReply } from '@paddock/contract/core/call';
import { type RecurrenceScope, ruleText } from '@paddock/contract/core/recurrence';
import { loadedFile, loadedPicture } from '@paddock/mfe-kit/form';
import { isAllDay, lastDateOf, wallDate, wallTime } from '../event-times';
import { ruleFormValues, ruleOf } from './recurrence/rule-input';
import { timesOf } from './entered-times';
import type { EventInput } from './event-forms';
import { positionOf, positionText } from './position';

/** The form's input as a call's: places as a number, the position as coordinates, without the blanks of removed fields. */
function inputOf({ capacity, organizer, group, position, ...input }: EventInput) {
  const { repeats, freq, interval, days, monthly, ends, until, count, first_day, last_day, ...rest } = input;
  const { when, end, all_day } = timesOf(input);
  return {
    ...rest,
    ...{ when, all_day },
    ...(end !== undefined && { end }),
    ...(typeof organizer === 'string' && { organizer }),
    ...(group && { group }),
    ...(capacity?.trim() && { capacity: Number(capacity) }),
    ...(position?.trim() && { where_geo: positionOf(position) }),
  };
}

/** The rule of the form as text; it counts from `place`. */
function ruleIn(input: EventInput, place: string, kept?: string): string | undefined {
  const rule = ruleOf(input, wallTime(place, input.time_zone), kept);
  return rule && ruleText(rule);
}

export function createInputOf(input: EventInput): Omit<CallInput<typeof createEvent>, 'client_id'> {
  const recurrence = ruleIn(input, timesOf(input).when);
  return { ...inputOf(input), ...(recurrence !== undefined && { recurrence }) };
}

type Before = Pick<CallReply<typeof readEvent>, 'event' | 'recurrence' | 'invited' | 'asked_organizer'>;

/**
 * An update with what the member changed: what others change meanwhile, such as a timetable shift, stays. What the member removed is sent
 * empty, or named in `remove_fields`. Start, end and zone go together.
 */
export function updateInputOf(
  { event, recurrence: former, invited = [], asked_organizer: asked }: Before,
  input: EventInput,
  scope?: RecurrenceScope,
): CallInput<typeof updateEvent> {
  const fields = inputOf(input);
  const given = { ...fields, ...sameTimes(event, fields) };
  const blank = { where: '', desc: '', organizer_name: '', registration_url: '', image_urls: [], files: [] };
  const sent = { ...blank, ...given };
  const stored = { ...storedOf(event, invited), organizer: (event.organizer ?? asked)?.id };
  const isChanged = (name: string) => !isEqual(sent[name as keyof typeof sent], stored[name as keyof typeof stored]);
  const areTimesChanged = ['when', 'end', 'all_day', 'time_zone'].some((name) => isChanged(name));
  const { place = event.when, time_zone } = event;
  const start = areTimesChanged ? given.when : place;
  const rule = scope === 'one' ? former : ruleIn(input, start, former);
  // A rule that is only written differently stays.
  const entered = { ...ruleFormValues(former, wallTime(place, time_zone)), time_zone } as EventInput;
  const isSame = rule === (former && ruleIn(entered, place, former));
  const removed = removableEventFields.filter((name) => {
    if (name === 'recurrence') return former !== undefined && rule === undefined;
    const stored = name === 'where_geo' ? event.geo : name === 'organizer' ? (event.organizer ?? asked) : event[name];
    return stored !== undefined && given[name] === undefined;
  });
  const isSent = (name: string) => {
    if (['when', 'end', 'all_day'].includes(name)) return areTimesChanged;
    // A new position would bring its own zone.
    if (name === 'time_zone') return areTimesChanged || isChanged('where_geo');
    return isChanged(name);
  };
  return {
    id: event.id,
    ...Object.fromEntries(Object.entries(sent).filter(([name]) => isSent(name))),
    ...(scope && { scope }),
    // One copy has no rule of its own.
    ...(scope !== 'one' && rule !== undefined && !(isSame && start === place) && { recurrence: rule }),
    ...(removed.length > 0 && { remove_fields: removed }),
  };
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** An event's fields as an update would send them. */
function storedOf(event: PaddockEvent, invited: NonNullable<CallReply<typeof readEvent>['invited']>) {
  const { title, when, end, all_day, time_zone, where, desc, color, capacity, invitation_only, image_urls } = event;
  return {
    ...{ title, when, end, all_day, time_zone, where, desc, color, capacity, invitation_only, image_urls },
    where_geo: event.geo && positionOf(positionText(event.geo)),
    organizer_name: event.organizer_name ?? '',
    registration_url: event.registration_url ?? '',
    group: event.group?.id,
    invited: invited.map(({ id }) => id),
    files: event.files.map(({ path }) => path),
  };
}

/** The form has minutes: times that it does not change stay to the second. */
function sameTimes({ when, end, all_day, time_zone }: PaddockEvent, input: ReturnType<typeof inputOf>) {
  if (all_day !== input.all_day) return {};
  const wall = (at: string) => (all_day ? wallDate(at, time_zone) : wallTime(at, time_zone));
  const isSame = (given: unknown, stored: string) =>
    input.time_zone === time_zone && wall(String(given)) === wall(stored);
  return {
    ...(isSame(input.when, when) && { when }),
    ...(input.end !== undefined && end !== undefined && isSame(input.end, end) && { end }),
  };
}

/** An event's fields as the form's controls hold them. */
export function eventFormValues({
  event,
  invited = [],
  recurrence,
  asked_organizer,
}: CallReply<typeof readEvent>): Record<string, unknown> {
  const { end, organizer = asked_organizer, group, capacity, color, time_zone, geo } = event;
  const wall = (instant: string) => wallTime(instant, time_zone).replace(' ', 'T');
  const person = ({ id, fullname, username, profile_image }: (typeof invited)[number]) => ({
    id,
    name: fullname,
    handle: username,
    src: profile_image,
  });
  return {
    title: event.title,
    when: wall(event.when),
    time_zone,
    ...ruleFormValues(recurrence, wall(event.place ?? event.when)),
    ...(geo && { position: positionText(geo) }),
    where: event.where,
    desc: event.desc,
    color,
    organizer_name: event.organizer_name ?? '',
    registration_url: event.registration_url ?? '',
    invitation_only: event.invitation_only,
    invited: invited.map(person),
    image_urls: event.image_urls.map((path) => loadedPicture(path)),
    files: event.files.map(loadedFile),
    ...(isAllDay(event)
      ? { first_day: wallDate(event.when, time_zone), last_day: lastDateOf(event) }
      : end !== undefined && { end: wall(end) }),
    ...(organizer && { organizer: [person(organizer)] }),
    ...(group && { group: group.id }),
    ...(capacity !== undefined && { capacity: String(capacity) }),
  };
}
