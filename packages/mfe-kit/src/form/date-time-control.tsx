import { DateTimeField } from '@paddock/ui/date-time-field';
import { localeOf } from '../i18n/format';
import { serverNow } from '../kit/clock';
import { useSession } from '../session/session';
import { type ControlProps, looksOf } from './control';
import { earliestWallTime } from './field-values';
import { useFormText } from './form-text';
import { toWallTime } from './wall-time';

export function DateTimeControl(props: ControlProps<'date-time-picker'>) {
  const t = useFormText();
  const { flags, language } = useSession();
  const { data, value, onChange, onBlur } = props;
  const zone = typeof data.zone === 'string' ? data.zone : flags.time_zone;
  return (
    <DateTimeField
      {...looksOf(props)}
      value={value === '' || data.dateOnly ? String(value) : toWallTime(String(value), zone)}
      dateOnly={data.dateOnly}
      onChange={onChange}
      onBlur={onBlur}
      min={earliestWallTime}
      now={serverNow()}
      timeZone={zone}
      locale={localeOf(language)}
      hour12={flags.time_format === '12h'}
      dateFormat={flags.date_format}
      words={{
        date: t('date.date'),
        time: t('date.time'),
        hours: t('date.hours'),
        minutes: t('date.minutes'),
        empty: t('choose'),
        previous: t('date.previous'),
        next: t('date.next'),
      }}
    />
  );
}
