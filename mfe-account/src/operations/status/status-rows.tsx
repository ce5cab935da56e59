import type { PeriodicJob, RunningProcess, Status } from '@paddock/contract/calls/operations';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { Joined } from '@paddock/ui/joined';
import { ListRow } from '@paddock/ui/row';
import { Tag } from '@paddock/ui/tag';
import { Check, CircleAlert } from 'lucide-react';
import { Code, useDuration } from '../operations-card';

/** Events that wait longer are not delivered at once. */
const slowMs = 1000;

/** A process of the services. */
export function ProcessRow({ process }: { process: RunningProcess }) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const {
    host,
    release,
    contract,
    services,
    started,
    alone,
    answering,
    outbox_lag_ms: lag,
    outbox_waiting: waiting,
  } = process;
  return (
    <ListRow
      title={<bdi>{host}</bdi>}
      sub={
        <>
          <Joined
            parts={[
              t('status.started', { ago: format.relative(started, now) }),
              release !== undefined && t('status.release', { release }),
              t('status.contract', { version: contract }),
              services.length > 0 && t('status.services', { names: services.join(', ') }),
              answering && t('status.answering'),
            ]}
          />
          <br />
          <Joined
            parts={[
              t('status.lag', { ms: format.number(lag) }),
              waiting !== undefined && t('status.queue', { count: waiting }),
            ]}
          />
        </>
      }
      end={
        lag > slowMs ? (
          <Tag kind="warn" icon={CircleAlert}>
            {t('status.slow')}
          </Tag>
        ) : (
          alone && (
            <Tag kind="ok" icon={Check}>
              {t('status.alone')}
            </Tag>
          )
        )
      }
    />
  );
}

/** A periodic job. */
export function JobRow({ job: { name, every_seconds, last, failed } }: { job: PeriodicJob }) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const duration = useDuration();
  return (
    <ListRow
      title={<Code>{name}</Code>}
      sub={
        <Joined
          parts={[
            t('status.last_run', { ago: format.relative(last, now) }),
            t('status.every', { time: duration(every_seconds) }),
            failed && t('status.job_failed', { ago: format.relative(failed.at, now), error: failed.error }),
          ]}
        />
      }
      end={
        failed?.at === last && (
          <Tag kind="bad" icon={CircleAlert}>
            {t('status.failing')}
          </Tag>
        )
      }
    />
  );
}

/** A module that fails in members' windows, or whose channel cannot be read. */
export function ModuleRow({ module: { id, version, failures, problem } }: { module: Status['modules'][number] }) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  return (
    <ListRow
      title={
        <bdi>
          {id} {version}
        </bdi>
      }
      sub={
        <Joined
          parts={[
            failures && t('status.failures', { count: failures.count, code: failures.code }),
            failures && t('status.last_failure', { ago: format.relative(failures.last, now) }),
            problem,
          ]}
        />
      }
      end={
        <Tag kind="bad" icon={CircleAlert}>
          {t('status.failing')}
        </Tag>
      }
    />
  );
}

/** A place in a deployment file that was refused. */
export function RefusedRow({ path, hint }: Status['refused'][number]) {
  return <ListRow title={<Code>{path}</Code>} sub={<bdi>{hint}</bdi>} />;
}

/** What a limit refused. */
export function LimitRow({ name, count }: Status['limits'][number]) {
  const format = useFormat();
  return (
    <ListRow
      title={<Code>{name}</Code>}
      end={<span className="tabular-nums text-secondary">{format.number(count)}</span>}
    />
  );
}
