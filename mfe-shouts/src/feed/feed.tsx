import { EVERYBODY } from '@paddock/contract/groups';
import { readShouts } from '@paddock/contract/shouts';
import { useNow } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { ComposerInvite } from '@paddock/ui/composer';
import { ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Feed as FeedColumn, ShoutCard, ShoutHead, ShoutText } from '@paddock/ui/shout-card';
import { Empty, Skeleton } from '@paddock/ui/state';
import { type ReactNode, useState } from 'react';
import { ShoutComposer } from '../composing/shout-composer';
import { useEditing } from '../composing/use-editing';
import { type Unsent, usePosting } from '../composing/use-posting';
import { LoadFailed } from '../shared/load-failed';
import { LoadOlder } from '../shared/load-older';
import { placeOf } from '../shared/place';
import { UnsentStatus } from '../shared/unsent-status';
import { useMarkRead } from '../shared/use-mark-read';
import { useShoutActions } from '../shared/use-shout-actions';
import { useShoutCache, useShoutEvents } from '../shared/use-shout-events';
import { WrittenText } from '../text/written-text';
import { ShoutItem } from './shout-item';

/** Shouts of a filter, newest first, in steps of 10; the box to shout opens from the line at the head. */
export function Feed({ filter, head }: { filter: string; head: ReactNode }) {
  const t = useText();
  const title = useTabTitle('shouts') ?? t('title');
  const now = useNow();
  const { user } = useSession();
  const query = useCallInfinite(
    readShouts,
    { filter },
    {
      next: (page) => (page.more ? { before: page.shouts.at(-1)!.id } : null),
      live: true,
    },
  );
  const cache = useShoutCache(filter, undefined);
  useShoutEvents({ filter });
  const actions = useShoutActions(cache);
  const editing = useEditing(cache.update);
  const conversation = query.data?.pages[0]?.conversation;
  const place = placeOf(conversation ?? { id: filter, kind: 'group', users: [] });
  const posting = usePosting(place, cache.add);
  const [writing, setWriting] = useState(false);
  useMarkRead(filter, query.isFetchedAfterMount ? conversation : undefined);

  const shouts = (query.data?.pages ?? []).flatMap((page) => page.shouts);
  const unsent = posting.items.filter((item) => !shouts.some(({ client_id }) => client_id === item.client_id));
  const placeName = filter === EVERYBODY ? t('everybody') : (conversation?.title ?? '');
  const invite = filter === EVERYBODY ? t('shout_to_everybody') : t('shout_to', { name: placeName });
  const open = writing || editing.shout !== null || posting.text !== '';

  return (
    <>
      <ScreenHeader title={title} phoneOnly />
      {head}
      <Scroll ground>
        {query.isPending && <Skeleton shape="shout" count={4} label={t('loading')} />}
        {query.isError && shouts.length === 0 && (
          <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />
        )}
        {query.data && (
          <FeedColumn
            label={placeName}
            head={
              conversation?.can_post &&
              user &&
              !open && (
                <ComposerInvite
                  avatar={<PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="m" />}
                  text={invite}
                  onPress={() => setWriting(true)}
                />
              )
            }
          >
            {[...unsent].reverse().map((item) => (
              <UnsentShout key={item.client_id} item={item} />
            ))}
            {shouts.map((shout) => (
              <ShoutItem key={shout.id} shout={shout} now={now} actions={actions} onEdit={editing.start} />
            ))}
          </FeedColumn>
        )}
        {query.data && shouts.length === 0 && unsent.length === 0 && <Empty title={t('be_the_first')} />}
        {query.hasNextPage && (
          <LoadOlder shape="shout" pending={query.isFetchingNextPage} onReached={() => void query.fetchNextPage()} />
        )}
      </Scroll>
      {conversation?.can_post && open && (
        <ShoutComposer
          label={invite}
          text={posting.text}
          setText={posting.setText}
          onSend={() => {
            posting.send();
            setWriting(false);
          }}
          editing={editing}
          width="feed"
          autoFocus={writing}
        />
      )}
    </>
  );
}

function UnsentShout({ item }: { item: Unsent }) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <ShoutCard sending>
      <ShoutHead
        avatar={<PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="m" />}
        name={user.fullname}
        note={<UnsentStatus item={item} />}
      />
      <ShoutText>
        <WrittenText text={item.input.shout ?? ''} mentions={[]} />
      </ShoutText>
    </ShoutCard>
  );
}
