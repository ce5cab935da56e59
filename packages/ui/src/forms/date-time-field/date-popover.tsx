import type { RefObject } from 'react';
import { Dialog } from 'react-aria-components';
import { Calendar } from '../calendar/calendar';
import type { CalendarProps } from '../calendar/calendar';
import { FloatingPopover } from '../../overlays/floating/floating-popover';
import floating from '../../overlays/floating/floating.module.css';

export interface DatePopoverProps extends CalendarProps {
  trigger: RefObject<HTMLElement | null>;
  open: boolean;
  onClose: () => void;
}

/** The calendar popover of a date button. */
export function DatePopover({ trigger, open, onClose, ...calendar }: DatePopoverProps) {
  return (
    <FloatingPopover trigger={trigger} open={open} onClose={onClose}>
      <Dialog className={floating.rows ?? ''} aria-label={calendar.label}>
        <Calendar {...calendar} autoFocus />
      </Dialog>
    </FloatingPopover>
  );
}
