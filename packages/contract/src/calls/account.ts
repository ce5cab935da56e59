import { z } from 'zod';
import { clientId, defineCall, done, flag, id } from '../core/call.js';
import { loginPasswordMin, type Flags } from '../core/flags.js';
import type { SignupField } from '../core/form-fields.js';
import { oneWordLetter } from '../core/scripts.js';
import { emailAddress, knownAddressTest } from '../core/email-addresses.js';
import type { PatternRules } from '../core/patterns.js';
import { joinChoices, maxChoicesText } from '../core/profile-fields.js';
import { secret } from '../core/secret.js';
import { usernamePattern, usernameTest } from '../core/usernames.js';
import { isSpeakable, requiredInput } from '../core/speakable.js';
import { self } from './users.js';

/*
 * Field rules of specification A §5. An issue's message is the suffix of its field code (`REQUIRED` → `email_REQUIRED`),
 * see `fieldCodes`; the form and the service run the same schema.
 */

/** Two words, or one of at least two letters in a script whose names are written without spaces. */
const fullnamePattern = new RegExp(
  String.raw`^\s*(?:\S+(?:\s+\S+)+|${oneWordLetter}(?:[・·]?${oneWordLetter})+)\s*$`,
  'u',
);
/** A full name by the default pattern. Hangul may come in parts of syllables. */
export const isFullname = (name: string): boolean => fullnamePattern.test(name.normalize('NFC'));

/** A new password within the configured lengths. Spaces count; nothing is trimmed. */
export const newPassword = (flags: Pick<Flags, 'passwordMinLen' | 'passwordMaxLen'>) =>
  z
    .string({ error: 'REQUIRED' })
    .min(1, 'REQUIRED')
    .min(flags.passwordMinLen, 'LENGTH_PATTERN')
    .max(flags.passwordMaxLen, 'LENGTH_PATTERN');

/**
 * The login form: an e-mail, or 1 to 25 characters of letters, digits or underscore; a password from 3 characters. Also accepts
 * every name that the deployment's sign-up form accepts.
 */
export function loginForm(
  flags: Pick<Flags, 'login_password_max' | 'username_max' | 'username_pattern' | 'email_pattern'> & PatternRules,
) {
  const isAddress = knownAddressTest(flags);
  const isName = usernameTest(flags);
  return z.object({
    username_or_email: requiredInput(320).refine(
      (value) =>
        isAddress(value.toLowerCase()) ||
        ((usernamePattern.test(value) || isName(value)) && value.length <= Math.max(25, flags.username_max)),
      'INVALID_PATTERN',
    ),
    password: z
      .string({ error: 'REQUIRED' })
      .min(1, 'REQUIRED')
      .min(loginPasswordMin, 'LENGTH_PATTERN')
      .max(flags.login_password_max, 'LENGTH_PATTERN'),
  });
}

/** The value of an extra sign-up field: a text, or a list of texts for a field with several values. */
export type SignUpValue = string | string[];

/** Maximal number of choices of one extra field. */
const maxChoices = 50;

/**
 * An extra field of the sign-up form (A §5): a text, or a list of texts with `multiple`; empty is undefined. The service itself
 * checks choices that only it knows (workplaces, groups, items of a dynamic list), with `{field}_INVALID_PATTERN`.
 */
function extraField(field: SignupField): z.ZodType<SignUpValue | undefined> {
  const { type, options, last_option_is_text, mandatory, maxlength } = field;
  const isKnown = (value: string) => !options || last_option_is_text || options.includes(value);
  const text = z
    .string({ error: ({ input }) => (input === undefined ? 'REQUIRED' : 'INVALID_PATTERN') })
    .trim()
    .max(maxlength, 'LENGTH_PATTERN')
    .refine(isSpeakable, 'INVALID_PATTERN');
  if (takesSeveral(field)) {
    const isText = type === 'dropdown' || type === 'dynamic-list';
    const several = z
      .array(text.min(1, 'INVALID_PATTERN').refine(isKnown, 'INVALID_PATTERN'), { error: 'INVALID_PATTERN' })
      .max(maxChoices, 'LENGTH_PATTERN')
      .transform((values) => [...new Set(values)])
      .refine((values) => !isText || joinChoices(values).length <= maxChoicesText, 'LENGTH_PATTERN');
    const given = z.preprocess((value) => listOf(value), several);
    return mandatory
      ? given.refine((values) => values.length > 0, 'REQUIRED')
      : given.transform((values) => (values.length > 0 ? values : undefined));
  }
  if (mandatory) return text.min(1, 'REQUIRED').refine(isKnown, 'INVALID_PATTERN');
  return text
    .refine((value) => value === '' || isKnown(value), 'INVALID_PATTERN')
    .transform((value) => value || undefined)
    .optional();
}

/** Whether the value of an extra field is a list. Free text is always one text. */
export function takesSeveral({ type, multiple }: Pick<SignupField, 'type' | 'multiple'>): boolean {
  return multiple && type !== 'input';
}

/** Turns one text into a list of it, and an empty one into an empty list. */
function listOf(value: unknown): unknown {
  if (value === undefined || value === '') return [];
  return typeof value === 'string' ? [value] : value;
}

/** The sign-up form of a deployment: base fields, its own patterns, and its extra fields by name. */
export function signUpForm(
  flags: Pick<
    Flags,
    | 'email_pattern'
    | 'username_pattern'
    | 'username_max'
    | 'fullname_max'
    | 'passwordMinLen'
    | 'passwordMaxLen'
    | 'signup_fields'
  > &
    PatternRules,
) {
  const extras = Object.fromEntries(flags.signup_fields.map((field) => [field.name, extraField(field)]));
  return z.object({
    ...extras,
    email: emailAddress(flags, 'REQUIRED'),
    username: requiredInput(1000)
      .transform((value) => value.replaceAll(' ', '_'))
      .pipe(z.string().max(flags.username_max, 'LENGTH_PATTERN').refine(usernameTest(flags), 'INVALID_PATTERN')),
    password: newPassword(flags),
    fullname: requiredInput(flags.fullname_max)
      .overwrite((name) => name.replace(/\s+/g, ' '))
      .refine(isFullname, 'INVALID_PATTERN')
      .refine(isSpeakable, 'INVALID_PATTERN'),
  });
}

/** The change-password drawer of settings. */
export function changePasswordForm(flags: Pick<Flags, 'passwordMinLen' | 'passwordMaxLen'>) {
  const given = z.string({ error: 'MISSING_PASSWORD' }).min(1, 'MISSING_PASSWORD');
  const fresh = given
    .min(flags.passwordMinLen, 'password_LENGTH_PATTERN')
    .max(flags.passwordMaxLen, 'password_LENGTH_PATTERN');
  return z
    .object({ password: given, new_password: fresh, confirm_password: fresh })
    .refine((form) => form.new_password === form.confirm_password, {
      error: 'PASSWORDS_DONT_MATCH',
      path: ['confirm_password'],
    });
}

/** The form of the first super admin, whose address the link names. */
export const superAdminForm = (flags: Parameters<typeof signUpForm>[0]) =>
  signUpForm({ ...flags, signup_fields: [] }).pick({ fullname: true, username: true, password: true });

const session = z.object({ token: z.string(), user: self });

export const signUp = defineCall({
  name: 'account.sign_up',
  method: 'PUT',
  path: '/users',
  summary: 'Sign up',
  input: {
    client_id: clientId,
    email: z.string().max(1000, 'INVALID').optional(),
    username: z.string().max(1000, 'LENGTH_PATTERN').optional(),
    password: secret(z.string().max(1000, 'LENGTH_PATTERN')).optional(),
    fullname: z.string().max(1000, 'LENGTH_PATTERN').optional(),
    /** The address that {@link uploadSignUpImage} returned. */
    profile_image: z.string().max(500).optional(),
    /** The token of an invitation's link. An invalid or used one is ignored. */
    invitation_token: secret(z.string().max(200)).optional(),
    /** Values of the deployment's extra fields by name; the payload may also have them beside the base fields. */
    fields: z.record(z.string().max(40), z.union([z.string(), z.array(z.string()).max(1000)])).optional(),
  },
  reply: session,
  permission: 'account.enter',
  errors: ['USERNAME_NOT_AVAILABLE', 'FILE_NOT_FOUND', 'PASSWORD_KNOWN'],
  idempotent: true,
  extras: { into: 'fields', named: ({ signup_fields }) => signup_fields.map(({ name }) => name) },
});

/**
 * A picture for an account that does not exist yet: unowned until the sign-up claims it, within an hour. With a token the same
 * request is `uploadProfileImage`.
 */
export const uploadSignUpImage = defineCall({
  name: 'account.sign_up_image',
  method: 'POST',
  path: '/profile_images',
  summary: 'Upload a profile picture before signing up: jpg, jpeg, png or gif',
  input: {},
  reply: z.object({ thumb_path: z.string(), profile_image: z.string() }),
  permission: 'account.enter',
  errors: ['INVALID_FILE'],
  files: { field: 'file', maxBytes: 10_000_000 },
});

/** Groups that a `selected-groups` field of the sign-up form offers: visible ones that are open to all, by title. */
export const readSelectableGroups = defineCall({
  name: 'account.selectable_groups',
  method: 'GET',
  path: '/groups/selectable',
  summary: 'Groups that one may choose while signing up',
  /** The workplace; '' or absent is the default one. Not the common parameter: before sign-up the caller is in no workplace. */
  input: { place: z.string().max(40).optional() },
  reply: z.object({ groups: z.array(z.object({ id, title: z.string(), color: z.string() })) }),
  permission: 'account.enter',
  errors: ['FEATURE_DISABLED'],
});

export const login = defineCall({
  name: 'account.login',
  method: 'PUT',
  path: '/users/login',
  summary: 'Sign in with a user name or an e-mail address',
  input: {
    username_or_email: z.string().max(1000).optional(),
    password: secret(z.string().max(1000)).optional(),
    /** The second factor: six digits of the authenticator or a recovery code, required after a correct password. */
    code: secret(z.string().max(40)).optional(),
  },
  reply: session,
  permission: 'account.enter',
  errors: ['INVALID_CREDENTIALS', 'PASSWORD_KNOWN', 'SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_INVALID'],
});

/** The one plain GET that changes state (the decisions to the specification): only with an explicit token. */
export const logout = defineCall({
  name: 'account.logout',
  method: 'GET',
  path: '/users/logout',
  summary: 'End this session',
  input: {},
  reply: done,
  permission: 'account.leave',
});

export const readSelf = defineCall({
  name: 'account.me',
  method: 'GET',
  path: '/users/me',
  summary: 'The signed-in member',
  input: { verify_subscription: flag.optional() },
  reply: self,
  permission: 'account.read',
});

export const changePassword = defineCall({
  name: 'account.change_password',
  method: 'PUT',
  path: '/users/{id}',
  summary: 'Change the own password; all other sessions end',
  input: {
    id,
    /** Any value: its presence marks a change of password instead of settings. */
    verb: z.string().max(40),
    password: secret(z.string().max(1000)).optional(),
    new_password: secret(z.string().max(1000)).optional(),
    /** Optional: without it `new_password` counts as confirmed. */
    confirm_password: secret(z.string().max(1000)).optional(),
  },
  reply: done,
  permission: 'account.change_password',
  errors: ['FORBIDDEN', 'WRONG_PASSWORD', 'MISSING_PASSWORD', 'PASSWORDS_DONT_MATCH', 'PASSWORD_KNOWN'],
});
