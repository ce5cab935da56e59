import { DateTimeField } from '@paddock/ui/date-time-field';
import { localeOf } from '../i18n/format';
import { serverNow } from '../kit/clock';
import { deviceZone, useWorkplaceZone } from '../i18n/workplace-zone';
import { zoneLabel } from '../i18n/zones';
import { useSession } from '../session/session';
import { type ControlProps, looksOf } from './control';
import { earliestWallTime } from './field-values';
import { useFormText } from './form-text';
import { toInstant, toWallTime } from './wall-time';

export function DateTimeControl(props: ControlProps<'date-time-picker'>) {
  const t = useFormText();
  const { flags, language } = useSession();
  const workplaceZone = useWorkplaceZone();
  const { data, value, onChange, onBlur } = props;
  const own = typeof data.zone === 'string' ? data.zone : undefined;
  const zone = own ?? workplaceZone;
  // A form with a zone of its own has a field for it.
  const shownZone = own || data.dateOnly ? undefined : foreignZone(String(value), zone, localeOf(language));
  const zoneText = shownZone && t('date.zone', { zone: shownZone });
  return (
    <DateTimeField
      {...looksOf(props)}
      help={[data.help, zoneText].filter(Boolean).join(' ')}
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

/** The zone's name with its offset at a time; undefined if the device's clock shows the same time. */
function foreignZone(value: string, zone: string, locale: string): string | undefined {
  const at = value === '' ? new Date(serverNow()).toISOString() : toInstant(value, zone);
  return toWallTime(at, zone) === toWallTime(at, deviceZone()) ? undefined : zoneLabel(zone, locale, Date.parse(at));
}
