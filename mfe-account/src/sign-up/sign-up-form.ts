import { signUpForm as schema } from '@paddock/contract/account';
import type { SignupField } from '@paddock/contract/flags';
import { defineForm } from '@paddock/mfe-kit/form';
import type { Session } from '@paddock/mfe-kit/session';
import type { z } from 'zod';

/** The base fields by their names, and the deployment's own ones, which are all texts. */
type SignUpInput = z.input<ReturnType<typeof schema>> & { [extra: string]: string };

/** The sign-up form of this deployment: base fields and its extra ones (A §5). */
export const signUpForm = defineForm({
  id: 'sign-up',
  schema: (flags) => schema(flags) as z.ZodType<unknown, SignUpInput>,
  fields: (t, session) => [
    {
      type: 'input',
      name: 'fullname',
      label: t('fields.fullname'),
      autoComplete: 'name',
      codes: { INVALID_PATTERN: t('codes.fullname_INVALID_PATTERN') },
    },
    {
      type: 'input',
      name: 'username',
      label: t('fields.username'),
      help: t('signup.username_help'),
      autoComplete: 'username',
      autoCapitalize: 'none',
      codes: {
        INVALID_PATTERN: t('codes.username_INVALID_PATTERN'),
        USERNAME_NOT_AVAILABLE: t('codes.USERNAME_NOT_AVAILABLE'),
      },
    },
    {
      type: 'input',
      inputType: 'email',
      name: 'email',
      label: t('fields.email'),
      autoComplete: 'email',
      codes: { EMAIL_NOT_AVAILABLE: t('codes.EMAIL_NOT_AVAILABLE') },
    },
    {
      type: 'password',
      name: 'password',
      label: t('fields.password'),
      help: t('signup.password_help', { min: session.flags.passwordMinLen, max: session.flags.passwordMaxLen }),
      autoComplete: 'new-password',
    },
    ...session.flags.signup_fields.map((extra) => extraField(extra, session)),
  ],
  submit: (t) => t('signup.submit'),
});

/** One of the deployment's own fields: free text, or a choice. Fields of kinds that need a list of their own come with them. */
function extraField(extra: SignupField, { workplaces }: Session) {
  const field = { name: extra.name, label: extra.label ?? extra.name, codes: { REQUIRED: extra.message } };
  const options =
    extra.type === 'workplaces'
      ? workplaces.map(({ id, title }) => ({ id, label: title }))
      : extra.options?.map((option) => ({ id: option, label: option }));
  if (!options) return { ...field, type: 'input' } as const;
  return { ...field, type: 'dropdown', options, last_option_is_text: extra.last_option_is_text } as const;
}
