import { type Poll, readVoters } from '@paddock/contract/calls/polls';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { MemberRow } from '@paddock/mfe-kit/people-list';
import { useCallCache, useCallInfinite } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { Button } from '@paddock/ui/button';
import { SectionHead } from '@paddock/ui/row';
import { Sheet } from '@paddock/ui/sheet';
import { Skeleton } from '@paddock/ui/state';
import styles from './shout-poll.module.css';

interface VotersProps {
  id: string;
  poll: Poll;
  onClose: () => void;
}

/** The voters of a public poll, by option. */
export function Voters({ id, poll, onClose }: VotersProps) {
  const t = useText();
  const cache = useCallCache();
  useRealtime('updating_shout', ({ shout }) => {
    if (shout.id === id) void cache.refresh(readVoters);
  });
  return (
    <Sheet open onClose={onClose} title={t('poll.voters')} closeLabel={t('poll.close')}>
      <div className={styles.voters}>
        {poll.options
          .filter(({ voters_count }) => voters_count > 0)
          .map((option) => (
            <VotersOf key={option.id} id={id} option={option} />
          ))}
      </div>
    </Sheet>
  );
}

function VotersOf({ id, option }: { id: string; option: Poll['options'][number] }) {
  const t = useText();
  const format = useFormat();
  const query = useCallInfinite(
    readVoters,
    { id, option: option.id },
    { live: true, next: ({ next }) => (next === null ? null : { page: next }) },
  );
  return (
    <section aria-label={option.text}>
      <SectionHead tight>
        <bdi>{option.text}</bdi> · {format.number(option.voters_count)}
      </SectionHead>
      {query.isPending && <Skeleton shape="person" count={1} label={t('loading')} />}
      {query.isError && !query.data && (
        <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {query.data?.pages
        .flatMap(({ users }) => users)
        .map((user) => (
          <MemberRow key={user.id} member={user} />
        ))}
      {query.hasNextPage && (
        <Button variant="quiet" pending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t('poll.more_voters')}
        </Button>
      )}
    </section>
  );
}
