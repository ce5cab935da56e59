import type { Flags } from './flags.js';
import type { SignupField } from './form-fields.js';

/** Fields with a property of their own in a card, row or profile (A §3); a deployment's other fields are custom ones. */
export const standardProfileFields = [
  'username',
  'fullname',
  'email',
  'company',
  'description',
  'job',
  'tags',
  'user_type',
  'url',
  'phone',
] as const;

/** The definition of a profile field. */
export type ProfileField = Flags['profile_fields'][number];

const plain = {
  type: 'text' as const,
  maxlength: 999,
  mandatory: false,
  read_only: false,
  textarea: false,
  multiple: false,
  last_option_is_text: false,
};

/** The length of a field's choices together, in the profile and in the sign-up form. */
export const maxChoicesText = plain.maxlength;

/** Standard fields as they are without a definition of the deployment (A §5, Profile limits). */
const standard: readonly ProfileField[] = [
  { ...plain, name: 'fullname', mandatory: true },
  { ...plain, name: 'username', mandatory: true },
  { ...plain, name: 'description', textarea: true },
  { ...plain, name: 'company', maxlength: 140 },
  { ...plain, name: 'job' },
  { ...plain, name: 'user_type', read_only: true },
  { ...plain, name: 'email', type: 'email' },
  { ...plain, name: 'phone', type: 'tel' },
  { ...plain, name: 'url', type: 'url' },
  { ...plain, name: 'tags' },
];
const maxPhone = 140;
const signUpTypes = { input: 'text', dropdown: 'dropdown', 'dynamic-list': 'dynamic-list' } as const;

type FieldFlags = Pick<Flags, 'profile_fields' | 'signup_fields' | 'username_max' | 'fullname_max' | 'rooms_tab'>;

/**
 * The definitions of all fields of a profile, each once: the deployment's own; a field of its sign-up form that it does not define
 * has the form's rules, a standard field its default. The form lifts no lock of a standard field.
 */
export function profileDefinitions(flags: FieldFlags): ProfileField[] {
  const byName = new Map(standard.map((field) => [field.name, field]));
  for (const field of flags.signup_fields.flatMap(ofSignUp)) {
    const read_only = byName.get(field.name)?.read_only ?? false;
    byName.set(field.name, { ...field, read_only });
  }
  for (const field of flags.profile_fields) byName.set(field.name, field);
  return [...byName.values()].map((field) => bounded(field, flags));
}

function ofSignUp({ name, type, message, ...rules }: SignupField): ProfileField[] {
  if (type === 'workplaces' || type === 'selected-groups') return [];
  const isSeveral = rules.multiple && type !== 'input';
  // In the sign-up form, `maxlength` limits each choice, not the joined text.
  const maxlength = isSeveral ? maxChoicesText : rules.maxlength;
  return [{ ...plain, ...rules, maxlength, name, type: signUpTypes[type], multiple: isSeveral }];
}

/** The limits that no definition lifts. Members do not change a field that gives access. */
function bounded(field: ProfileField, { username_max, fullname_max, rooms_tab }: FieldFlags): ProfileField {
  const limit = { username: username_max, fullname: fullname_max, phone: maxPhone }[field.name];
  const isName = field.name === 'username' || field.name === 'fullname';
  const maxlength = Math.min(field.maxlength, limit ?? field.maxlength);
  const read_only = field.read_only || Object.hasOwn(rooms_tab.limited_access ?? {}, field.name);
  return {
    ...field,
    maxlength,
    read_only,
    ...(isName && { mandatory: true, multiple: false, textarea: false, type: 'text' }),
  };
}

/** The most options that a range makes. */
const maxRange = 1000;

/** The options of a dropdown: its own, or the whole numbers of its range. */
export function optionsOf({ options, range }: Pick<ProfileField, 'options' | 'range'>): readonly string[] {
  if (options) return options;
  if (!range) return [];
  const [from, to] = [Math.ceil(range[0]), Math.floor(range[1])];
  const size = Math.min(maxRange, Math.abs(to - from) + 1);
  return Array.from({ length: size }, (_, index) => String(from <= to ? from + index : from - index));
}

/** Joins the choices of a field with `multiple`; its value is one text. */
export const joinChoices = (choices: readonly string[]): string => choices.join(', ');
export const splitChoices = (value: string): string[] =>
  value
    .split(',')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '');
