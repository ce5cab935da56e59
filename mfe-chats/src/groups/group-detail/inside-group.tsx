import { readChat } from '@paddock/contract/calls/chats';
import { everybodyGroupId, type GroupMember, type readGroup } from '@paddock/contract/calls/groups';
import type { CallReply } from '@paddock/contract/core/call';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSlotAvailable } from '@paddock/mfe-kit/slots';
import { Button, LinkButton } from '@paddock/ui/button';
import { groupAct, GroupMark, GroupPanel } from '@paddock/ui/group';
import { Bell, BellOff, Link as LinkIcon, MessageCircle, UserPlus } from 'lucide-react';
import { useGroupTitle } from '../use-group';
import { useCopyLink } from './use-copy-link';
import { GroupMarks } from './group-marks';
import { GroupPicture } from './group-picture';

export type GroupReply = CallReply<typeof readGroup>;

interface InsideGroupProps {
  reply: GroupReply;
  /** The members read so far. */
  members: readonly GroupMember[];
  /** They are all members. */
  complete: boolean;
}

/** What a group is, for those who may read it. */
export function InsideGroup({ reply, members, complete }: InsideGroupProps) {
  const t = useText();
  const format = useFormat();
  const titleOf = useGroupTitle();
  const talks = useSlotAvailable('shouts.conversation');
  const { copy, pending } = useCopyLink(reply.group.id);
  const { group, member, manages, can_link } = reply;
  const { id, total_users: total } = group;
  const chat = useCallQuery(readChat, { id }, { enabled: member });
  const online = members.filter((one) => one.online).length;
  return (
    <GroupPanel
      avatar={<GroupPicture group={group} />}
      title={titleOf(group)}
      sub={
        total !== undefined && (
          <span className="tabular-nums">
            {t('group.members_count', { count: total })}
            {complete && online > 0 && ` · ${t('group.online', { number: format.number(online) })}`}
          </span>
        )
      }
      description={group.description}
      acts={
        <>
          {talks && (
            <LinkButton variant="primary" icon={MessageCircle} className={groupAct} href={`#/main/chats/${id}`}>
              {t('group.comment')}
            </LinkButton>
          )}
          {manages && (
            <LinkButton variant="outline" icon={UserPlus} className={groupAct} href={`#/main/group/${id}/members`}>
              {t('group.add_members')}
            </LinkButton>
          )}
          {can_link && (
            <Button variant="outline" icon={LinkIcon} className={groupAct} pending={pending} onPress={copy}>
              {t('group.invite_link')}
            </Button>
          )}
        </>
      }
      marks={
        <>
          {id !== everybodyGroupId && <GroupMarks group={group} />}
          {chat.data && (
            <GroupMark
              icon={chat.data.muted ? BellOff : Bell}
              word={t(chat.data.muted ? 'group.marks.muted' : 'group.marks.counted')}
              text={t(chat.data.muted ? 'group.marks.muted_text' : 'group.marks.counted_text')}
            />
          )}
        </>
      }
    >
      {id !== everybodyGroupId && (
        <p className="label text-tertiary">{t('group.made', { date: format.date(group.created, { year: true }) })}</p>
      )}
    </GroupPanel>
  );
}
