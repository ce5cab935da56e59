import { z } from 'zod';
import { count, off, pattern, text } from './flag-values.js';

/** Names of the base fields of the sign-up form, which extra fields cannot take. */
export const signUpBaseFields = ['email', 'username', 'password', 'fullname', 'profile_image', 'client_id'] as const;

/** An extra field of the sign-up form (A §5). */
export const signupField = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  type: z.enum(['input', 'dropdown', 'workplaces', 'selected-groups', 'dynamic-list']),
  mandatory: off,
  maxlength: count.default(140),
  options: z.array(text(140)).optional(),
  multiple: off,
  last_option_is_text: off,
  /** Subtype of the dynamic list that provides the choices. */
  subtype: text(40).optional(),
  /** Text shown instead of the code when the field is missing. */
  message: text(140).optional(),
  label: text(140).optional(),
});
export type SignupField = z.output<typeof signupField>;

/** A field of the profile (A §3). */
const profileField = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  type: z.enum(['text', 'url', 'tel', 'map', 'date', 'email', 'dropdown', 'dynamic-list']),
  label: text(140).optional(),
  icon: text(40).optional(),
  placeholder: text(140).optional(),
  pattern: pattern.optional(),
  mandatory: off,
  maxlength: count.default(999),
  read_only: off,
  /** Whether other members see it: by default yes, but phone and e-mail address only if set to true. */
  public: z.boolean().optional(),
  textarea: off,
  options: z.array(text(140)).optional(),
  /** The options of a dropdown (whole numbers), the years of a date, or the numbers that a text may be. */
  range: z.tuple([z.number(), z.number()]).optional(),
  multiple: off,
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
