import { readPass } from '@paddock/contract/calls/event-check-in';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useDraft } from '@paddock/mfe-kit/outbox';
import { useCallCache, useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { Banner } from '@paddock/ui/banner';
import { Sheet } from '@paddock/ui/sheet';
import { Skeleton } from '@paddock/ui/state';
import encodeQR from 'qr';
import { useEffect, useMemo } from 'react';
import styles from './check-in.module.css';

/** Codes that mean that the member has no pass. After others, such as TOO_MANY_REQUESTS, the stored pass stays. */
const refusals = ['EVENT_NOT_FOUND', 'NOT_ATTENDING', 'FEATURE_DISABLED'];

/** The member's pass as a QR code and as a short code to type. What was shown once opens without a connection. */
export function PassSheet({ event, onClose }: { event: PaddockEvent; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const cache = useCallCache();
  const { user } = useSession();
  const [kept, keep] = useDraft(`pass.${event.id}`);
  const query = useCallQuery(readPass, { id: event.id }, { live: true });
  useRealtime('updating_event', (update) => {
    if (update.event.id === event.id) void cache.refresh(readPass, { id: event.id });
  });
  const { data, error } = query;
  const isRefused = error !== null && refusals.includes(error.code);
  useEffect(() => {
    if (data) keep(JSON.stringify({ pass: data.pass, short_code: data.short_code }));
    else if (isRefused) keep('');
  }, [data, isRefused, keep]);
  const pass = isRefused ? undefined : (data ?? passOf(kept));
  return (
    <Sheet open onClose={onClose} title={t('check_in.your_pass')} closeLabel={t('close')}>
      {pass ? (
        <div className={styles.pass}>
          <div>
            <p className="heading">{event.title}</p>
            <p className="text-secondary">{user?.fullname}</p>
          </div>
          <div className={styles.code}>
            <Code text={pass.pass} label={t('check_in.code')} />
          </div>
          <p
            className={`${styles.short} code strong`}
          >{`${pass.short_code.slice(0, 4)}-${pass.short_code.slice(4)}`}</p>
          {data?.arrived ? (
            <Banner kind="ok">{t('check_in.you_arrived', { time: format.time(data.arrived, event.time_zone) })}</Banner>
          ) : (
            <p className="label text-secondary">{t('check_in.show')}</p>
          )}
        </div>
      ) : error ? (
        <LoadFailed error={error} pending={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton shape="detail" count={1} label={t('loading')} />
      )}
    </Sheet>
  );
}

/** A QR code as one path; the margin of four modules belongs to the code. */
function Code({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: 4 }), [text]);
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <path d={path} fill="currentColor" />
    </svg>
  );
}

function passOf(kept: string): { pass: string; short_code: string } | undefined {
  try {
    return kept === '' ? undefined : (JSON.parse(kept) as { pass: string; short_code: string });
  } catch {
    return undefined;
  }
}
