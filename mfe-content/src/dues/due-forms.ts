import { type Due, dueForm, reminderDays } from '@paddock/contract/calls/dues';
import { searchPeople } from '@paddock/contract/calls/people';
import type { UserCard } from '@paddock/contract/calls/users';
import { currency as currencyCode, payLabel } from '@paddock/contract/core/money';
import { defineForm, type FailedRead } from '@paddock/mfe-kit/form';
import { z } from 'zod';
import { amountOf, amountText } from './amount-text';

/** What the screen knows before the form opens. */
export interface DueFormContext {
  /** The groups to choose from; undefined while they load, the failed query after an error. */
  groups: readonly { id: string; title: string }[] | FailedRead | undefined;
  /** Amount and currency stay: members have paid. */
  isLocked: boolean;
}

/** The contract's form, as its controls fill it: the amount in units of the currency, the audience as a choice. */
const dueFormSchema = dueForm.omit({ amount: true, reminders: true }).extend({
  amount: z.string({ error: 'REQUIRED' }).trim().min(1, 'REQUIRED'),
  reminders: z.array(z.string()).optional(),
  audience: z.enum(['all', 'named']),
});
export type EnteredDue = z.output<typeof dueFormSchema>;

const checked = dueFormSchema.superRefine(({ amount, currency, audience, users = [], groups = [] }, context) => {
  const fault = currencyCode.safeParse(currency).success ? amountOf(amount, currency) : 0;
  if (typeof fault === 'string') context.addIssue({ code: 'custom', path: ['amount'], message: fault });
  if (audience === 'named' && users.length + groups.length === 0)
    context.addIssue({ code: 'custom', path: ['users'], message: 'REQUIRED' });
});

type Fields = Parameters<typeof defineForm<typeof checked, DueFormContext>>[0]['fields'];

const fields: Fields = (t, { language, flags }, { groups, isLocked }) => {
  const isNamed = ({ audience }: Readonly<Record<string, unknown>>) => audience === 'named';
  const hasGroups = groups === undefined || 'error' in groups || groups.length > 0;
  const example = payLabel(1250, flags.dues_tab.currency).split(' ')[0];
  const reminderText = (days: number) =>
    days === 0
      ? t('due_form.reminder_days.on')
      : t(`due_form.reminder_days.${days > 0 ? 'before' : 'after'}`, { count: Math.abs(days) });
  return [
    { type: 'input', name: 'title', label: t('due_form.title'), max: 140 },
    { type: 'textarea', name: 'desc', label: t('due_form.desc'), max: 250 },
    {
      ...{ type: 'input', name: 'amount', label: t('due_form.amount'), inputType: 'number', readOnly: isLocked },
      help: isLocked ? t('due_form.locked') : undefined,
      codes: {
        INVALID_PATTERN: t('due_form.not_an_amount', { example }),
        LENGTH_PATTERN: t('due_form.too_much'),
      },
    },
    {
      ...{ type: 'dropdown', name: 'currency', label: t('due_form.currency'), readOnly: isLocked },
      options: currencies(language),
    },
    { type: 'date-time-picker', name: 'payable_until', label: t('due_form.until'), dateOnly: true },
    {
      ...{ type: 'choices', name: 'reminders', label: t('due_form.reminders'), help: t('due_form.reminders_help') },
      options: reminderDays.map((days) => ({ id: String(days), label: reminderText(days) })),
    },
    {
      ...{ type: 'dropdown', name: 'audience', label: t('due_form.audience') },
      options: (['all', 'named'] as const).map((id) => ({ id, label: t(`due_form.${id}`) })),
    },
    {
      ...{ type: 'username-autocompletion', name: 'users', label: t('due_form.users'), search: searchPeople },
      ...{ when: isNamed, codes: { REQUIRED: t('due_form.nobody') } },
    },
    {
      ...{ type: 'choices', name: 'groups', label: t('due_form.groups') },
      options:
        groups === undefined || 'error' in groups ? groups : groups.map(({ id, title }) => ({ id, label: title })),
      when: (given) => isNamed(given) && hasGroups,
    },
  ];
};

export const createDueForm = defineForm<typeof checked, DueFormContext>({
  id: 'create-due',
  schema: () => checked,
  fields,
  submit: (t) => t('due_form.create'),
});

export const updateDueForm = defineForm<typeof checked, DueFormContext>({
  id: 'update-due',
  schema: () => checked,
  fields,
  submit: (t) => t('due_form.save'),
});

/** The currencies, by their names in a language. */
function currencies(language: string) {
  const names = new Intl.DisplayNames([language.replace('_', '-')], { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({ id: code, label: `${code} · ${names.of(code) ?? code}` }));
}

/** What a form without a due starts with. */
export const newDue = (currency: string) => ({ currency, audience: 'all' });

/** A due's fields as the form's controls hold them. */
export function dueFormValues(due: Due, users: readonly UserCard[]): Record<string, unknown> {
  const { title, desc, amount, currency, payable_until = '', reminders = [], groups = [] } = due;
  const named = due.users ?? [];
  const chosen = users
    .filter(({ id }) => named.includes(id))
    .map(({ id, fullname, username, profile_image }) => ({ id, name: fullname, handle: username, src: profile_image }));
  return {
    ...{ title, desc, amount: amountText(amount, currency), currency, payable_until },
    ...{ reminders: reminders.map(String), users: chosen, groups },
    audience: named.length + groups.length > 0 ? 'named' : 'all',
  };
}

/** The contract's fields of a filled form. A due for all members has no names. */
export function dueInput(given: EnteredDue) {
  const { amount, currency, reminders = [], audience, users = [], groups = [], ...rest } = given;
  const isNamed = audience === 'named';
  return {
    ...rest,
    amount: Number(amountOf(amount, currency)),
    currency,
    reminders: reminderDays.filter((days) => reminders.includes(String(days))),
    users: isNamed ? users : [],
    groups: isNamed ? groups : [],
  };
}
