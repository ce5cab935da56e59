import { z } from 'zod';
import { clientId, defineCall, done, id } from './call.js';
import type { Flags } from './flags.js';
import { self } from './users.js';

/*
 * Field rules of specification A §5. An issue's message is the suffix of its field code (`REQUIRED` → `email_REQUIRED`),
 * see `fieldCodes`; the form and the service run the same schema.
 */

/** Local part up to 64 characters, a domain with a top-level part of 2 to 63 letters. */
export const emailPattern = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)*\.[a-z]{2,63}$/i;
/** At least two non-space words. */
export const fullnamePattern = /^\s*\S+(\s+\S+)+\s*$/;
const usernamePattern = /^\w+$/;

const required = (max: number) => z.string({ error: 'REQUIRED' }).trim().min(1, 'REQUIRED').max(max, 'LENGTH_PATTERN');

export const emailField = required(320).toLowerCase().regex(emailPattern, 'INVALID');

/** An e-mail address, lowercased, by the deployment's own pattern where it has one. `empty` is the suffix for none at all. */
export function emailAddress({ email_pattern }: Pick<Flags, 'email_pattern'>, empty: 'REQUIRED' | 'INVALID') {
  return z
    .string({ error: empty })
    .trim()
    .min(1, empty)
    .max(320, 'INVALID')
    .toLowerCase()
    .regex(email_pattern ? new RegExp(email_pattern, 'u') : emailPattern, 'INVALID');
}

/** A new password within the configured bounds. Spaces count, nothing is trimmed. */
export const newPassword = (flags: Pick<Flags, 'passwordMinLen' | 'passwordMaxLen'>) =>
  z
    .string({ error: 'REQUIRED' })
    .min(1, 'REQUIRED')
    .min(flags.passwordMinLen, 'LENGTH_PATTERN')
    .max(flags.passwordMaxLen, 'LENGTH_PATTERN');

/** The login form: an e-mail, or 1 to 25 characters of letters, digits or underscore; a password from 3 characters. */
export function loginForm(flags: Pick<Flags, 'login_password_max' | 'username_max'>) {
  return z.object({
    username_or_email: required(320).refine(
      (value) =>
        emailPattern.test(value) || (usernamePattern.test(value) && value.length <= Math.max(25, flags.username_max)),
      'INVALID_PATTERN',
    ),
    password: z
      .string({ error: 'REQUIRED' })
      .min(1, 'REQUIRED')
      .min(3, 'LENGTH_PATTERN')
      .max(flags.login_password_max, 'LENGTH_PATTERN'),
  });
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
  >,
) {
  const extras: Record<string, z.ZodType> = {};
  for (const field of flags.signup_fields) {
    const known = (value: string) => !field.options || field.last_option_is_text || field.options.includes(value);
    const value = required(field.maxlength).refine(known, 'INVALID_PATTERN');
    extras[field.name] = field.mandatory
      ? value
      : z.union([z.literal('').transform(() => undefined), value]).optional();
  }
  return z.object({
    email: emailAddress(flags, 'REQUIRED'),
    username: required(1000)
      .transform((value) => value.replaceAll(' ', '_'))
      .pipe(
        z
          .string()
          .max(flags.username_max, 'LENGTH_PATTERN')
          .regex(flags.username_pattern ? new RegExp(flags.username_pattern, 'u') : usernamePattern, 'INVALID_PATTERN'),
      ),
    password: newPassword(flags),
    fullname: required(flags.fullname_max).regex(fullnamePattern, 'INVALID_PATTERN'),
    ...extras,
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

const session = z.object({ token: z.string(), user: self });

export const signUp = defineCall({
  name: 'account.sign_up',
  method: 'PUT',
  path: '/users',
  summary: 'Sign up',
  input: {
    client_id: clientId,
    email: z.string().max(1000).optional(),
    username: z.string().max(1000).optional(),
    password: z.string().max(1000).optional(),
    fullname: z.string().max(1000).optional(),
    profile_image: z.string().max(500).optional(),
    /** Values of the deployment's extra fields by name. */
    fields: z.record(z.string().max(40), z.string().max(1000)).optional(),
  },
  reply: session,
  permission: 'account.enter',
  errors: ['USERNAME_NOT_AVAILABLE', 'EMAIL_NOT_AVAILABLE'],
  idempotent: true,
});

export const login = defineCall({
  name: 'account.login',
  method: 'PUT',
  path: '/users/login',
  summary: 'Sign in with a user name or an e-mail address',
  input: {
    username_or_email: z.string().max(1000).optional(),
    password: z.string().max(1000).optional(),
    /** The second factor: six digits of the authenticator or a recovery code, asked for after a right password. */
    code: z.string().max(40).optional(),
  },
  reply: session,
  permission: 'account.enter',
  errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_INVALID'],
});

/** The one plain GET that changes state (the decisions to the specification): only with the token given explicitly. */
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
  input: { verify_subscription: z.union([z.boolean(), z.enum(['true', 'false'])]).optional() },
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
    verb: z.literal('change_password'),
    password: z.string().max(1000).optional(),
    new_password: z.string().max(1000).optional(),
    confirm_password: z.string().max(1000).optional(),
  },
  reply: done,
  permission: 'account.change_password',
  errors: ['FORBIDDEN', 'WRONG_PASSWORD', 'MISSING_PASSWORD', 'PASSWORDS_DONT_MATCH'],
});
