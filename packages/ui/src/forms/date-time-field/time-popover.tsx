import { useRef } from 'react';
import type { RefObject } from 'react';
import { Dialog } from 'react-aria-components';
import { FloatingPopover } from '../../overlays/floating/floating-popover';
import { PickList } from '../../overlays/floating/pick-list';
import { formatHour, formatMinute, hours, minuteSteps } from './wall-time';
import type { WallFormat } from './wall-time';
import styles from './date-time-field.module.css';

export interface TimePopoverProps {
  trigger: RefObject<HTMLElement | null>;
  open: boolean;
  onClose: () => void;
  label: string;
  hourLabel: string;
  minuteLabel: string;
  /** 'hh:mm', or empty. */
  value: string;
  /** Provides the other part while there is no value. */
  otherwise: string;
  onChange: (time: string) => void;
  /** First and last selectable time of the day. */
  min: string;
  max: string;
  format: WallFormat;
}

/** Hours beside minutes. Selecting an hour focuses the minutes; selecting minutes closes the popover. */
export function TimePopover(props: TimePopoverProps) {
  const { trigger, open, onClose, label, hourLabel, minuteLabel, value, otherwise, onChange, min, max, format } = props;
  const minutesList = useRef<HTMLDivElement>(null);
  const [hour = '', minute = ''] = (value || otherwise).split(':');
  const minutes = value === '' || minuteSteps.includes(minute) ? minuteSteps : [...minuteSteps, minute].sort();
  const look = { className: styles.column, rowClassName: styles.numeric };
  return (
    <FloatingPopover trigger={trigger} open={open} onClose={onClose} matchWidth>
      <Dialog className={styles.time ?? ''} aria-label={label}>
        <PickList
          {...look}
          label={hourLabel}
          rows={hours.map((id) => ({
            id,
            label: formatHour(id, format),
            isDisabled: `${id}:59` < min || `${id}:00` > max,
          }))}
          value={value === '' ? null : hour}
          autoFocus
          onPick={(picked) => {
            onChange(`${picked}:${minute}`);
            minutesList.current?.focus();
          }}
        />
        <PickList
          {...look}
          list={minutesList}
          label={minuteLabel}
          rows={minutes.map((id) => ({
            id,
            label: formatMinute(id, format),
            isDisabled: `${hour}:${id}` < min || `${hour}:${id}` > max,
          }))}
          value={value === '' ? null : minute}
          onPick={(picked) => {
            onChange(`${hour}:${picked}`);
            onClose();
          }}
        />
      </Dialog>
    </FloatingPopover>
  );
}
