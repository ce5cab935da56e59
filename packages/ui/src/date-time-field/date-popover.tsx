import type { RefObject } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import { Calendar } from '../calendar/calendar';
import type { CalendarProps } from '../calendar/calendar';
import floating from '../floating/floating.module.css';
import { PageLocale } from '../lazy/page-locale';

export interface DatePopoverProps extends CalendarProps {
  trigger: RefObject<HTMLElement | null>;
  open: boolean;
  onClose: () => void;
}

/** The calendar beside the button of a date. */
export function DatePopover({ trigger, open, onClose, ...calendar }: DatePopoverProps) {
  return (
    <PageLocale>
      <Popover
        triggerRef={trigger}
        isOpen={open}
        onOpenChange={(next) => {
          if (!next) onClose();
        }}
        placement="bottom start"
        offset={4}
        className={floating.popover ?? ''}
      >
        <Dialog className={floating.rows ?? ''} aria-label={calendar.label}>
          <Calendar {...calendar} autoFocus />
        </Dialog>
      </Popover>
    </PageLocale>
  );
}
