import { type FormPart, switchName } from '@paddock/mfe-kit/form';
import type { Text } from '@paddock/mfe-kit/kit-context';
import { type MovedCopy, ruleStart, type WallTimes } from './recurrence/moved-copy';
import { type EnteredRule, ruleOf } from './recurrence/rule-input';
import {
  dateWithoutYear,
  dayName,
  dayOfMonth,
  daysOfWeek,
  isLastOfMonth,
  nthOf,
  nthWords,
  ruleWords,
  weekdayOf,
} from './recurrence/rule-words';
import type { RecurrenceScope } from '@paddock/contract/core/recurrence';

/** The switch of events that take whole days. */
export const daysId = 'days_only';

interface Context {
  scope?: RecurrenceScope | undefined;
  locale: string;
  kept?: string | undefined;
  moved?: MovedCopy | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** The times in the controls; the start is '' until the form has one. */
function timesIn(entered: Values): WallTimes {
  const text = (name: string) => String(entered[name] ?? '');
  const isOn = (id: string) => entered[switchName({ id })] === true;
  const time_zone = text('time_zone');
  const [first, last] = [text('first_day'), text('last_day')];
  if (isOn(daysId) && first)
    return { start: `${first}T00:00`, end: `${last || first}T00:00`, all_day: true, time_zone };
  const end = isOn('end') ? text('end').slice(0, 16) || undefined : undefined;
  return { start: text('when').slice(0, 16), end, all_day: false, time_zone };
}

/** How the event repeats; nothing on the form of one copy, which has no rule of its own. */
export function recurrenceFields(t: Text, { scope, locale, kept, moved }: Context): FormPart<keyof EnteredRule>[] {
  if (scope === 'one') return [];
  const wallIn = (entered: Values) => ruleStart(timesIn(entered), moved);
  const isCustom = ({ repeats }: Values) => repeats === 'custom';
  const repeats = (entered: Values) => (entered['repeats'] ?? 'none') !== 'none' && wallIn(entered) !== '';
  const words = (entered: Values) => {
    const rule = ruleOf(entered, wallIn(entered), kept);
    return rule && ruleWords(t, rule, wallIn(entered), locale);
  };
  const number = { inputType: 'number' as const, required: true };
  return [
    {
      type: 'dropdown',
      name: 'repeats',
      label: t('repeat.label'),
      help: words,
      options: (entered) => (wallIn(entered) === '' ? [] : choices(t, wallIn(entered), locale, kept)),
    },
    {
      ...{ type: 'input', name: 'interval', label: t('repeat.every'), ...number },
      codes: { INVALID_PATTERN: t('repeat.number_wrong', { max: 99 }) },
      when: isCustom,
    },
    {
      type: 'dropdown',
      name: 'freq',
      label: t('repeat.unit'),
      options: [
        { id: 'DAILY', label: t('repeat.days_unit') },
        { id: 'WEEKLY', label: t('repeat.weeks_unit') },
        { id: 'MONTHLY', label: t('repeat.months_unit') },
        { id: 'YEARLY', label: t('repeat.years_unit') },
      ],
      when: isCustom,
    },
    {
      type: 'choices',
      name: 'days',
      label: t('repeat.days'),
      required: true,
      options: daysOfWeek(locale).map((day) => ({ id: day, label: dayName(day, locale) })),
      codes: { INVALID_RECURRENCE: t('repeat.days_wrong') },
      when: (entered) => isCustom(entered) && entered['freq'] === 'WEEKLY',
    },
    {
      type: 'dropdown',
      name: 'monthly',
      label: t('repeat.monthly_by'),
      options: (entered) => monthlyChoices(t, wallIn(entered), locale),
      when: (entered) => isCustom(entered) && entered['freq'] === 'MONTHLY',
    },
    {
      type: 'dropdown',
      name: 'ends',
      label: t('repeat.ends'),
      options: [
        { id: 'never', label: t('repeat.never') },
        { id: 'until', label: t('repeat.on_day') },
        { id: 'count', label: t('repeat.after') },
      ],
      when: repeats,
    },
    {
      type: 'date-time-picker',
      name: 'until',
      label: t('repeat.until'),
      dateOnly: true,
      required: true,
      codes: { INVALID_END_DATE: t('repeat.until_wrong') },
      when: (entered) => repeats(entered) && entered['ends'] === 'until',
    },
    {
      ...{ type: 'input', name: 'count', label: t('repeat.count'), ...number },
      codes: { INVALID_PATTERN: t('repeat.number_wrong', { max: 999 }) },
      when: (entered) => repeats(entered) && entered['ends'] === 'count',
    },
  ];
}

function choices(t: Text, wall: string, locale: string, kept: string | undefined) {
  return [
    { id: 'none', label: t('repeat.none') },
    ...(kept === undefined ? [] : [{ id: 'kept', label: ruleWords(t, kept, wall, locale) }]),
    { id: 'daily', label: t('repeat.daily') },
    { id: 'weekly', label: t('repeat.weekly', { day: dayName(weekdayOf(wall), locale) }) },
    { id: 'monthly', label: t('repeat.monthly', { day: dayOfMonth(wall) }) },
    { id: 'yearly', label: t('repeat.yearly', { date: dateWithoutYear(wall, locale) }) },
    { id: 'custom', label: t('repeat.custom') },
  ];
}

function monthlyChoices(t: Text, wall: string, locale: string) {
  if (wall === '') return [];
  const day = weekdayOf(wall);
  return [
    { id: 'day', label: t('repeat.by_day', { day: dayOfMonth(wall) }) },
    { id: 'nth', label: nthWords(t, { nth: nthOf(wall), day }, locale) },
    ...(isLastOfMonth(wall) ? [{ id: 'last', label: nthWords(t, { nth: -1, day }, locale) }] : []),
    ...(isLastOfMonth(wall, 1) ? [{ id: 'last_day', label: t('repeat.by_last_day') }] : []),
  ];
}
