import { profileFieldForm } from '@paddock/contract/calls/profiles';
import { optionsOf, splitChoices, type ProfileField } from '@paddock/contract/core/profile-fields';
import { defineForm, type FailedRead, type FormPart } from '@paddock/mfe-kit/form';
import type { Text } from '@paddock/mfe-kit/kit-context';
import type { z } from 'zod';

/** The entries of a dynamic list: undefined while they load, the failed query after an error. */
export type Choices = readonly string[] | FailedRead | undefined;

type Input = Record<string, string | string[] | undefined>;

interface FieldContext {
  field: ProfileField;
  label: string;
  help: string | undefined;
  choices: Choices;
}

/** The form of one field of a profile, with the rules that the service applies too. */
export function fieldForm(field: ProfileField) {
  return defineForm({
    id: 'profile-field',
    schema: (flags) => profileFieldForm(field, flags) as unknown as z.ZodType<unknown, Input>,
    fields: (t, _session, context: FieldContext) => [partOf(t, context)],
    submit: (t) => t('edit.save'),
    startsDisabled: true,
  });
}

/** The initial value, as the field's control holds it. */
export const initialOf = ({ multiple }: ProfileField, value: string): string | string[] =>
  multiple ? splitChoices(value) : value;

const inputTypes = { url: 'url', tel: 'tel', email: 'email' } as const;

function partOf(t: Text, { field, label, help, choices }: FieldContext): FormPart<string> {
  const { name, type, placeholder, maxlength: max, last_option_is_text, multiple, textarea, range } = field;
  const codes = { INVALID_PATTERN: ruleOf(t, field), USERNAME_NOT_AVAILABLE: t('edit.taken') };
  const common = { name, label, help, codes, ...(placeholder && { placeholder }) };
  switch (type) {
    case 'dropdown':
    case 'dynamic-list': {
      const options =
        type === 'dropdown' ? asOptions(optionsOf(field)) : isRead(choices) ? asOptions(choices) : choices;
      return { ...common, type: multiple ? 'choices' : 'dropdown', options, last_option_is_text };
    }
    case 'date':
      return { ...common, type: 'date-time-picker', dateOnly: true };
    case 'text':
      if (textarea) return { ...common, type: 'textarea', max };
      return {
        ...common,
        type: 'input',
        max,
        ...(range && { inputType: 'number' as const }),
        ...plainInput(name),
      };
    case 'map':
      return { ...common, type: 'input', max };
    case 'url':
    case 'tel':
    case 'email':
      return { ...common, type: 'input', inputType: inputTypes[type], max };
  }
}

const plainInput = (name: string) => (name === 'username' ? { autoCapitalize: 'none' as const } : {});
const isRead = (choices: Choices): choices is readonly string[] => Array.isArray(choices);
const asOptions = (titles: readonly string[]) => titles.map((title) => ({ id: title, label: title }));

/** What a value of the wrong form should be like, where the field says it. */
function ruleOf(t: Text, { name, type, range, placeholder, pattern }: ProfileField): string | undefined {
  const [from = 0, to = 0] = range?.toSorted((a, b) => a - b) ?? [];
  if (name === 'fullname' && pattern === undefined) return t('edit.wrong.fullname');
  if (range && type === 'text') return t('edit.wrong.number', { from, to });
  // Years have no thousands separators.
  if (range && type === 'date') return t('edit.wrong.year', { from: String(from), to: String(to) });
  return placeholder && t('edit.wrong.example', { example: placeholder });
}
