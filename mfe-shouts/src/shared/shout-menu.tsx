import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { Menu, type MenuEntry } from '@paddock/ui/menu';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DeleteDialog } from './delete-dialog';
import { useShoutRights, type ShoutActions } from './use-shout-actions';

interface ShoutMenuProps {
  shout: ShoutCard;
  now: number;
  actions: ShoutActions;
  /** Undefined where the member may not write. */
  onEdit: ((shout: ShoutCard) => void) | undefined;
}

/** Edit and Delete for members with the right; hidden without entries. */
export function ShoutMenu({ shout, now, actions, onEdit }: ShoutMenuProps) {
  const t = useText();
  const nameOf = useMemberName();
  const rights = useShoutRights(shout, now, actions.manages);
  const [confirming, setConfirming] = useState(false);
  const items: MenuEntry[] = [];
  if (rights.edit && onEdit) items.push({ id: 'edit', label: t('edit'), icon: Pencil, onPress: () => onEdit(shout) });
  if (rights.remove)
    items.push({ id: 'delete', label: t('delete'), icon: Trash2, danger: true, onPress: () => setConfirming(true) });
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={t('more', { name: nameOf(shout.user) })} items={items} dense />
      {confirming && <DeleteDialog shout={shout} actions={actions} onClose={() => setConfirming(false)} />}
    </>
  );
}
