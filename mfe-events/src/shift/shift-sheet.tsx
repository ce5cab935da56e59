import { maxShiftMinutes, type ShiftScope } from '@paddock/contract/calls/event-shift';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import { asciiDigits } from '@paddock/contract/core/digits';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { useMinute } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { RadioGroup } from '@paddock/ui/choice';
import { TextInput } from '@paddock/ui/field';
import { Segmented } from '@paddock/ui/segmented';
import { Sheet } from '@paddock/ui/sheet';
import { Skeleton } from '@paddock/ui/state';
import { type ComponentProps, useState } from 'react';
import styles from './shift-sheet.module.css';
import { ShiftPreview } from './shift-preview';
import { shiftedTimes } from './shifted-times';
import { useShift } from './use-shift';

const presets = [5, 10, 15, 30] as const;

/** Moves the sessions of a day from an event on, after a preview of what moves; offers an undo for a moment. */
export function ShiftSheet({ event, onClose }: { event: PaddockEvent; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const now = useMinute();
  const [direction, setDirection] = useState<'later' | 'earlier'>('later');
  const [amount, setAmount] = useState('15');
  const [scope, setScope] = useState<ShiftScope>('all');
  const { query, isPending, send, isChanged, setChanged } = useShift(event, scope, onClose);

  const whole = minutesIn(amount);
  const isValid = whole >= 1 && whole <= maxShiftMinutes;
  const minutes = isValid ? (direction === 'later' ? whole : -whole) : 0;
  const day = query.data;
  const moved = day ? shiftedTimes(day.sessions, minutes, { now, dayEnds: day.day_ends }) : [];
  const early = moved.filter(({ remark }) => remark === 'before_now').length;
  const late = moved.filter(({ remark }) => remark === 'after_midnight').length;

  const canMove = isValid && early === 0 && moved.length > 0;
  const change = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      setChanged(false);
      set(value);
    };
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('shift.title')}
      closeLabel={t('close')}
      size="l"
      dismissable={!isPending}
      footer={
        <>
          <Button onPress={onClose} disabled={isPending}>
            {t('cancel')}
          </Button>
          <Button variant="primary" pending={isPending} disabled={!canMove} onPress={() => send(minutes)}>
            {t('shift.move', { count: moved.length })}
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        <p className="text-secondary">
          {t('shift.from', { title: event.title, day: format.day(event.when, event.time_zone) })}
        </p>
        <Segmented
          label={t('shift.direction')}
          options={[
            { id: 'later', label: t('shift.later') },
            { id: 'earlier', label: t('shift.earlier') },
          ]}
          value={direction}
          onChange={change(setDirection)}
        />
        <div className="stack gap-2">
          <TextInput
            label={t('shift.minutes')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={amount}
            onChange={(input) => change(setAmount)(input.currentTarget.value)}
            {...(!isValid && { error: t('shift.minutes_help', { max: format.number(maxShiftMinutes) }) })}
          />
          <div className={styles.presets}>
            {presets.map((preset) => (
              <Button
                key={preset}
                size="s"
                aria-pressed={whole === preset}
                variant={whole === preset ? 'ink' : 'neutral'}
                onPress={() => change(setAmount)(String(preset))}
              >
                {t('shift.by', { minutes: format.number(preset) })}
              </Button>
            ))}
          </div>
        </div>
        {day && day.scopes.length > 1 && (
          <RadioGroup
            label={t('shift.which')}
            options={day.scopes.map((id) => ({ id, label: t(`shift.scope_${id}`) }))}
            value={scope}
            onChange={change(setScope)}
          />
        )}
        {isChanged && (
          <Banner kind="warn" live="alert">
            {t('shift.changed')}
          </Banner>
        )}
        {early > 0 && <Banner kind="bad">{t('shift.some_before_now', { count: early })}</Banner>}
        {late > 0 && <Banner kind="warn">{t('shift.some_after_midnight', { count: late })}</Banner>}
        <Sessions query={query} moved={moved} isShifted={minutes !== 0} />
      </div>
    </Sheet>
  );
}

/** NaN for a text that is no whole number of up to three digits. */
function minutesIn(text: string): number {
  const digits = asciiDigits(text.trim());
  return /^\d{1,3}$/.test(digits) ? Number(digits) : NaN;
}

interface SessionsProps extends Pick<ComponentProps<typeof ShiftPreview>, 'moved' | 'isShifted'> {
  query: ReturnType<typeof useShift>['query'];
}

/** The sessions that move, those that their calendar moves, and who hears of it. */
function Sessions({ query, moved, isShifted }: SessionsProps) {
  const t = useText();
  const day = query.data;
  if (day === undefined)
    return query.isError ? (
      <LoadFailed error={asApiError(query.error)} pending={query.isFetching} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton shape="event" count={3} label={t('loading')} />
    );
  return (
    <>
      <div className={styles.rows}>
        <ShiftPreview label={t('shift.sessions')} moved={moved} zone={day.time_zone} isShifted={isShifted} />
      </div>
      {day.synced.length > 0 && (
        <p className="label text-secondary">{t('shift.synced', { count: day.synced.length })}</p>
      )}
      <p className="label text-secondary">{t('shift.notified')}</p>
    </>
  );
}
