import { askToJoinGroup } from '@paddock/contract/calls/group-requests';
import { useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button, LinkButton } from '@paddock/ui/button';
import { GroupPage, GroupPanel, Outside } from '@paddock/ui/group';
import { MessageCircle } from 'lucide-react';
import { GroupAvatar } from '../group-avatar';
import { groupReads } from '../use-group';
import { GroupMarks } from './group-marks';
import type { GroupReply } from './inside-group';

interface OutsideGroupProps {
  reply: Pick<GroupReply, 'group' | 'pending' | 'can_post' | 'removed'>;
  /** A composer follows below, so no link leads to one. */
  hasComposer?: boolean;
  onJoined?: (() => void) | undefined;
}

/** A visible group as non-members see it: blank shapes and the way in (A §2). */
export function OutsideGroup({
  reply: { group, pending, can_post, removed = false },
  hasComposer = false,
  onJoined,
}: OutsideGroupProps) {
  const t = useText();
  const toast = useToast();
  const conversation = useHref('shouts.conversation', { id: group.id });
  const ask = useCallMutation(askToJoinGroup, {
    invalidates: groupReads,
    onSuccess({ state }) {
      toast(state === 'added' ? 'group.outside.added' : 'group.outside.sent');
      if (state === 'added') onJoined?.();
    },
    onError: toast.error,
  });
  const word = group.autojoin && !removed ? 'join' : pending ? 'pending' : 'ask';
  return (
    <GroupPage outside>
      <GroupPanel
        avatar={<GroupAvatar group={group} />}
        title={group.title}
        sub={t('group.outside.not_member')}
        description={group.description}
        acts={
          can_post &&
          !hasComposer &&
          conversation !== null && (
            <LinkButton variant="outline" icon={MessageCircle} href={conversation}>
              {t('group.outside.write')}
            </LinkButton>
          )
        }
        marks={<GroupMarks group={group} />}
      />
      <Outside
        title={t('group.outside.title')}
        text={t(removed ? 'group.outside.text_removed' : 'group.outside.text')}
        action={
          <Button
            variant={word === 'pending' ? 'neutral' : 'primary'}
            disabled={word === 'pending'}
            pending={ask.isPending}
            onPress={() => ask.mutate({ id: group.id })}
          >
            {t(`group.outside.${word}`)}
          </Button>
        }
      />
    </GroupPage>
  );
}
