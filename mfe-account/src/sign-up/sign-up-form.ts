import {
  signUpForm as schema,
  type SignUpValue,
  takesSeveral,
  uploadSignUpImage,
} from '@paddock/contract/calls/account';
import type { SignupField } from '@paddock/contract/core/form-fields';
import { defineForm, type FailedRead } from '@paddock/mfe-kit/form';
import type { Session } from '@paddock/mfe-kit/session';
import type { z } from 'zod';
import { memberFields } from './member-fields';
import type { SignUpLists } from './use-sign-up-lists';

/** The base fields, the picture, and the deployment's extra fields, by name. */
export type SignUpInput = z.input<ReturnType<typeof schema>> & { profile_image?: string } & {
  [extra: string]: SignUpValue | undefined;
};

/** The deployment's sign-up form: base and extra fields; a switch opens the optional ones (A §2, A §5). */
export const signUpForm = defineForm({
  id: 'sign-up',
  schema: (flags) => schema(flags) as unknown as z.ZodType<unknown, SignUpInput>,
  fields: (t, session, lists: SignUpLists) => {
    const { signup_fields } = session.flags;
    const extra = (field: SignupField) => extraField(field, session, lists);
    const { fullname, username, password } = memberFields(t, session);
    return [
      fullname,
      username,
      {
        type: 'input',
        inputType: 'email',
        name: 'email',
        label: t('fields.email'),
        help: t('signup.email_help'),
        autoComplete: 'email',
      },
      password,
      ...signup_fields.filter(({ mandatory }) => mandatory).map(extra),
      {
        type: 'optional',
        id: 'more',
        label: t('signup.more'),
        help: t('signup.more_help'),
        fields: [
          {
            type: 'upload-secure-file',
            name: 'profile_image',
            label: t('fields.profile_image'),
            upload: uploadSignUpImage,
            images: true,
            codes: { FILE_NOT_FOUND: t('codes.profile_image_gone') },
          },
          ...signup_fields.filter(({ mandatory }) => !mandatory).map(extra),
        ],
      },
    ];
  },
  submit: (t) => t('signup.submit'),
});

/** An extra field of the deployment: free text, or a choice of one or several. */
function extraField(field: SignupField, session: Session, lists: SignUpLists) {
  const { name, label = name, message, last_option_is_text } = field;
  const common = { name, label, codes: { REQUIRED: message } };
  if (field.type === 'input') return { ...common, type: 'input' } as const;
  const options = optionsOf(field, session, lists);
  return takesSeveral(field)
    ? ({ ...common, type: 'choices', options, last_option_is_text } as const)
    : ({ ...common, type: 'dropdown', options, last_option_is_text } as const);
}

const isRead = <One>(list: readonly One[] | FailedRead | undefined): list is readonly One[] => Array.isArray(list);
const asOptions = (titles: readonly string[]) => titles.map((title) => ({ id: title, label: title }));

function optionsOf(field: SignupField, { flags, workplaces }: Session, lists: SignUpLists) {
  switch (field.type) {
    case 'workplaces':
      return workplaces.map(({ id, title }) => ({ id, label: title }));
    case 'dynamic-list': {
      const choices = lists.choices(field.subtype ?? '');
      return isRead(choices) ? asOptions(choices) : choices;
    }
    case 'selected-groups': {
      const place = flags.signup_fields.find(({ type }) => type === 'workplaces')?.name;
      return (entered: Readonly<Record<string, unknown>>) => {
        const groups = lists.groups(place === undefined ? '' : String(entered[place] ?? ''));
        return isRead(groups) ? groups.map(({ id, title }) => ({ id, label: title })) : groups;
      };
    }
    default:
      return asOptions(field.options ?? []);
  }
}
