import { z } from 'zod';
import { defineCall, id, instant } from '../core/call.js';
import { asciiDigits } from '../core/digits.js';
import type { Flags } from '../core/flags.js';
import { joinChoices, optionsOf, profileDefinitions, splitChoices, type ProfileField } from '../core/profile-fields.js';
import { testPattern, type PatternRules } from '../core/patterns.js';
import { cleanText, isSpeakable } from '../core/speakable.js';
import { usernameTest } from '../core/usernames.js';
import { isFullname } from './account.js';
import { emailAddress } from '../core/email-addresses.js';
import { profile } from './people.js';
import { userCard } from './users.js';

type ValueFlags = Pick<Flags, 'username_pattern' | 'email_pattern'> & PatternRules;
type Fault = 'LENGTH_PATTERN' | 'INVALID_PATTERN' | undefined;

/** Maximal number of choices of a field with `multiple`. */
const maxChoices = 50;

/**
 * The value of a profile field as it is stored: trimmed, '' for none (A §5, Profile field update). A field with `multiple` takes a
 * list too. The choices of a dynamic list are known to the service only.
 */
export function profileValue(field: ProfileField, flags: ValueFlags) {
  return z
    .union([z.string(), z.array(z.string()).max(maxChoices, 'LENGTH_PATTERN')], { error: 'INVALID_PATTERN' })
    .transform((value) => cleanValue(field, value))
    .superRefine((value, context) => {
      const message = faultOf(field, value, flags);
      if (message) context.addIssue({ code: 'custom', message });
    });
}

/** The form of one field; an optional one may be omitted. */
export function profileFieldForm(field: ProfileField, flags: ValueFlags) {
  const value = profileValue(field, flags);
  return z.object({ [field.name]: field.mandatory ? value : value.optional() });
}

function cleanValue({ name, type, multiple, textarea }: ProfileField, value: string | readonly string[]): string {
  if (typeof value !== 'string') return multiple ? joinChoices([...new Set(value.flatMap(splitChoices))]) : '\u0000';
  if (multiple) return joinChoices([...new Set(splitChoices(value))]);
  if (name === 'username') return value.trim().replaceAll(' ', '_');
  if (name === 'fullname') return value.trim().replace(/\s+/g, ' ');
  if (type === 'text' && textarea) return cleanText(value).trim();
  if (type === 'email') return value.trim().toLowerCase();
  if (type === 'url') return withScheme(value.trim());
  if (type === 'tel') return asciiDigits(value.trim());
  return value.trim();
}

/** Completes `halden.example`, as members type it. A text with any scheme stays as it is. */
const withScheme = (text: string): string =>
  /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#]\S*)?$/u.test(text) ? `https://${text}` : text;

function faultOf(field: ProfileField, value: string, flags: ValueFlags): Fault {
  const { matches = testPattern } = flags;
  const { name, type, pattern, mandatory, maxlength, textarea } = field;
  // Before the pattern, whose time depends on the length.
  if (value.length > maxlength) return 'LENGTH_PATTERN';
  if (mandatory && value === '') return 'INVALID_PATTERN';
  if (pattern !== undefined && !matches(pattern, value)) return 'INVALID_PATTERN';
  if (value === '') return undefined;
  if (!(textarea && type === 'text') && !isSpeakable(value)) return 'INVALID_PATTERN';
  if (name === 'username' && !usernameTest(flags)(value)) return 'INVALID_PATTERN';
  if (name === 'fullname' && pattern === undefined && !isFullname(value)) return 'INVALID_PATTERN';
  return isOfType(field, value, flags) ? undefined : 'INVALID_PATTERN';
}

function isOfType(field: ProfileField, value: string, flags: ValueFlags): boolean {
  const { type, range, multiple, last_option_is_text } = field;
  switch (type) {
    case 'url':
      return isWebPage(value);
    case 'tel':
      return /^\+?[\d\s()./*#-]+$/.test(value) && (value.match(/\d/g) ?? []).length >= 3;
    case 'email':
      return emailAddress(flags, 'INVALID').safeParse(value).success;
    case 'date':
      return isDay(value) && isWithin(Number(value.slice(0, 4)), range);
    case 'dropdown': {
      if (last_option_is_text) return true;
      const options = optionsOf(field);
      return (multiple ? splitChoices(value) : [value]).every((choice) => options.includes(choice));
    }
    case 'text':
      return (
        range === undefined || (/^-?\d+([.,]\d+)?$/.test(value) && isWithin(Number(value.replace(',', '.')), range))
      );
    case 'map':
    case 'dynamic-list':
      return true;
  }
}

/** A web page without credentials, which could be mistaken for the host. */
function isWebPage(text: string): boolean {
  const url = /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && url.username === '' && url.password === '' && url.hostname !== '';
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const isWithin = (value: number, [from, to]: readonly [number, number] = [-Infinity, Infinity]) =>
  value >= Math.min(from, to) && value <= Math.max(from, to);

/** The names under which a profile's values travel. */
export const profileFieldNames = (flags: Parameters<typeof profileDefinitions>[0]): string[] =>
  profileDefinitions(flags).map(({ name }) => name);

/**
 * PUT users/{id} with `{field: value}` (A §7): the fields may travel beside `id` or in `fields`. Nothing is stored unless every value
 * is valid. Own fields, and those of other members for workplace admins (A §6).
 */
export const updateProfile = defineCall({
  name: 'people.update_profile',
  method: 'PUT',
  path: '/users/{id}',
  summary: 'Change fields of a profile',
  input: {
    id,
    fields: z
      .record(z.string().max(40), z.union([z.string().max(20_000), z.array(z.string().max(1000)).max(1000)]))
      .refine((fields) => Object.keys(fields).length <= 100),
  },
  /** The member's card, and the stored values of the named fields. */
  reply: userCard.extend({ fields: z.record(z.string(), z.string()) }),
  permission: 'people.edit',
  extras: { into: 'fields', named: profileFieldNames },
  /** FORBIDDEN: another member's profile, a read-only field, or the address, which has calls of its own. */
  errors: ['USER_NOT_FOUND', 'FORBIDDEN', 'USERNAME_NOT_AVAILABLE'],
});

/** PUT users/{id}/profile_image (A §7). The client crops the picture to a square. */
export const replaceProfileImage = defineCall({
  name: 'people.profile_image',
  method: 'PUT',
  path: '/users/{id}/profile_image',
  summary: 'Replace the picture of a profile: jpg, jpeg, png or gif',
  input: { id },
  reply: z.object({ profile_image: z.string(), thumb_path: z.string() }),
  permission: 'people.edit',
  errors: ['INVALID_FILE', 'USER_NOT_FOUND', 'FORBIDDEN'],
  files: { field: 'file', maxBytes: 20_000_000 },
});

/** What a member did: a shout, with its text, or the sign-up. A client skips unknown kinds. */
export const activity = z.object({
  kind: z.enum(['shout', 'joined']),
  /** The shout's, or the member's. */
  id,
  text: z.string().optional(),
  created: instant,
});
export type Activity = z.output<typeof activity>;

/** GET users/{id}/activities (A §7): what the caller may see of it. */
export const readActivities = defineCall({
  name: 'people.activities',
  method: 'GET',
  path: '/users/{id}/activities',
  summary: 'What a member did lately, newest first',
  input: { id, count: z.coerce.number().int().min(1).max(50).default(10) },
  reply: z.object({ activities: z.array(activity) }),
  permission: 'people.profile',
  errors: ['USER_NOT_FOUND'],
});

/** A member does not see or message those whom they blocked, nor the other way round. Admins cannot be blocked (A §6). */
export const blockMember = defineCall({
  name: 'people.block',
  method: 'PUT',
  path: '/users/{id}/block',
  summary: 'Block a member',
  input: { id },
  reply: profile,
  permission: 'people.block',
  /** FORBIDDEN: oneself, or an admin. */
  errors: ['USER_NOT_FOUND', 'FORBIDDEN'],
});

export const unblockMember = defineCall({
  name: 'people.unblock',
  method: 'PUT',
  path: '/users/{id}/unblock',
  summary: 'Unblock a member',
  input: { id },
  /** Only the id of a member whom the caller no longer sees; the rest is empty. */
  reply: profile,
  permission: 'people.block',
  errors: ['USER_NOT_FOUND'],
});

/** Roles that admins grant in the app. */
export const grantableRoles = ['admin', 'workplace_admin'] as const;
export type GrantableRole = (typeof grantableRoles)[number];

/** GET users/admins: the super admins, then the admins of this workplace. */
export const readAdmins = defineCall({
  name: 'people.admins',
  method: 'GET',
  path: '/users/admins',
  summary: 'The admins of the workplace and the super admins',
  input: {},
  reply: z.object({ users: z.array(userCard.extend({ admin: z.boolean(), workplace_admin: z.boolean() })) }),
  permission: 'people.roles',
});

/** Workplace admins grant `workplace_admin` in their workplace, super admins also the admin flag (decisions, Names and calls). */
export const setRole = defineCall({
  name: 'people.set_role',
  method: 'PUT',
  path: '/users/{id}/role',
  summary: 'Grant a role to a member, or take it away',
  input: { id, role: z.enum(grantableRoles), granted: z.boolean() },
  reply: profile,
  permission: 'people.roles',
  /** LAST_ADMIN: no other would remain. */
  errors: ['USER_NOT_FOUND', 'FORBIDDEN', 'LAST_ADMIN'],
});
