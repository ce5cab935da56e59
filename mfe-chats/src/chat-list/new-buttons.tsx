import { useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { IconButton } from '@paddock/ui/button';
import { SquarePen, Users } from 'lucide-react';

/** The header's buttons for a new group, where the member may create one, and for a new chat. */
export function NewButtons({ onNewChat }: { onNewChat: () => void }) {
  const t = useText();
  const { flags, isAdmin } = useSession();
  const newGroup = useHref('chats.new_group', {});
  return (
    <>
      {newGroup !== null && (isAdmin || flags.everybody_can_create_groups) && (
        <IconButton icon={Users} label={t('new_group')} href={newGroup} />
      )}
      {flags.direct_messages_enabled !== false && (
        <IconButton icon={SquarePen} label={t('new_chat.title')} onPress={onNewChat} />
      )}
    </>
  );
}
