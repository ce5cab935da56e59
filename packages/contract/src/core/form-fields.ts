import { z } from 'zod';
import { count, off, pattern, text } from './flag-values.js';

/** Names of the base fields of the sign-up form, which extra fields cannot take. */
export const signUpBaseFields = ['email', 'username', 'password', 'fullname', 'profile_image', 'client_id'] as const;

/** An extra field of the sign-up form (A §5). */
export const signupField = z.strictObject({
  /** The key under which the value is sent and stored. */
  name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  /** `selected-groups` and `workplaces` make the member belong to what they choose; the others are fields of the profile. */
  type: z.enum(['input', 'dropdown', 'workplaces', 'selected-groups', 'dynamic-list']),
  /** The form refuses a blank. */
  mandatory: off,
  /** The most characters. */
  maxlength: count.default(140),
  /** The choices of a dropdown. */
  options: z.array(text(140)).optional(),
  /** Several choices; not for `input`. */
  multiple: off,
  /** The member may also enter a text of their own. */
  last_option_is_text: off,
  /** Subtype of the dynamic list that provides the choices. */
  subtype: text(40).optional(),
  /** Text shown instead of the code when the field is missing. */
  message: text(140).optional(),
  /** By default the name. */
  label: text(140).optional(),
});
export type SignupField = z.output<typeof signupField>;

/** A field of the profile (A §3). */
const profileField = z.strictObject({
  /** The key under which the value is sent and stored. */
  name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  /** The kind of value: it decides the input, the check and the link. `map` is a place, with a link to a map. */
  type: z.enum(['text', 'url', 'tel', 'map', 'date', 'email', 'dropdown', 'dynamic-list']),
  /** By default the name; standard fields have a label in each language. */
  label: text(140).optional(),
  /** A lucide name (listed in docs/flags.md); by default that of the type. */
  icon: text(40).optional(),
  /** An example in the empty input and in the text of an error. */
  placeholder: text(140).optional(),
  /** Regular expression of the value. */
  pattern: pattern.optional(),
  /** The field cannot be emptied. */
  mandatory: off,
  /** The most characters; user name, full name and phone have limits that it does not raise. */
  maxlength: count.default(999),
  /** Only admins change it. A field in `rooms_tab.limited_access` always is; `user_type` is unless defined here. */
  read_only: off,
  /** Whether other members see it: by default yes, but phone and e-mail address only if set to true. */
  public: z.boolean().optional(),
  /** A text of several lines. */
  textarea: off,
  /** The choices of a dropdown. */
  options: z.array(text(140)).optional(),
  /** The options of a dropdown (whole numbers), the years of a date, or the numbers that a text may be. */
  range: z.tuple([z.number(), z.number()]).optional(),
  /** Several choices; only for a dropdown or dynamic list. */
  multiple: off,
  /** The member may also enter a text of their own. */
  last_option_is_text: off,
  /** Subtype of the dynamic list that provides the choices. */
  subtype: text(40).optional(),
});

/** Shown on every card and beside every shout, so a profile field cannot make them private. */
const onEveryCard = ['username', 'fullname', 'company'];
export const shownProfileField = profileField.refine(
  ({ name, public: isPublic }) => isPublic !== false || !onEveryCard.includes(name),
  {
    path: ['public'],
    error: `${onEveryCard.join(', ')} are on every card and cannot be private`,
  },
);
