import {
  type createEvent,
  type PaddockEvent,
  type readEvent,
  removableEventFields,
  type updateEvent,
} from '@paddock/contract/calls/events';
import type { CallInput, CallReply } from '@paddock/contract/core/call';
import type { EventInput } from './event-forms';

/** The form's input as a call's: places as a number, without the blanks of removed fields. */
function inputOf({ capacity, organizer, group, ...rest }: EventInput) {
  return {
    ...rest,
    ...(typeof organizer === 'string' && { organizer }),
    ...(group && { group }),
    ...(capacity?.trim() && { capacity: Number(capacity) }),
  };
}

export function createInputOf(input: EventInput, zone: string): Omit<CallInput<typeof createEvent>, 'client_id'> {
  return { ...inputOf(input), time_zone: zone };
}

/** An update with every field of the form: what the member removed is sent empty, or named in `remove_fields`. */
export function updateInputOf(event: PaddockEvent, input: EventInput): CallInput<typeof updateEvent> {
  const given = inputOf(input);
  const isMoved = (given.where ?? '') !== event.where;
  const remove_fields = removableEventFields.filter((name) =>
    name === 'where_geo' ? isMoved && event.geo !== undefined : event[name] !== undefined && given[name] === undefined,
  );
  return {
    id: event.id,
    ...{ where: '', desc: '', organizer_name: '', registration_url: '', image_urls: [], files: [] },
    ...given,
    time_zone: event.time_zone,
    ...(remove_fields.length > 0 && { remove_fields }),
  };
}

/** An event's fields as the form's controls hold them. */
export function enteredOf({ event, invited = [] }: CallReply<typeof readEvent>): Record<string, unknown> {
  const { end, organizer, group, capacity, color } = event;
  const loaded = (path: string, name: string, type: string, size: number, thumb?: string) => ({
    key: path,
    ...{ name, type, size, thumb, id: path },
    state: 'loaded' as const,
    percent: 99,
  });
  const person = ({ id, fullname, username, profile_image }: (typeof invited)[number]) => ({
    id,
    name: fullname,
    handle: username,
    src: profile_image,
  });
  return {
    title: event.title,
    when: event.when,
    where: event.where,
    desc: event.desc,
    color,
    organizer_name: event.organizer_name ?? '',
    registration_url: event.registration_url ?? '',
    invitation_only: event.invitation_only,
    invited: invited.map(person),
    image_urls: event.image_urls.map((path) => loaded(path, '', 'image', 0, path)),
    files: event.files.map(({ path, name, type, size, thumb_path }) => loaded(path, name, type, size, thumb_path)),
    ...(end !== undefined && { end }),
    ...(organizer && { organizer: [person(organizer)] }),
    ...(group && { group: group.id }),
    ...(capacity !== undefined && { capacity: String(capacity) }),
  };
}
