import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { Menu, type MenuEntry } from '@paddock/ui/menu';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { useSession } from '@paddock/mfe-kit/session';
import { Eye, Flag, Pencil, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DeleteDialog } from './delete-dialog';
import { useShare } from './use-share';
import { useShoutRights, type ShoutActions } from './use-shout-actions';

interface ShoutMenuProps {
  shout: ShoutCard;
  now: number;
  actions: ShoutActions;
  /** Undefined where the member may not write. */
  onEdit: ((shout: ShoutCard) => void) | undefined;
  /** Shows the views of a shout. */
  onViews?: () => void;
}

/** What the member may do with a shout or comment; hidden if that is nothing. */
export function ShoutMenu({ shout, now, actions, onEdit, onViews }: ShoutMenuProps) {
  const t = useText();
  const nameOf = useMemberName();
  const rights = useShoutRights(shout, now, actions.manages);
  const { user } = useSession();
  const canReport = useSlotAvailable('account.report') && user?.id !== shout.user.id;
  const [confirming, setConfirming] = useState(false);
  const share = useShare();
  const [reporting, setReporting] = useState(false);
  const items: MenuEntry[] = [];
  if (share && !shout.in_reply_to)
    items.push({ id: 'share', label: t('share'), icon: Share2, onPress: () => share(shout) });
  if (rights.views && onViews) items.push({ id: 'views', label: t('views'), icon: Eye, onPress: onViews });
  if (rights.edit && onEdit) items.push({ id: 'edit', label: t('edit'), icon: Pencil, onPress: () => onEdit(shout) });
  if (rights.remove)
    items.push({ id: 'delete', label: t('delete'), icon: Trash2, danger: true, onPress: () => setConfirming(true) });
  if (canReport) items.push({ id: 'report', label: t('report'), icon: Flag, onPress: () => setReporting(true) });
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={t('more', { name: nameOf(shout.user) })} items={items} dense />
      {confirming && <DeleteDialog shout={shout} actions={actions} onClose={() => setConfirming(false)} />}
      {reporting && (
        <Slot name="account.report" props={{ kind: 'shout', id: shout.id, onClose: () => setReporting(false) }} />
      )}
    </>
  );
}
