import { readMemberShouts } from '@paddock/contract/calls/shout-readers';
import { useNow } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { Button } from '@paddock/ui/button';
import { Feed } from '@paddock/ui/shout-card';
import { ShoutItem } from '../feed/shout-item';
import { useShoutActions } from '../actions/use-shout-actions';
import { useShoutCache, useShoutEvents } from '../timeline/use-shout-events';

/** What the member has written to a group from outside: all of its feed that they may read. */
export function OwnOutside({ group, member }: { group: string; member: string }) {
  const t = useText();
  const query = useCallInfinite(
    readMemberShouts,
    { id: member, group },
    {
      live: true,
      next: ({ more, shouts }) => (more && shouts.length > 0 ? { before: shouts.at(-1)!.id } : null),
    },
  );
  const now = useNow(query.dataUpdatedAt);
  const cache = useShoutCache({ member, group });
  useShoutEvents(cache, group);
  const actions = useShoutActions(cache);
  const shouts = query.data?.pages.flatMap((page) => page.shouts) ?? [];
  if (shouts.length === 0) return null;
  return (
    <section aria-label={t('outside.own')}>
      <h2 className="pad heading">{t('outside.own')}</h2>
      <Feed label={t('outside.own')}>
        {shouts.map((shout) => (
          <ShoutItem key={shout.id} shout={shout} now={now} actions={actions} onEdit={undefined} marked={false} />
        ))}
      </Feed>
      {query.hasNextPage && (
        <div className="pad">
          <Button pending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t('outside.more')}
          </Button>
        </div>
      )}
    </section>
  );
}
