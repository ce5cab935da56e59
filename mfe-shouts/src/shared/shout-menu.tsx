import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { Menu, type MenuEntry } from '@paddock/ui/menu';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { MessageSquare, Pencil, ThumbsUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useShoutRights, type useShoutActions } from './use-shout-actions';

interface ShoutMenuProps {
  shout: ShoutCard;
  now: number;
  actions: ReturnType<typeof useShoutActions>;
  /** Without it nobody may write here. */
  onEdit: ((shout: ShoutCard) => void) | undefined;
  /** Also what stands beside other shouts as buttons: to like it, and its comments. */
  whole?: boolean;
}

/** Edit and delete, for who may; nothing for who may not. */
export function ShoutMenu({ shout, now, actions, onEdit, whole = false }: ShoutMenuProps) {
  const t = useText();
  const { flags } = useSession();
  const nameOf = useMemberName();
  const rights = useShoutRights(shout, now);
  const [asking, setAsking] = useState(false);
  const items: MenuEntry[] = [];
  if (whole && !flags.disable_likes)
    items.push({
      id: 'like',
      label: t('like', { count: 0 }),
      icon: ThumbsUp,
      onPress: () => actions.toggleLike(shout),
    });
  if (whole && !flags.disable_comments)
    items.push({
      id: 'comment',
      label: t('comments', { count: 0 }),
      icon: MessageSquare,
      href: `#/main/shout/${shout.id}`,
    });
  if (rights.edit && onEdit) items.push({ id: 'edit', label: t('edit'), icon: Pencil, onPress: () => onEdit(shout) });
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
