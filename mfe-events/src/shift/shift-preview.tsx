import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { EventRow } from '@paddock/ui/event';
import type { Shifted } from './shifted-times';

interface ShiftPreviewProps {
  label: string;
  moved: readonly Shifted[];
  zone: string;
  /** False while the minutes are not valid: the sessions at their present times. */
  isShifted: boolean;
}

/** The sessions with their present time struck out beside the new one. */
export function ShiftPreview({ label, moved, zone, isShifted }: ShiftPreviewProps) {
  const t = useText();
  const format = useFormat();
  return (
    <ul aria-label={label}>
      {moved.map(({ session, when, end, remark }) => (
        <li key={session.id}>
          <EventRow
            start={format.time(when, zone)}
            end={end && format.time(end, zone)}
            former={isShifted ? { time: format.time(session.when, zone), label: t('moved.was') } : undefined}
            tone={session.color}
            title={session.title}
            note={remark && t(`shift.${remark}`)}
          />
        </li>
      ))}
    </ul>
  );
}
