import { browseGroups, type BrowsedGroup } from '@paddock/contract/calls/group-browsing';
import { readChats } from '@paddock/contract/calls/chats';
import { askToJoinGroup } from '@paddock/contract/calls/group-requests';
import { readGroup } from '@paddock/contract/calls/groups';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { GroupAvatar } from '@paddock/ui/avatar';
import { Button } from '@paddock/ui/button';
import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';
import { GroupMemberRow } from '@paddock/ui/group';
import { Tag } from '@paddock/ui/tag';
import { EyeOff } from 'lucide-react';
import { feedPath } from './use-filters';

/** A group that the member is not in, with the way in. */
export function OtherGroup({ group }: { group: BrowsedGroup }) {
  const t = useText();
  const toast = useToast();
  const { id, title, color, icon, image_url, total_users, pending, invisible } = group;
  const ask = useCallMutation(askToJoinGroup, {
    invalidates: [readChats, readGroup, browseGroups],
    onSuccess: ({ state }) => toast(state === 'added' ? 'filter.added' : 'filter.sent'),
    onError: toast.error,
  });
  const count = total_users === undefined ? undefined : t('filter.members_count', { count: total_users });
  const word = group.autojoin && !group.removed ? 'join' : pending ? 'pending' : 'ask';
  return (
    <GroupMemberRow
      avatar={<GroupAvatar tone={toneOfGroup(color)} icon={groupIcon(icon)} src={image_url} size="s" />}
      name={title}
      // The column beside the feed has room for a tag below the title alone.
      sub={
        invisible ? (
          <span className="inline wrap gap-1">
            <Tag icon={EyeOff}>{t('filter.hidden')}</Tag> <span>{count}</span>
          </span>
        ) : (
          count
        )
      }
      href={`#${feedPath(id)}`}
      action={
        <Button
          size="s"
          aria-label={t(`filter.${word}_of`, { title })}
          disabled={word === 'pending'}
          pending={ask.isPending}
          onPress={() => ask.mutate({ id })}
        >
          {t(`filter.${word}`)}
        </Button>
      }
    />
  );
}
