import { type Poll, readVoters } from '@paddock/contract/calls/polls';
import type { UserCard } from '@paddock/contract/calls/users';
import { useFormat, useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Button } from '@paddock/ui/button';
import { PersonRow } from '@paddock/ui/person-row';
import { SectionHead } from '@paddock/ui/row';
import { Sheet } from '@paddock/ui/sheet';
import { Skeleton } from '@paddock/ui/state';
import styles from './shout-poll.module.css';

interface VotersProps {
  id: string;
  poll: Poll;
  onClose: () => void;
}

/** Who voted in a public poll, by option. */
export function Voters({ id, poll, onClose }: VotersProps) {
  const t = useText();
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
    { next: ({ next }) => (next === null ? null : { page: next }) },
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
          <Voter key={user.id} user={user} />
        ))}
      {query.hasNextPage && (
        <Button variant="quiet" pending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t('poll.more_voters')}
        </Button>
      )}
    </section>
  );
}

function Voter({ user }: { user: UserCard }) {
  const name = useMemberName()(user);
  const href = useHref('people.profile', { uid: user.id });
  return (
    <PersonRow
      avatar={<PersonAvatar id={user.id} name={name} src={user.profile_image} size="l" />}
      lines={[name]}
      href={href ?? undefined}
    />
  );
}
