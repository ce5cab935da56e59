import { readStatus, type Status } from '@paddock/contract/calls/operations';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack } from '@paddock/mfe-kit/navigation';
import { Banner } from '@paddock/ui/banner';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Skeleton } from '@paddock/ui/state';
import { Facts, RowsCard, OperationsCard } from '../operations-card';
import cards from '../../desk-cards.module.css';
import styles from '../operations.module.css';
import { useOperationsQuery } from '../use-operations-query';
import { JobRow, LimitRow, ModuleRow, ProcessRow, RefusedRow } from './status-rows';

/** How the system runs, refreshed while the page is visible. */
export function StatusPage() {
  const t = useText();
  const back = useBack('/main/admin');
  const { data, error, isFetching, refetch } = useOperationsQuery(readStatus, {});
  return (
    <Pane label={t('status.title')} surface="canvas">
      <ScreenHeader title={t('status.title')} column="wide" back={{ label: t('back'), onPress: back }} />
      <Scroll readOnly>
        {data ? (
          <Figures status={data} failure={error?.code} />
        ) : error ? (
          <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton shape="row" label={t('status.loading')} />
        )}
      </Scroll>
    </Pane>
  );
}

function Figures({ status, failure }: { status: Status; failure: string | undefined }) {
  const t = useText();
  const { processes, jobs, modules, refused, limits } = status;
  const failing = jobs.filter(({ last, failed }) => failed?.at === last).length;
  return (
    <div className={`${cards.columns} ${styles.columns}`}>
      {failure !== undefined && <Stale at={status.at} code={failure} />}
      <div className={cards.column}>
        <RowsCard
          title={t('status.processes')}
          rows={processes}
          rowKey={({ id }) => id}
          render={(row) => <ProcessRow process={row} />}
        />
        <DatabaseCard {...status} />
        <MailCard {...status} />
        <BackupCard {...status} />
      </div>
      <div className={cards.column}>
        {refused.length > 0 && (
          <RowsCard
            title={t('status.refused')}
            rows={refused}
            rowKey={({ path, hint }) => path + hint}
            render={(row) => <RefusedRow {...row} />}
          />
        )}
        <RowsCard
          title={t('status.modules')}
          rows={modules}
          rowKey={({ id }) => id}
          empty={t('status.no_modules')}
          render={(row) => <ModuleRow module={row} />}
        />
        <RowsCard
          title={t('status.limits')}
          note={t('status.last_hour')}
          rows={limits}
          rowKey={({ name }) => name}
          empty={t('status.no_limits')}
          render={(row) => <LimitRow {...row} />}
        />
        <RowsCard
          title={t('status.jobs')}
          note={failing > 0 ? t('status.failing_jobs', { count: failing }) : undefined}
          rows={jobs}
          rowKey={({ name }) => name}
          empty={t('status.no_jobs')}
          render={(row) => <JobRow job={row} />}
        />
      </div>
    </div>
  );
}

/** Shown while the figures cannot be refreshed. */
function Stale({ at, code }: { at: string; code: string }) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const reason = code === 'SERVICE_UNAVAILABLE' ? t('status.unavailable') : t('status.not_refreshed');
  return (
    <div className={styles.wide}>
      <Banner kind="bad">
        {reason} {t('status.as_of', { ago: format.relative(at, now) })}
      </Banner>
    </div>
  );
}

function DatabaseCard({ database: { kind, version, ping_ms, bytes } }: Status) {
  const t = useText();
  const format = useFormat();
  return (
    <OperationsCard title={t('status.database')}>
      <Facts
        facts={[
          [t('status.kind'), t(`status.kinds.${kind}`)],
          [t('status.version'), <bdi key="version">{version}</bdi>],
          [t('status.ping'), t('status.ms', { ms: format.number(ping_ms) })],
          [t('status.size'), bytes === undefined ? undefined : format.fileSize(bytes)],
        ]}
      />
    </OperationsCard>
  );
}

function MailCard({ mail: { waiting, oldest, failed } }: Status) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  return (
    <OperationsCard title={t('status.mail')}>
      <Facts
        facts={[
          [t('status.waiting'), format.number(waiting)],
          [t('status.oldest'), oldest === undefined ? undefined : format.relative(oldest, now)],
          [t('status.given_up'), format.number(failed)],
        ]}
      />
    </OperationsCard>
  );
}

function BackupCard({ backup }: Status) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  if (!backup)
    return (
      <OperationsCard title={t('status.backup')}>
        <p className={`${cards.empty} label text-secondary`}>{t('status.no_backup')}</p>
      </OperationsCard>
    );
  const { made, files, bytes } = backup;
  return (
    <OperationsCard title={t('status.backup')}>
      <Facts
        facts={[
          [t('status.made'), `${format.date(made, { year: true })}, ${format.time(made)}`],
          [t('status.age'), format.relative(made, now)],
          [t('status.files'), files === undefined ? undefined : format.number(files)],
          [t('status.size'), bytes === undefined ? undefined : format.fileSize(bytes)],
        ]}
      />
    </OperationsCard>
  );
}
