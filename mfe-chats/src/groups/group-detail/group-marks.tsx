import type { Group } from '@paddock/contract/calls/groups';
import { useText } from '@paddock/mfe-kit/i18n';
import { GroupMark } from '@paddock/ui/group';
import { DoorOpen, Eye, EyeOff, UserCheck } from 'lucide-react';

/** Whether a group is visible, and the way to join it. */
export function GroupMarks({ group: { invisible, autojoin } }: { group: Pick<Group, 'invisible' | 'autojoin'> }) {
  const t = useText();
  const found = invisible ? 'hidden' : 'visible';
  const entry = invisible ? 'invited' : autojoin ? 'open' : 'request';
  return (
    <>
      <GroupMark
        icon={invisible ? EyeOff : Eye}
        word={t(`group.marks.${found}`)}
        text={t(`group.marks.${found}_text`)}
      />
      <GroupMark
        icon={entry === 'open' ? DoorOpen : UserCheck}
        word={t(`group.marks.${entry}`)}
        text={t(`group.marks.${entry}_text`)}
      />
    </>
  );
}
