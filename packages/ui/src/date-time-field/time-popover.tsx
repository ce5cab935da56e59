import { useRef } from 'react';
import type { RefObject } from 'react';
import { Dialog, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import floating from '../floating/floating.module.css';
import { cx } from '../cx/cx';
import { keepStylesOut } from '../lazy/lazy';
import { PageLocale } from '../lazy/page-locale';
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
  /** 'hh:mm', empty while there is none. */
  value: string;
  /** The minutes may stay away: they are then those of `otherwise`. */
  otherwise: string;
  onChange: (time: string) => void;
  /** First and last time that can be chosen on the day. */
  min: string;
  max: string;
  format: WallFormat;
}

keepStylesOut();

/** Hours beside minutes. The hour leads on to the minutes, and those close it. */
export function TimePopover(props: TimePopoverProps) {
  const { trigger, open, onClose, label, hourLabel, minuteLabel, value, otherwise, onChange, min, max, format } = props;
  const minutesList = useRef<HTMLDivElement>(null);
  const hour = value.slice(0, 2);
  const minute = value.slice(3);
  const minutes = minuteSteps.includes(minute) || minute === '' ? minuteSteps : [...minuteSteps, minute].sort();
  const base = value || otherwise;
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
        style={{ minInlineSize: trigger.current?.offsetWidth }}
      >
        <Dialog className={styles.time ?? ''} aria-label={label}>
          <Column
            label={hourLabel}
            rows={hours.map((id) => ({
              id,
              text: formatHour(id, format),
              off: `${id}:59` < min || `${id}:00` > max,
            }))}
            value={hour}
            autoFocus
            onPick={(picked) => {
              onChange(`${picked}:${base.slice(3)}`);
              minutesList.current?.focus();
            }}
          />
          <Column
            listRef={minutesList}
            label={minuteLabel}
            rows={minutes.map((id) => ({
              id,
              text: formatMinute(id, format),
              off: `${base.slice(0, 2)}:${id}` < min || `${base.slice(0, 2)}:${id}` > max,
            }))}
            value={minute}
            onPick={(picked) => {
              onChange(`${base.slice(0, 2)}:${picked}`);
              onClose();
            }}
          />
        </Dialog>
      </Popover>
    </PageLocale>
  );
}

interface ColumnProps {
  label: string;
  rows: { id: string; text: string; off: boolean }[];
  value: string;
  autoFocus?: boolean;
  onPick: (id: string) => void;
  listRef?: RefObject<HTMLDivElement | null>;
}

function Column({ label, rows, value, autoFocus = false, onPick, listRef }: ColumnProps) {
  return (
    <ListBox
      {...(listRef ? { ref: listRef } : {})}
      aria-label={label}
      className={cx(floating.rows, styles.column)}
      {...(autoFocus ? { autoFocus: value === '' ? ('first' as const) : true } : {})}
      selectionMode="single"
      // Picking the chosen one again is an answer too.
      onAction={(key) => onPick(String(key))}
      selectedKeys={value === '' ? [] : [value]}
      disallowEmptySelection
      disabledKeys={rows.filter((row) => row.off).map((row) => row.id)}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : [...keys];
        if (key !== undefined) onPick(String(key));
      }}
    >
      {rows.map((row) => (
        <ListBoxItem key={row.id} id={row.id} textValue={row.text} className={cx(floating.row, styles.figure)}>
          {row.text}
        </ListBoxItem>
      ))}
    </ListBox>
  );
}
