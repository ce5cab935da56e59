import { muteChat, readChat } from '@paddock/contract/calls/chats';
import { leaveGroup } from '@paddock/contract/calls/group-members';
import { askToJoinGroup } from '@paddock/contract/calls/group-requests';
import { deleteGroup } from '@paddock/contract/calls/groups';
import { useText } from '@paddock/mfe-kit/i18n';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Menu, type MenuEntry } from '@paddock/ui/menu';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { Bell, BellOff, Link as LinkIcon, LogIn, LogOut, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { groupReads } from '../use-group';
import type { GroupReply } from './inside-group';
import { LinkSheet } from './link-sheet';

type Asking = 'leave' | 'delete' | 'link';

/** Mute, leave, the invitation link's settings, and delete. */
export function GroupMenu({ reply }: { reply: GroupReply }) {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const { flags } = useSession();
  const { group, member, manages } = reply;
  const { id, title } = group;
  const [open, setOpen] = useState<Asking>();
  const close = () => setOpen(undefined);
  const settings = { invalidates: groupReads, onError: toast.error };
  const { data: chat } = useCallQuery(readChat, { id }, { enabled: member });
  const mute = useCallMutation(muteChat, settings);
  const join = useCallMutation(askToJoinGroup, { ...settings, onSuccess: () => toast('group.outside.added') });
  const gone = (key: 'group.leave.done' | 'group.delete.done') => () => {
    navigate('/main/chats', { replace: true });
    toast(key, { title });
  };
  const leave = useCallMutation(leaveGroup, { ...settings, onSuccess: gone('group.leave.done') });
  const remove = useCallMutation(deleteGroup, { ...settings, onSuccess: gone('group.delete.done') });

  const items: MenuEntry[] = [];
  if (chat)
    items.push({
      id: 'mute',
      label: t(chat.muted ? 'unmute' : 'mute'),
      icon: chat.muted ? Bell : BellOff,
      onPress: () => mute.mutate({ id, mute: !chat.muted }),
    });
  if (manages && flags.deep_linking)
    items.push({ id: 'link', label: t('group.link.settings'), icon: LinkIcon, onPress: () => setOpen('link') });
  // Workplace admins read groups that they are not in.
  if (!member && manages)
    items.push({ id: 'join', label: t('group.outside.join'), icon: LogIn, onPress: () => join.mutate({ id }) });
  if (reply.can_leave)
    items.push({ id: 'leave', label: t('group.leave.action'), icon: LogOut, onPress: () => setOpen('leave') });
  if (manages)
    items.push({
      id: 'delete',
      label: t('group.delete.action'),
      icon: Trash2,
      danger: true,
      onPress: () => setOpen('delete'),
    });
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={t('more', { name: title })} items={items} />
      <ConfirmDialog
        open={open === 'leave'}
        onClose={close}
        onConfirm={() => leave.mutate({ id }, { onSettled: close })}
        title={t('group.leave.ask', { title })}
        text={t(group.invisible ? 'group.leave.text_invisible' : 'group.leave.text')}
        confirmLabel={t('group.leave.confirm')}
        cancelLabel={t('group.cancel')}
        danger
        pending={leave.isPending}
      />
      <ConfirmDialog
        open={open === 'delete'}
        onClose={close}
        onConfirm={() => remove.mutate({ id }, { onSettled: close })}
        title={t('group.delete.ask', { title })}
        text={t('group.delete.text')}
        confirmLabel={t('group.delete.confirm')}
        cancelLabel={t('group.cancel')}
        danger
        pending={remove.isPending}
      />
      {manages && flags.deep_linking && <LinkSheet id={id} open={open === 'link'} onClose={close} />}
    </>
  );
}
