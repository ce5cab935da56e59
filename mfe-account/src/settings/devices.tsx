import { type DeviceSession, endSession, readSessions } from '@paddock/contract/calls/sessions';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { ListRow, Rows } from '@paddock/ui/row';
import { Skeleton } from '@paddock/ui/state';
import { Tag } from '@paddock/ui/tag';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useKeptFocus } from '../use-kept-focus';
import styles from './settings.module.css';

const handheld = /android|iphone|ipad|ios|mobile/i;

/** The member's sessions, each with a button that ends it. */
export function Devices() {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const query = useCallQuery(readSessions, {}, { staleTime: 0 });
  const { mutateAsync } = useCallMutation(endSession, { invalidates: [readSessions] });
  const [ending, setEnding] = useState<readonly string[]>([]);
  const part = useKeptFocus();

  if (query.error && !query.data)
    return <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton shape="row" count={2} label={t('settings.devices.loading')} />;

  const sessions = [...query.data.sessions].sort((a, b) => Number(b.current) - Number(a.current));
  const others = sessions.filter(({ current }) => !current);
  const end = async (those: readonly DeviceSession[]) => {
    setEnding(those.map(({ id }) => id));
    const replies = await Promise.allSettled(those.map(({ id }) => mutateAsync({ id })));
    setEnding([]);
    const failed = replies.flatMap((answer) => (answer.status === 'rejected' ? [asApiError(answer.reason)] : []));
    // A session that has ended meanwhile counts as success.
    const [error] = failed.filter(({ code }) => code !== 'NOT_FOUND');
    if (error) toast.error(error);
    else toast('settings.devices.ended', { count: those.length });
  };
  return (
    <div ref={part} className="stack gap-4">
      <Rows label={t('settings.devices.title')} divider="none" className={styles.devices}>
        {sessions.map((session) => {
          const name = session.device || t('settings.devices.unknown');
          return (
            <ListRow
              key={session.id}
              icon={handheld.test(session.device) ? Smartphone : Monitor}
              title={<bdi>{name}</bdi>}
              sub={
                session.current
                  ? t('settings.devices.since', { when: format.relative(session.created) })
                  : t('settings.devices.used', { when: format.relative(session.last_used) })
              }
              end={
                session.current ? (
                  <Tag kind="ok">{t('settings.devices.this_one')}</Tag>
                ) : (
                  <Button
                    size="s"
                    pending={ending.includes(session.id)}
                    aria-label={t('settings.devices.log_out_of', { device: name })}
                    onPress={() => void end([session])}
                  >
                    {t('settings.log_out')}
                  </Button>
                )
              }
            />
          );
        })}
      </Rows>
      {others.length > 0 && (
        <div>
          <Button variant="danger-outline" pending={ending.length > 1} onPress={() => void end(others)}>
            {t('settings.devices.log_out_others')}
          </Button>
        </div>
      )}
    </div>
  );
}
