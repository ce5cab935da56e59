import { readMemberShouts } from '@paddock/contract/calls/shout-readers';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useNow } from '@paddock/mfe-kit/format';
import { useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Feed } from '@paddock/ui/shout-card';
import { useMemo } from 'react';
import { ShoutItem } from '../feed/shout-item';
import { useShoutActions } from '../actions/use-shout-actions';
import { useShoutCache, useShoutEvents } from '../timeline/use-shout-events';

/** The shouts that one member wrote, as far as the viewer may read them. */
export function MemberShouts({ params: { uid } }: ScreenProps<'uid'>) {
  const t = useText();
  const back = useBack();
  const nameOf = useMemberName();
  const { user: self } = useSession();
  const query = useCallInfinite(
    readMemberShouts,
    { id: uid },
    {
      live: true,
      next: ({ more, shouts }) => (more && shouts.length > 0 ? { before: shouts.at(-1)!.id } : null),
    },
  );
  const now = useNow(query.dataUpdatedAt);
  const cache = useShoutCache({ member: uid });
  useShoutEvents(cache);
  const actions = useShoutActions(cache);
  const shouts = useMemo(() => query.data?.pages.flatMap((page) => page.shouts) ?? [], [query.data]);
  const member = query.data?.pages[0]?.user;
  const other = member ? t('of_member.title', { name: nameOf(member) }) : t('of_member.any');
  const title = uid === self?.id ? t('of_member.own') : other;
  return (
    <Pane label={title} surface="canvas" hidesTabBar>
      <ScreenHeader title={title} back={{ label: t('back'), onPress: back, alwaysShown: true }} divider column />
      <Scroll surface="canvas">
        <List
          id={`shouts-of/${uid}`}
          label={title}
          query={query}
          rows={shouts}
          rowKey={({ id }) => id}
          render={(shout) => (
            <ShoutItem shout={shout} now={now} actions={actions} onEdit={undefined} marked={false} linksToPlace />
          )}
          shape="shout"
          frame={(shown) => <Feed label={title}>{shown}</Feed>}
          empty={t('of_member.empty')}
        />
      </Scroll>
    </Pane>
  );
}
