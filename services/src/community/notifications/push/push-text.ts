import type { Language } from '@paddock/contract/core/deployment';
import { isolate } from '@paddock/contract/core/isolate';
import { fillTemplate } from '../../../infrastructure/mail/mail-templates.js';
import type { NotificationRow } from '../notification.schema.js';
import { arabicPushes } from './texts/push-ar.js';
import { englishPushes } from './texts/push-en.js';

/** Texts by language, the same as the app's; a language without texts uses English. */
const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = { en: englishPushes, ar: arabicPushes };

/** The notification's text as the app shows it; undefined for a kind without one. */
export function pushText(
  { kind, facts }: Pick<NotificationRow, 'kind' | 'facts'>,
  language: Language,
): string | undefined {
  const spoken = Object.hasOwn(texts, language) ? language : 'en';
  const words = texts[spoken]!;
  const others = Math.max(0, Number(facts['count'] ?? 1) - 1);
  const form = others === 0 ? 'zero' : new Intl.PluralRules(spoken).select(others);
  // A direct chat has no name, and not every due a day.
  const key = facts['where'] === '' ? `${kind}_direct` : facts['day'] === '' ? `${kind}_undated` : kind;
  const text = words[key] ?? words[kind] ?? words[`${key}_${form}`] ?? words[`${key}_other`];
  const names = Object.entries(facts).map(([name, fact]) => [name, isolate(fact)]);
  return text === undefined ? undefined : fillTemplate(text, { ...Object.fromEntries(names), count: others } as never);
}
