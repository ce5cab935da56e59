import type { PaddockEvent } from '@paddock/contract/calls/events';
import { localeOf } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { FactRow } from '@paddock/ui/event';
import { Repeat } from 'lucide-react';
import { wallTime } from '../../event-times';
import { ruleWords } from './rule-words';

/** How an event repeats, in words. */
export function RecurrenceFact({ event, rule }: { event: PaddockEvent; rule: string }) {
  const t = useText();
  const locale = localeOf(useSession().language);
  const words = ruleWords(t, rule, wallTime(event.place ?? event.when, event.time_zone), locale);
  return <FactRow icon={Repeat} title={words} sub={t('repeat.facts')} subFirst />;
}
