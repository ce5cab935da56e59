/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { parseRule, ruleText } from '@paddock/contract/core/recurrence';
import type { Text } from '@paddock/mfe-kit/kit-context';
import { ruleFormValues, ruleOf } from './rule-input';
import { ruleWords } from './rule-words';
import en from '../messages/en.json' with { type: 'json' };

// A Tuesday, the third one of its month; and the last day of a month, a Saturday.
const tuesday = '2026-06-16T18:00';
const last = '2026-01-31T18:00';

describe(ruleOf, () => {
  it.each([
    ['FREQ=DAILY', tuesday],
    ['FREQ=WEEKLY', tuesday],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR;COUNT=10', tuesday],
    ['FREQ=MONTHLY', tuesday],
    ['FREQ=MONTHLY;BYDAY=3TU;UNTIL=20270101', tuesday],
    ['FREQ=MONTHLY;BYDAY=-1SA', last],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', last],
    ['FREQ=YEARLY;INTERVAL=4', tuesday],
    // Not for the controls: kept as it is.
    ['FREQ=MONTHLY;BYMONTHDAY=1,16;COUNT=3', tuesday],
  ])('shows %s and returns it', (text, wall) => {
    expect(ruleText(ruleOf(ruleFormValues(text, wall), wall, text)!)).toBe(text);
  });

  it.each([
    ['FREQ=WEEKLY;BYDAY=TU', 'weekly', 'FREQ=WEEKLY'],
    ['FREQ=MONTHLY;BYMONTHDAY=16', 'monthly', 'FREQ=MONTHLY'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,16', 'kept', 'FREQ=MONTHLY;BYMONTHDAY=1,16'],
    ['FREQ=WEEKLY;BYDAY=MO,TU', 'custom', 'FREQ=WEEKLY;BYDAY=MO,TU'],
  ])('shows %s as %s', (text, repeats, written) => {
    const entered = ruleFormValues(text, tuesday);
    expect(entered.repeats).toBe(repeats);
    expect(ruleText(ruleOf(entered, tuesday, text)!)).toBe(written);
  });

  it('changes the end of a rule that the controls cannot show', () => {
    const entered = { ...ruleFormValues('FREQ=MONTHLY;BYMONTHDAY=1,16', tuesday), ends: 'count', count: '5' };
    expect(ruleText(ruleOf(entered, tuesday, 'FREQ=MONTHLY;BYMONTHDAY=1,16')!)).toBe(
      'FREQ=MONTHLY;BYMONTHDAY=1,16;COUNT=5',
    );
  });

  it('is undefined for an event that does not repeat', () => {
    expect(ruleOf(ruleFormValues(undefined, tuesday), tuesday)).toBeUndefined();
  });
});

describe(ruleWords, () => {
  const table = { ...en.repeat.words } as Record<string, string>;
  const t = ((key: string, values: Record<string, unknown> = {}) => {
    const name = key.replace('repeat.words.', '');
    const form = values['count'] === 1 ? 'one' : 'other';
    const text = table[`${name}_${form}`] ?? table[name] ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value]));
  }) as Text;

  it.each([
    ['FREQ=DAILY', tuesday, 'Every day'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR', tuesday, 'Every 2 weeks on Tuesday and Friday'],
    ['FREQ=WEEKLY;COUNT=3', tuesday, 'Every week on Tuesday, 3 times'],
    ['FREQ=MONTHLY;BYDAY=3TU', tuesday, 'Every month: the third Tuesday'],
    ['FREQ=MONTHLY', last, 'Every month: day 31. Months without that day are left out.'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', last, 'Every month: the last day'],
    ['FREQ=YEARLY', '2028-02-29T10:00', 'Every year on February 29. Years without that day are left out.'],
    ['FREQ=DAILY;UNTIL=20260703', tuesday, 'Every day, until July 3, 2026'],
  ])('%s from %s', (rule, wall, words) => expect(ruleWords(t, parseRule(rule)!, wall, 'en-US')).toBe(words));
});
