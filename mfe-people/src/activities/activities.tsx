import type { Profile } from '@paddock/contract/calls/people';
import { type Activity, readActivities } from '@paddock/contract/calls/profiles';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { Card } from '@paddock/ui/card';
import { ListRow, Rows, SectionHead } from '@paddock/ui/row';
import { Skeleton } from '@paddock/ui/state';
import { Megaphone, UserPlus } from 'lucide-react';
import styles from '../profile/profile-body.module.css';

const few = { count: 5 };

/** The latest activities of a member, as far as the viewer may see them. */
export function Activities({ member: { id } }: { member: Profile }) {
  const t = useText();
  const { data, error, isFetching, refetch } = useCallQuery(readActivities, { id, ...few });
  if (data?.activities.length === 0) return null;
  return (
    <section className={styles.section}>
      <SectionHead>{t('activities.title')}</SectionHead>
      <Card>
        {data ? (
          <Rows list label={t('activities.title')} divider="icon">
            {data.activities.map((activity) => (
              <div key={`${activity.kind} ${activity.id}`} role="listitem">
                <ActivityRow activity={activity} />
              </div>
            ))}
          </Rows>
        ) : error ? (
          <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton shape="row" count={2} label={t('loading')} />
        )}
      </Card>
    </section>
  );
}

function ActivityRow({ activity: { kind, id, text, created } }: { activity: Activity }) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const shout = useHref('shouts.shout', { id });
  const isShout = kind === 'shout';
  return (
    <ListRow
      {...(isShout && shout !== null && { href: shout, chevron: true })}
      icon={isShout ? Megaphone : UserPlus}
      title={
        isShout && text ? (
          <span className="line-clamp-2" dir="auto">
            {text}
          </span>
        ) : (
          t(`activities.${kind}`)
        )
      }
      sub={format.relative(created, now)}
    />
  );
}
