import type { ShoutCard } from '@paddock/contract/shouts';
import { useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { Menu, type MenuEntry } from '@paddock/ui/menu';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useShoutRights, type useShoutActions } from './use-shout-actions';

interface ShoutMenuProps {
  shout: ShoutCard;
  now: number;
  actions: ReturnType<typeof useShoutActions>;
  onEdit: (shout: ShoutCard) => void;
}

/** Edit and delete, for who may; nothing for who may not. */
export function ShoutMenu({ shout, now, actions, onEdit }: ShoutMenuProps) {
  const t = useText();
  const nameOf = useMemberName();
  const rights = useShoutRights(shout, now);
  const [asking, setAsking] = useState(false);
  const items: MenuEntry[] = [];
  if (rights.edit) items.push({ id: 'edit', label: t('edit'), icon: Pencil, onPress: () => onEdit(shout) });
  if (rights.remove)
    items.push({ id: 'delete', label: t('delete'), icon: Trash2, danger: true, onPress: () => setAsking(true) });
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={t('more', { name: nameOf(shout.user) })} items={items} dense />
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={t('delete_title')}
          text={t('delete_text')}
          confirmLabel={t('delete')}
          cancelLabel={t('cancel')}
          danger
          pending={actions.removing}
          onConfirm={() => actions.remove(shout, () => setAsking(false))}
        />
      )}
    </>
  );
}
