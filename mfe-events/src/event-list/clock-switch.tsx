import type { PaddockEvent } from '@paddock/contract/calls/events';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useDraft } from '@paddock/mfe-kit/outbox';
import { useWorkplaceZone } from '@paddock/mfe-kit/zones';
import { Toolbar } from '@paddock/ui/pane';
import { Segmented } from '@paddock/ui/segmented';
import { type Clock, minutesAhead } from '../event-times';
import { useEffect } from 'react';
import styles from './clock-switch.module.css';

/** The clock that the member chose last; the place's at first. */
export function useClock(): [clock: Clock, set: (clock: Clock) => void] {
  const [stored, store] = useDraft('clock');
  return [stored === 'own' ? 'own' : 'place', store];
}

interface ClockSwitchProps {
  /**
   * undefined while they load: the last visit or the workplace's own zone then decides, so that the switch does not push the list
   * down later.
   */
  events: readonly PaddockEvent[] | undefined;
  value: Clock;
  onChange: (clock: Clock) => void;
}

/** Chooses between the places' time and the member's; hidden while every event is on the member's clock. */
export function ClockSwitch({ events, value, onChange }: ClockSwitchProps) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const expected = { when: new Date(now).toISOString(), all_day: false, time_zone: useWorkplaceZone() };
  const ahead = [...new Set(events?.map(minutesAhead) ?? [minutesAhead(expected)])].filter((minutes) => minutes !== 0);
  const [lastVisit, remember] = useDraft('clock_switch');
  const isShown = events === undefined && lastVisit !== '' ? lastVisit === 'shown' : ahead.length > 0;
  const found = isShown ? 'shown' : 'hidden';
  useEffect(() => {
    if (events && found !== lastVisit) remember(found);
  }, [events, found, lastVisit, remember]);
  if (!isShown) return null;
  const [minutes = 0] = ahead;
  const hours = `${minutes < 0 ? '−' : '+'}${format.number(Math.abs(minutes) / 60)}`;
  return (
    <Toolbar className={styles.clock ?? ''}>
      <Segmented
        label={t('clock.label')}
        options={[
          { id: 'place', label: t('clock.place') },
          { id: 'own', label: ahead.length === 1 ? t('clock.own_by', { hours }) : t('clock.own') },
        ]}
        value={value}
        onChange={onChange}
      />
    </Toolbar>
  );
}
