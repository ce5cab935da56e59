import type { PaddockEvent } from '@paddock/contract/calls/events';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { Icon } from '@paddock/ui/icon';
import { ListRow } from '@paddock/ui/row';
import { ChevronDown, ChevronUp, Layers } from 'lucide-react';

interface OtherSeriesProps {
  events: readonly PaddockEvent[];
  isOpen: boolean;
  onPress: () => void;
}

/** The row into which a day's sessions of race calendars fold. */
export function OtherSeries({ events, isOpen, onPress }: OtherSeriesProps) {
  const t = useText();
  const format = useFormat();
  return (
    <ListRow
      icon={Layers}
      title={t('other_series')}
      sub={[...new Set(events.flatMap(({ series }) => series ?? []))].join(', ')}
      end={
        <>
          <span className="caption tabular-nums">{format.number(events.length)}</span>
          <Icon of={isOpen ? ChevronUp : ChevronDown} size="s" className="text-tertiary" />
        </>
      }
      expanded={isOpen}
      onPress={onPress}
    />
  );
}
