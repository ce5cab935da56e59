import { eventForm, maxEventFiles, maxPlaces } from '@paddock/contract/calls/events';
import { eventDatesCode } from '@paddock/contract/core/event-times';
import { uploadFile } from '@paddock/contract/calls/files';
import { searchPeople } from '@paddock/contract/calls/people';
import { serverNow } from '@paddock/mfe-kit/clock';
import { defineForm, type FailedRead, switchName } from '@paddock/mfe-kit/form';
import type { Text } from '@paddock/mfe-kit/kit-context';
import type { RecurrenceScope } from '@paddock/contract/core/recurrence';
import { z } from 'zod';
import { type MovedCopy, ruleStart, wallTimesOf } from './recurrence/moved-copy';
import { isNumber } from './recurrence/rule-input';
import { weekdayOf } from './recurrence/rule-words';
import { hourAfter } from './default-start';
import { timesOf } from './entered-times';
import { positionOf } from './position';
import { daysId, recurrenceFields } from './recurrence-fields';

const maxCount = 999;
const maxInterval = 99;

export interface FormGroup {
  id: string;
  title: string;
  color?: string;
  icon?: string;
}

/** What the screen knows before the form opens. */
export interface FormContext {
  /** The groups to choose from; undefined while they load, the failed query after an error. */
  groups: readonly FormGroup[] | FailedRead | undefined;
  /** The zones to choose from. */
  zones: readonly { id: string; label: string }[];
  locale: string;
  /** Which copies of a recurring event the form changes; undefined for an event on its own. */
  scope?: RecurrenceScope | undefined;
  /** A rule that the form cannot show. */
  kept?: string | undefined;
  moved?: MovedCopy | undefined;
  /** The member who is asked to organise the event. */
  asked?: string | undefined;
  /** Whether the event was restricted to a group when the form opened. */
  inGroup: boolean;
}

const areRead = (groups: FormContext['groups']): groups is readonly FormGroup[] => Array.isArray(groups);

const wholeNumber = (max: number) =>
  z
    .string()
    .refine((text) => isNumber(text, max), 'INVALID_PATTERN')
    .optional();

/** The contract's form, as its controls fill it: places as text, and blanks for what a member removes. */
const eventFormSchema = eventForm
  .omit({ when: true, all_day: true, capacity: true, group: true, organizer: true, recurrence: true, where_geo: true })
  .extend({
    /** Of an event with times. */
    when: eventForm.shape.when.optional(),
    /** Of one that takes whole days. */
    first_day: z.string().optional(),
    last_day: z.string().optional(),
    position: z
      .string()
      .refine((text) => text.trim() === '' || positionOf(text) !== undefined, 'INVALID_PATTERN')
      .optional(),
    repeats: z.string().optional(),
    interval: wholeNumber(maxInterval),
    freq: z.string().optional(),
    days: z.array(z.string()).optional(),
    monthly: z.string().optional(),
    ends: z.string().optional(),
    until: z.string().optional(),
    count: wholeNumber(maxCount),
    capacity: z
      .string()
      .refine((text) => text.trim() === '' || isNumber(text, maxPlaces), 'INVALID_PATTERN')
      .optional(),
    group: z.string().optional(),
    organizer: z.union([z.string(), z.array(z.never())]).optional(),
  });

type EventFormOutput = z.output<typeof eventFormSchema>;

/** The rules that concern several fields, also while other fields are faulty. `now` is 0 when the service decides what is past. */
function refineEventForm(now: () => number, moved?: MovedCopy) {
  const codeOf = (form: EventFormOutput, isOfDays: boolean) => {
    const times = timesOf(form);
    return times.when === '' || times.all_day !== isOfDays ? undefined : eventDatesCode(times, now());
  };
  const at = (field: keyof EventFormOutput, error: string) => ({
    path: [field],
    error,
    when: ({ value }: { value: unknown }) => timesOf(value as Partial<EventFormOutput>).when !== '',
  });
  const startOf = (form: Partial<EventFormOutput>) => ruleStart(wallTimesOf(timesOf(form)), moved);
  const count = ({ image_urls = [], files = [] }: EventFormOutput) => image_urls.length + files.length;
  return eventFormSchema
    .refine((form) => codeOf(form, false) !== 'INVALID_START_DATE', at('when', 'INVALID_START_DATE'))
    .refine((form) => codeOf(form, false) !== 'INVALID_END_DATE', at('end', 'INVALID_END_DATE'))
    .refine((form) => codeOf(form, true) !== 'INVALID_START_DATE', at('first_day', 'INVALID_START_DATE'))
    .refine((form) => codeOf(form, true) !== 'INVALID_END_DATE', at('last_day', 'INVALID_END_DATE'))
    .refine((form) => count(form) <= maxEventFiles, at('files', 'TOO_MANY_FILES'))
    .refine((form) => hasStartDay(form, startOf(form)), at('days', 'INVALID_RECURRENCE'))
    .refine(
      ({ until, ...form }) => until === undefined || until >= startOf(form).slice(0, 10),
      at('until', 'INVALID_END_DATE'),
    );
}

/** The first copy is on one of the days. */
function hasStartDay({ repeats, freq, days = [] }: EventFormOutput, wall: string): boolean {
  const isChosen = repeats === 'custom' && freq === 'WEEKLY' && days.length > 0;
  return !isChosen || days.includes(weekdayOf(wall));
}

type Fields = Parameters<typeof defineForm<typeof eventFormSchema, FormContext>>[0]['fields'];

const isTimed = (form: Readonly<Record<string, unknown>>) => form[switchName({ id: daysId })] !== true;
const zoneOf = ({ time_zone }: Readonly<Record<string, unknown>>) => String(time_zone);

/** When the event is, and how it repeats. */
const timeFields = (t: Text, context: FormContext): ReturnType<Fields> => [
  {
    type: 'optional',
    id: daysId,
    label: t('form.all_day'),
    fields: [
      {
        type: 'date-time-picker',
        name: 'first_day',
        label: t('form.first_day'),
        dateOnly: true,
        required: true,
        codes: { INVALID_START_DATE: t('form.day_past') },
      },
      {
        type: 'date-time-picker',
        name: 'last_day',
        label: t('form.last_day'),
        dateOnly: true,
        follows: 'first_day',
        required: true,
        codes: { INVALID_END_DATE: t('form.last_day_wrong') },
      },
    ],
    opens: ({ when, end }) => ({
      first_day: String(when ?? '').slice(0, 10),
      last_day: String(end || when || '').slice(0, 10),
    }),
  },
  {
    type: 'date-time-picker',
    name: 'when',
    label: t('form.when'),
    zone: zoneOf,
    required: true,
    codes: { INVALID_START_DATE: t('form.start_past') },
    when: isTimed,
  },
  {
    type: 'optional',
    id: 'end',
    label: t('form.set_end'),
    when: isTimed,
    fields: [
      {
        type: 'date-time-picker',
        name: 'end',
        label: t('form.end'),
        zone: zoneOf,
        follows: 'when',
        required: true,
        codes: { INVALID_END_DATE: t('form.end_wrong') },
      },
    ],
    opens: ({ when }) => ({ end: hourAfter(String(when)) }),
  },
  { type: 'dropdown', name: 'time_zone', label: t('place.zone'), options: context.zones },
  ...recurrenceFields(t, context),
];

const fields: Fields = (t, _session, context) => [
  { type: 'input', name: 'title', label: t('form.title'), max: 140 },
  ...timeFields(t, context),
  { type: 'input', name: 'where', label: t('form.where'), max: 250 },
  {
    type: 'optional',
    id: 'at',
    label: t('place.set_position'),
    fields: [
      {
        type: 'input',
        name: 'position',
        label: t('place.position'),
        help: t('place.position_help'),
        autoCapitalize: 'none',
        codes: { INVALID_PATTERN: t('place.position_wrong') },
      },
    ],
  },
  { type: 'textarea', name: 'desc', label: t('form.desc'), max: 5000 },
  {
    type: 'select-group',
    name: 'group',
    label: t('form.group'),
    groups:
      context.inGroup && areRead(context.groups)
        ? [{ id: '', title: t('form.everybody') }, ...context.groups]
        : context.groups,
    placeholder: t('form.everybody'),
    when: () => !areRead(context.groups) || context.groups.length > 0,
  },
  { type: 'checkbox', name: 'invitation_only', label: t('form.invitation_only'), help: t('form.invitation_help') },
  {
    type: 'username-autocompletion',
    name: 'invited',
    label: t('form.invited'),
    search: searchPeople,
    when: ({ invitation_only }) => invitation_only === true,
  },
  {
    type: 'username-autocompletion',
    name: 'organizer',
    label: t('form.organizer'),
    help: context.asked === undefined ? t('organizer.help') : t('organizer.asked', { name: context.asked }),
    search: searchPeople,
    single: true,
    codes: { USER_NOT_FOUND: t('organizer.cannot_see') },
  },
  {
    type: 'input',
    name: 'organizer_name',
    label: t('form.organizer_name'),
    help: t('form.organizer_name_help'),
    max: 140,
    // The name of an organizer who is not a member stays until the asked member accepts.
    when: ({ organizer }) => context.asked !== undefined || !Array.isArray(organizer) || organizer.length === 0,
  },
  { type: 'input', name: 'capacity', label: t('form.capacity'), help: t('form.capacity_help'), inputType: 'number' },
  {
    type: 'input',
    name: 'registration_url',
    label: t('form.registration_url'),
    inputType: 'url',
    autoCapitalize: 'none',
    codes: { INVALID_PATTERN: t('form.not_an_address') },
  },
  {
    type: 'upload-secure-file',
    name: 'image_urls',
    label: t('form.pictures'),
    upload: uploadFile,
    images: true,
    address: true,
    max: maxEventFiles,
  },
  {
    type: 'upload-secure-file',
    name: 'files',
    label: t('form.files'),
    upload: uploadFile,
    address: true,
    max: maxEventFiles,
  },
  { type: 'color', name: 'color', label: t('form.color') },
];

export const createEventForm = defineForm<typeof eventFormSchema, FormContext>({
  id: 'create-event',
  schema: () => refineEventForm(serverNow),
  fields,
  submit: (t) => t('form.create'),
});

/** The form of an event; of a moved copy, its rule counts from the copy's place. */
export const updateEventForm = (moved: MovedCopy | undefined) =>
  defineForm<typeof eventFormSchema, FormContext>({
    id: 'update-event',
    schema: () => refineEventForm(() => 0, moved),
    fields,
    submit: (t) => t('form.save'),
  });

export type EventInput = z.input<typeof eventFormSchema>;
