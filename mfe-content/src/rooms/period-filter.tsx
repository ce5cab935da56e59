import { localeOf } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { Button } from '@paddock/ui/button';
import { DateTimeField } from '@paddock/ui/date-time-field';
import { PickField } from '@paddock/ui/pick-field';
import { Sheet } from '@paddock/ui/sheet';
import { useState } from 'react';
import { instantOf, wallTime } from './room-times';
import styles from './rooms-page.module.css';
import { hourFrom, type Period } from './use-rooms';

interface PeriodFilterProps {
  period: Period | undefined;
  /** The period to start from while all rooms are shown. */
  usual: Period;
  onChange: (period: Period) => void;
  zone: string;
  now: number;
}

/** From and to of 'Rooms available'. Closing the picker of 'from' sets the end to an hour later (specification B §4). */
export function PeriodFilter({ period, usual, onChange, zone, now }: PeriodFilterProps) {
  const t = useText();
  const format = useFormat();
  const locale = localeOf(useSession().language);
  const [open, setOpen] = useState<'from' | 'to'>();
  const { from, to } = period ?? usual;
  const shown = (at: string) => {
    const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: zone }).format(new Date(at));
    const date = format.date(at, { zone }).replace(/\.$/, '');
    return t('rooms.filter_time', { weekday, date, time: format.time(at, zone) });
  };
  const close = (picked: string) => {
    setOpen(undefined);
    const isNew = (shownTime: string) => period === undefined || picked !== shownTime;
    if (open === 'from' && isNew(from)) onChange(hourFrom(picked));
    if (open === 'to' && isNew(to)) onChange(picked > from ? { from, to: picked } : hourFrom(from));
  };
  return (
    <div className={styles.filter}>
      {(['from', 'to'] as const).map((end) => (
        <PickField
          key={end}
          label={t(`rooms.${end}`)}
          value={period && shown(period[end])}
          placeholder={t('rooms.any_time')}
          open={open === end}
          onOpen={() => setOpen(end)}
        />
      ))}
      {open && (
        <TimeSheet
          title={t(`rooms.${open}`)}
          value={open === 'from' ? from : to}
          {...(open === 'to' && { min: from })}
          {...{ zone, now, locale }}
          onClose={close}
        />
      )}
    </div>
  );
}

interface TimeSheetProps {
  title: string;
  value: string;
  min?: string;
  zone: string;
  now: number;
  locale: string;
  onClose: (picked: string) => void;
}

function TimeSheet({ title, value, min, zone, now, locale, onClose }: TimeSheetProps) {
  const t = useText();
  const { flags } = useSession();
  const [wall, setWall] = useState(() => wallTime(value, zone));
  const close = () => onClose(instantOf(wall, zone));
  return (
    <Sheet
      open
      onClose={close}
      title={title}
      footer={
        <Button variant="primary" onPress={close}>
          {t('rooms.done')}
        </Button>
      }
    >
      <DateTimeField
        label={title}
        isLabelHidden
        value={wall}
        onChange={setWall}
        min={wallTime(min ?? now, zone)}
        now={now}
        timeZone={zone}
        locale={locale}
        hour12={flags.time_format === '12h'}
        dateFormat={flags.date_format}
        words={{
          date: t('rooms.date'),
          time: t('rooms.time'),
          hours: t('rooms.hours'),
          minutes: t('rooms.minutes'),
          empty: t('rooms.choose'),
          previous: t('rooms.previous_month'),
          next: t('rooms.next_month'),
        }}
      />
    </Sheet>
  );
}
