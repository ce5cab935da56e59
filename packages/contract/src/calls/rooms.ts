import { z } from 'zod';
import { clientId, defineCall, done, id, instant, instantInput } from '../core/call.js';
import { secret } from '../core/secret.js';
import { isWebAddress, optionalLine, requiredLine, spokenText } from '../core/speakable.js';
import { isTimeZone } from '../core/time-zones.js';
import { attachedFile } from './files.js';
import { relatedCards } from './groups.js';
import { booking, timeErrors } from './booking-fields.js';

/** Pictures of a room (specification B §3). */
export const maxRoomFiles = 6;
/** Rooms that a workplace can have. */
export const maxRooms = 1000;
/** A selection is held for this long after its last renewal, in ms. */
export const holdMs = 120_000;

/** A half hour of a room. Times are instants; the room's zone gives their clock. */
export const slot = z.object({
  from: instant,
  to: instant,
  /** The booking that has it, pending ones included: its id in {@link room}'s `bookings`. */
  booking: id.optional(),
  /** Another member selects it right now; `held` is when that ends. */
  held: instant.optional(),
});
export type Slot = z.output<typeof slot>;

/** A room (B §3). */
export const room = z.object({
  id,
  title: z.string(),
  desc: z.string(),
  capacity: z.number().int().optional(),
  equipment: z.string(),
  /** For admins and owners of the room's group, and for a member from 15 minutes before the start of their booking to its end. */
  door_code: z.string().optional(),
  /** A map link. */
  url: z.string(),
  city: z.string(),
  building: z.string(),
  price: z.string(),
  /** Hours: 0 never, -1 at any time, else the notice that is needed before the start. */
  cancellation_delay: z.number().int(),
  admin_confirmation_required: z.boolean(),
  /** Minutes after the start at which a booking without check-in is released; 0: no check-in. */
  check_in_minutes: z.number().int(),
  image_urls: z.array(z.string()),
  files: z.array(attachedFile),
  /** Its owners administer the bookings; with a group that the caller cannot see there is none. */
  group: id.optional(),
  time_zone: z.string(),
  /** Of the deployment, by the room's clock. */
  start_hour: z.number().int(),
  end_hour: z.number().int(),
  workplace: z.string(),
  /** Those of the requested day or period that hold slots. */
  bookings: z.array(booking),
  /** Workplace admins, unless `rooms_tab.disable_admin_edit`. */
  can_edit: z.boolean(),
  /** Confirms, rejects and cancels bookings: workplace admins and owners of the room's group. */
  can_decide: z.boolean(),
});
export type Room = z.output<typeof room>;

/** Of years whose days before and after can be written too. */
const day = z.iso
  .date({ error: 'INVALID_PATTERN' })
  .refine((date) => date > '1970' && date < '9000', 'INVALID_PATTERN');

const mapLink = z
  .string()
  .trim()
  .max(140, 'LENGTH_PATTERN')
  .refine((text) => text === '' || isWebAddress(text), {
    error: 'INVALID_PATTERN',
  })
  .optional();

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** The fields of the create and the update form, for both sides (B §5). */
export const roomForm = z.strictObject({
  title: requiredLine(140),
  desc: spokenText(250).optional(),
  capacity: wholeNumber(1, 100_000).optional(),
  equipment: optionalLine(140),
  door_code: optionalLine(40),
  url: mapLink,
  city: optionalLine(140),
  building: optionalLine(140),
  price: optionalLine(140),
  /** Hours; the form shows days, hours / 24. */
  cancellation_delay: wholeNumber(-1, 8760).optional(),
  admin_confirmation_required: z.boolean().optional(),
  check_in_minutes: wholeNumber(0, 120).optional(),
  /** An IANA name; by default the workplace's. It cannot change while the room has bookings to come (CONFLICT). */
  time_zone: z.string().refine(isTimeZone, 'INVALID_PATTERN').optional(),
  /** Addresses of uploads, or of pictures that the room has. */
  image_urls: z.array(z.string().max(500)).max(maxRoomFiles, 'TOO_MANY_FILES').optional(),
  group: id.optional(),
});
export type RoomForm = z.output<typeof roomForm>;

/** Optional fields that an update can remove. */
export const removableRoomFields = [
  ...(['desc', 'capacity', 'equipment', 'door_code', 'url', 'city', 'building', 'price'] as const),
  ...(['image_urls', 'group', 'time_zone', 'check_in_minutes'] as const),
] as const;
const removeFields = z.array(z.enum(removableRoomFields)).max(removableRoomFields.length);

const removeFieldsText = z
  .string()
  .max(1000)
  .transform((text, context) => {
    try {
      return removeFields.parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'INVALID_PATTERN', input: text });
      return z.NEVER;
    }
  });

/**
 * GET rooms (B §7): the rooms of the workplace by title. With `from` and `to`, only those in whose bookable day the period is, and
 * that are free all that time. `bookings`: the caller's own that end in the future, by start. A room's own `bookings` are empty here.
 */
export const readRooms = defineCall({
  name: 'rooms.list',
  method: 'GET',
  path: '/rooms',
  summary: 'The rooms of the workplace, and the own bookings',
  input: { from: instantInput.optional(), to: instantInput.optional() },
  reply: z.object({ rooms: z.array(room), bookings: z.array(booking), ...relatedCards }),
  permission: 'rooms.read',
  errors: ['FORBIDDEN'],
});

/** The slots of a day of all rooms, or of seven days from `day` on, for the view side by side. */
export const readRoomsWeek = defineCall({
  name: 'rooms.week',
  method: 'GET',
  path: '/rooms/week',
  summary: 'The bookings of all rooms in the seven days from a day on',
  input: { day: day.optional() },
  reply: z.object({ day: z.string(), rooms: z.array(room), ...relatedCards }),
  permission: 'rooms.read',
  errors: ['FORBIDDEN'],
});

/**
 * GET rooms/{id} (B §7). `day` is yyyy-mm-dd by the room's clock, by default today; `slots` are those of that day, each instant once, also
 * where the clocks change.
 */
export const readRoom = defineCall({
  name: 'rooms.read',
  method: 'GET',
  path: '/rooms/{id}',
  summary: 'A room with the slots of a day',
  input: { id, day: day.optional() },
  reply: z.object({ room, day: z.string(), today: z.string(), slots: z.array(slot), ...relatedCards }),
  permission: 'rooms.read',
  errors: ['ROOM_NOT_FOUND', 'FORBIDDEN'],
});

const writeErrors = [
  ...(['FORBIDDEN', 'GROUP_NOT_FOUND', 'TOO_MANY_FILES', 'INVALID_FILE', 'FILE_NOT_FOUND', 'CONFLICT'] as const),
] as const;

/** CONFLICT when the workplace has {@link maxRooms}. */
export const createRoom = defineCall({
  name: 'rooms.create',
  method: 'POST',
  path: '/rooms',
  summary: 'Add a room',
  input: { client_id: clientId, ...roomForm.shape },
  reply: z.object({ room }),
  permission: 'rooms.manage',
  errors: writeErrors,
  idempotent: true,
  aliases: { imageUrls: 'image_urls' },
});

/** Absent fields stay; `remove_fields` also as a JSON text (B §7). */
export const updateRoom = defineCall({
  name: 'rooms.update',
  method: 'PUT',
  path: '/rooms/{id}',
  summary: 'Change a room',
  input: { id, ...roomForm.partial().shape, remove_fields: removeFields.or(removeFieldsText).optional() },
  reply: z.object({ room }),
  permission: 'rooms.manage',
  errors: ['ROOM_NOT_FOUND', ...writeErrors],
  aliases: { imageUrls: 'image_urls' },
});

/** What {@link deleteRoom} would cancel: bookings that hold slots and end in the future. */
export const readRoomRemoval = defineCall({
  name: 'rooms.removal',
  method: 'GET',
  path: '/rooms/{id}/removal',
  summary: 'The bookings that the deletion of a room cancels',
  input: { id },
  reply: z.object({ bookings: z.number().int(), members: z.number().int() }),
  permission: 'rooms.manage',
  errors: ['ROOM_NOT_FOUND', 'FORBIDDEN'],
});

/** Cancels the bookings to come and notifies their owners. */
export const deleteRoom = defineCall({
  name: 'rooms.delete',
  method: 'DELETE',
  path: '/rooms/{id}',
  summary: 'Delete a room',
  input: { id },
  reply: done,
  permission: 'rooms.manage',
  errors: ['ROOM_NOT_FOUND', 'FORBIDDEN'],
});

/**
 * Holds a selection for {@link holdMs}; renewed by the same call, replaced by another selection. SLOT_TAKEN when it is booked or
 * held by another.
 */
export const holdSlots = defineCall({
  name: 'rooms.hold',
  method: 'PUT',
  path: '/rooms/{id}/hold',
  summary: 'Hold slots of a room while a booking is being written',
  input: { id, from: instantInput, to: instantInput },
  reply: z.object({ held: instant }),
  permission: 'rooms.book',
  errors: ['ROOM_NOT_FOUND', 'FORBIDDEN', ...timeErrors],
});

/** Without a hold nothing happens. */
export const releaseSlots = defineCall({
  name: 'rooms.release',
  method: 'DELETE',
  path: '/rooms/{id}/hold',
  summary: 'Release the own held slots of a room',
  input: { id },
  reply: done,
  permission: 'rooms.book',
  errors: ['ROOM_NOT_FOUND', 'FORBIDDEN'],
});

/** The signed address of a room's wall display, `path` below the hash; for workplace admins and owners of the room's group. */
export const readDisplayAddress = defineCall({
  name: 'rooms.display_address',
  method: 'GET',
  path: '/rooms/{id}/display_address',
  summary: 'The address of the wall display of a room',
  input: { id },
  reply: z.object({ address: z.string() }),
  permission: 'rooms.book',
  errors: ['ROOM_NOT_FOUND', 'FORBIDDEN'],
});

/** Makes the former address invalid and returns the new one. */
export const revokeDisplayAddress = defineCall({
  name: 'rooms.revoke_display_address',
  method: 'DELETE',
  path: '/rooms/{id}/display_address',
  summary: 'Make the address of a wall display invalid',
  input: { id },
  reply: z.object({ address: z.string() }),
  permission: 'rooms.book',
  errors: ['ROOM_NOT_FOUND', 'FORBIDDEN'],
});

/** A booking on the wall: no comment, and of the member only the name. */
const displayed = z.object({ from: instant, to: instant, name: z.string() });

/** By the signed address, without a session: changes nothing, and shows today only. */
export const readDisplay = defineCall({
  name: 'rooms.display',
  method: 'PUT',
  path: '/rooms/{id}/display',
  summary: 'What the wall display of a room shows',
  input: { id, display_token: secret(z.string().max(200)) },
  reply: z.object({
    title: z.string(),
    time_zone: z.string(),
    day: z.string(),
    check_in_minutes: z.number().int(),
    bookings: z.array(displayed),
    start: instant,
    end: instant,
  }),
  permission: 'rooms.by_link',
  errors: ['LINK_INVALID', 'ROOM_NOT_FOUND'],
});
