import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack } from '@paddock/mfe-kit/navigation';
import { IconButton } from '@paddock/ui/button';
import { GroupPage } from '@paddock/ui/group';
import { Scroll } from '@paddock/ui/pane';
import { Skeleton } from '@paddock/ui/state';
import { Pencil } from 'lucide-react';
import { GroupFrame } from '../group-frame';
import { useGroup, useGroupTitle } from '../use-group';
import { GroupMenu } from './group-menu';
import { InsideGroup } from './inside-group';
import { MembersCard } from './members-card';
import { OutsideGroup } from './outside-group';

/** The page of a group: for its members, and as others see it. */
export function GroupDetail({ params: { id } }: ScreenProps<'id'>) {
  return <OpenGroup key={id} id={id} />;
}

function OpenGroup({ id }: { id: string }) {
  const t = useText();
  const titleOf = useGroupTitle();
  const { query, head, members } = useGroup(id);
  const onPress = useBack(head?.can_read ? `/main/chats/${id}` : '/main/chats');
  // A reply from before the caller lost access must not stay on the screen.
  const failed = query.isError && (head === undefined || query.error.code === 'GROUP_NOT_FOUND');
  const shown = failed ? undefined : head;
  return (
    <GroupFrame
      current={id}
      label={shown ? t('group.page', { title: titleOf(shown.group) }) : t('group.title')}
      head={<span className="heading grow">{t('group.title')}</span>}
      back={{ onPress }}
      actions={
        shown && (
          <>
            {shown.manages && <IconButton icon={Pencil} label={t('group.edit')} href={`#/main/group/${id}/title`} />}
            <GroupMenu reply={shown} />
          </>
        )
      }
    >
      <Scroll surface="canvas" flush={shown?.can_read === false}>
        {shown ? (
          shown.can_read ? (
            <GroupPage>
              <InsideGroup reply={shown} members={members} complete={!query.hasNextPage} />
              <MembersCard reply={shown} members={members} query={query} />
            </GroupPage>
          ) : (
            <OutsideGroup reply={shown} />
          )
        ) : query.isError ? (
          <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton shape="detail" label={t('group.loading')} />
        )}
      </Scroll>
    </GroupFrame>
  );
}
