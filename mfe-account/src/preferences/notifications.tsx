import { useText } from '@paddock/mfe-kit/i18n';
import { Switch } from '@paddock/ui/choice';
import { kindRows, type KindRow, type offeredPreferences, type PreferenceKey, usePreferences } from './preferences';
import { PushSwitch } from './push-switch';
import { QuietHours } from './quiet-hours';
import styles from './preferences.module.css';

interface NotificationsProps {
  offered: ReturnType<typeof offeredPreferences>;
}

/** What reaches the member and by which way, seen marks and push messages; each switch takes effect without a Save button. */
export function Notifications({ offered }: NotificationsProps) {
  const t = useText();
  const preferences = usePreferences();
  const { isOn, set } = preferences;
  const rows = kindRows(offered);
  return (
    <div className="stack gap-4">
      {rows.length > 0 && <Kinds rows={rows} {...preferences} />}
      {offered.inChats.length > 0 && (
        <fieldset className={styles.switches}>
          <legend className="label strong text-secondary">{t('preferences.in_chats')}</legend>
          <Switch
            checked={isOn('seen_marks')}
            onChange={(event) => set('seen_marks', event.target.checked)}
            help={t('preferences.seen_marks_help')}
          >
            {t('preferences.seen_marks')}
          </Switch>
        </fieldset>
      )}
      <fieldset className={styles.switches}>
        <legend className="label strong text-secondary">{t('preferences.on_device')}</legend>
        <PushSwitch />
        <QuietHours />
      </fieldset>
    </div>
  );
}

type Preferences = ReturnType<typeof usePreferences>;

/** One row per kind of notification, with a switch per way; a dash where the kind has none. */
function Kinds({ rows, ...preferences }: Preferences & { rows: readonly KindRow[] }) {
  const t = useText();
  const columns = [
    { way: 'app', title: t('preferences.by_app') },
    { way: 'mail', title: t('preferences.by_mail') },
  ] as const;
  return (
    <table className={styles.kinds}>
      <thead>
        <tr className="label text-secondary">
          <th scope="col">{t('preferences.kinds')}</th>
          {columns.map(({ way, title }) => (
            <th key={way} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <KindLine key={row.key} row={row} columns={columns} {...preferences} />
        ))}
      </tbody>
    </table>
  );
}

type KindLineProps = Preferences & {
  row: KindRow;
  columns: readonly { way: 'app' | 'mail'; title: string }[];
};

function KindLine({ row, columns, isOn, set }: KindLineProps) {
  const t = useText();
  const title = row.title ?? t(`preferences.${row.key.split('.')[0]}`);
  const notices = t('preferences.notices');
  const help = row.key === 'pn_classified' ? t('preferences.classified_help') : notices;
  const hasHelp = row.key === 'pn_classified' || (row.title !== undefined && row.title !== notices);
  const cell = (key: PreferenceKey | undefined, way: string) =>
    key === undefined ? (
      <>
        <span aria-hidden>–</span>
        <span className="sr-only">{t('preferences.no_way')}</span>
      </>
    ) : (
      <Switch className={styles.bare ?? ''} checked={isOn(key)} onChange={(event) => set(key, event.target.checked)}>
        <span className="sr-only">{`${title}, ${way}`}</span>
      </Switch>
    );
  return (
    <tr>
      <th scope="row">
        <span className="medium" dir="auto">
          {title}
        </span>
        {hasHelp && <span className={`${styles.kind} label text-tertiary`}>{help}</span>}
      </th>
      {columns.map((column) => (
        <td key={column.way}>{cell(row[column.way], column.title)}</td>
      ))}
    </tr>
  );
}
