import type { Due } from '@paddock/contract/calls/dues';

export type SectionName = 'open' | 'others' | 'paid';

/**
 * The dues by section, in the order of the list. A due whose card form is open stays where it is: moving it would end the provider's form
 * before its answer. `others`: those that an admin sees and does not owe.
 */
export function sectionsOf(dues: readonly Due[], paying: string | undefined): Record<SectionName, Due[]> {
  const sections: Record<SectionName, Due[]> = { open: [], others: [], paid: [] };
  for (const due of dues) {
    const state = due.own?.state;
    const name = due.id === paying ? 'open' : state === undefined ? 'others' : isSettled(state) ? 'paid' : 'open';
    sections[name].push(due);
  }
  return sections;
}

const isSettled = (state: NonNullable<Due['own']>['state']) => state === 'paid' || state === 'refunded';

/** True from the day after the day of payment on, by the clock of `zone`. */
export function isOverdue({ payable_until, own }: Due, now: number, zone: string): boolean {
  if (payable_until === undefined || own?.state !== 'open') return false;
  return payable_until < new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now);
}
