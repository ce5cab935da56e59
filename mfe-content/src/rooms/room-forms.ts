import { uploadFile } from '@paddock/contract/calls/files';
import { maxRoomFiles, removableRoomFields, type Room, roomForm } from '@paddock/contract/calls/rooms';
import { defineForm, loadedFile, type FailedRead } from '@paddock/mfe-kit/form';
import { z } from 'zod';

const hoursADay = 24;
const maxDays = 365;

const hoursOf = (days: number) => Math.round(days * hoursADay);

/** When a booking can be cancelled; `notice` with a number of days. */
const cancellations = ['always', 'notice', 'never'] as const;
type Cancellation = (typeof cancellations)[number];

/** The contract's form with the notice in days (specification B §3). */
const roomFormSchema = roomForm.omit({ cancellation_delay: true }).extend({
  cancellation: z.enum(cancellations),
  /** Days; a part of a day is a number of hours, to two digits: 0.08 are two hours. */
  days: z.coerce
    .number()
    .max(maxDays, 'INVALID_PATTERN')
    .refine((days) => hoursOf(days) >= 1 && Math.abs(hoursOf(days) - days * hoursADay) < 0.13, 'INVALID_PATTERN')
    .optional(),
});
type Schema = typeof roomFormSchema;
export type EnteredRoom = z.input<Schema>;

interface GroupChoice {
  id: string;
  title: string;
  color?: string;
  icon?: string;
}

export interface RoomFormContext {
  /** Undefined while they load, the failed query after an error. */
  groups: readonly GroupChoice[] | FailedRead | undefined;
  zones: readonly { id: string; label: string }[];
}

const areRead = (groups: RoomFormContext['groups']): groups is readonly GroupChoice[] => Array.isArray(groups);

const checkIns = [0, 5, 10, 15, 30, 60] as const;

const fields: Parameters<typeof defineForm<Schema, RoomFormContext>>[0]['fields'] = (t, _session, given) => {
  const none = { id: '', title: t('room_form.no_group') };
  const { groups } = given;
  return [
    { type: 'input', name: 'title', label: t('room_form.title'), max: 140 },
    { type: 'textarea', name: 'desc', label: t('room_form.desc'), max: 250 },
    {
      type: 'upload-secure-file',
      name: 'image_urls',
      label: t('room_form.pictures'),
      upload: uploadFile,
      images: true,
      address: true,
      max: maxRoomFiles,
    },
    { type: 'input', name: 'capacity', label: t('room_form.capacity'), inputType: 'number' },
    { type: 'input', name: 'equipment', label: t('room_form.equipment'), max: 140 },
    { type: 'input', name: 'price', label: t('room_form.price'), max: 140 },
    { type: 'header', label: t('room_form.place') },
    { type: 'input', name: 'city', label: t('room_form.city'), max: 140 },
    { type: 'input', name: 'building', label: t('room_form.building'), max: 140 },
    {
      ...{ type: 'input', name: 'url', label: t('room_form.map'), max: 140, inputType: 'url', autoCapitalize: 'none' },
      codes: { INVALID_PATTERN: t('room_form.not_an_address') },
    },
    { type: 'dropdown', name: 'time_zone', label: t('room_form.zone'), options: given.zones },
    { type: 'input', name: 'door_code', label: t('room_form.door_code'), help: t('room_form.door_help'), max: 40 },
    { type: 'header', label: t('room_form.rules') },
    {
      type: 'checkbox',
      name: 'admin_confirmation_required',
      label: t('room_form.approval'),
      help: t('room_form.approval_help'),
    },
    {
      type: 'select-group',
      name: 'group',
      label: t('room_form.group'),
      help: t('room_form.group_help'),
      groups: areRead(groups) ? [none, ...groups] : groups,
    },
    {
      type: 'dropdown',
      name: 'cancellation',
      label: t('room_form.cancellation'),
      options: cancellations.map((id) => ({ id, label: t(`room_form.cancel_${id}`) })),
    },
    {
      ...{ type: 'input', name: 'days', label: t('room_form.days'), inputType: 'number', required: true },
      codes: { INVALID_PATTERN: t('room_form.days_invalid', { max: maxDays }) },
      when: ({ cancellation }) => cancellation === 'notice',
    },
    {
      type: 'dropdown',
      name: 'check_in_minutes',
      label: t('room_form.check_in'),
      help: t('room_form.check_in_help'),
      options: checkIns.map((minutes) => ({
        id: String(minutes),
        label: minutes === 0 ? t('room_form.no_check_in') : t('room_form.minutes', { count: minutes }),
      })),
    },
  ];
};

export const createRoomForm = defineForm<Schema, RoomFormContext>({
  id: 'create-room',
  schema: () => roomFormSchema,
  fields,
  submit: (t) => t('room_form.create'),
});

export const updateRoomForm = defineForm<Schema, RoomFormContext>({
  id: 'update-room',
  schema: () => roomFormSchema,
  fields,
  submit: (t) => t('room_form.save'),
});

/** What the create form starts with. */
export const newRoom = (time_zone: string) => ({ cancellation: 'always', check_in_minutes: '0', time_zone });

/** A room's fields as the form's controls hold them. */
export function roomFormValues(room: Room): Record<string, unknown> {
  const { title, desc, capacity, equipment, door_code, url, city, building, price, time_zone, group, files } = room;
  const { cancellation_delay: hours, check_in_minutes, admin_confirmation_required } = room;
  const cancellation: Cancellation = hours === 0 ? 'never' : hours < 0 ? 'always' : 'notice';
  return {
    ...{ title, desc, equipment, url, city, building, price, time_zone, cancellation, admin_confirmation_required },
    ...{ capacity: capacity === undefined ? '' : String(capacity), door_code: door_code ?? '', group: group ?? '' },
    ...{
      days: hours > 0 ? String(Number((hours / hoursADay).toFixed(2))) : '',
      check_in_minutes: String(check_in_minutes),
    },
    image_urls: files.map(loadedFile),
  };
}

/** The call's fields of a form: the notice in hours, and no empty ones. */
export function fieldsOf({ cancellation, days, ...form }: EnteredRoom) {
  const delays: Record<Cancellation, number> = { never: 0, always: -1, notice: hoursOf(Number(days)) };
  const filled = Object.entries(form).filter(([, value]) => value !== undefined && value !== '');
  return {
    ...(Object.fromEntries(filled) as Omit<EnteredRoom, 'cancellation' | 'days'>),
    cancellation_delay: delays[cancellation],
  };
}

/** Optional fields that the room has and the form no longer has. */
export function removedFields(room: Room, form: EnteredRoom) {
  const given = fieldsOf(form);
  const isEmpty = (value: unknown) =>
    value === undefined || value === '' || value === 0 || (Array.isArray(value) && !value.length);
  return removableRoomFields.filter((name) => !isEmpty(room[name]) && isEmpty(given[name]));
}
