import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { Menu, type MenuEntry } from '@paddock/ui/menu';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { MessageSquare, Pencil, ThumbsUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { commentsPath } from './shout';
import { useShoutRights, type ShoutActions } from './use-shout-actions';

interface ShoutMenuProps {
  shout: ShoutCard;
  now: number;
  actions: ShoutActions;
  /** Undefined where the member may not write. */
  onEdit: ((shout: ShoutCard) => void) | undefined;
  /** Includes Like and Comments, for shouts without buttons. */
  withReactions?: boolean;
}

/** Edit and Delete for members with the right; hidden without entries. */
export function ShoutMenu({ shout, now, actions, onEdit, withReactions = false }: ShoutMenuProps) {
  const t = useText();
  const { flags } = useSession();
  const nameOf = useMemberName();
  const rights = useShoutRights(shout, now);
  const [confirming, setConfirming] = useState(false);
  const items: MenuEntry[] = [];
  if (withReactions && !flags.disable_likes)
    items.push({
      id: 'like',
      label: t('like', { count: 0 }),
      icon: ThumbsUp,
      onPress: () => actions.toggleLike(shout),
    });
  if (withReactions && !flags.disable_comments)
    items.push({
      id: 'comment',
      label: t('comments', { count: 0 }),
      icon: MessageSquare,
      href: `#${commentsPath(shout)}`,
    });
  if (rights.edit && onEdit) items.push({ id: 'edit', label: t('edit'), icon: Pencil, onPress: () => onEdit(shout) });
  if (rights.remove)
    items.push({ id: 'delete', label: t('delete'), icon: Trash2, danger: true, onPress: () => setConfirming(true) });
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={t('more', { name: nameOf(shout.user) })} items={items} dense />
      {confirming && (
        <ConfirmDialog
          open
          onClose={() => setConfirming(false)}
          title={t('delete_title')}
          text={t('delete_text')}
          confirmLabel={t('delete')}
          cancelLabel={t('cancel')}
          danger
          pending={actions.removing}
          onConfirm={() => actions.remove(shout, () => setConfirming(false))}
        />
      )}
    </>
  );
}
