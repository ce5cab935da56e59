import type { Shout, ShoutCard } from '@paddock/contract/calls/shouts';
import { useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { BubbleActions } from '@paddock/ui/bubbles';
import { IconButton } from '@paddock/ui/button';
import { Menu } from '@paddock/ui/menu';
import { ActionSheet, type SheetAction } from '@paddock/ui/sheet';
import { Copy, Flag, Link, MessageSquareDot, MessageSquareReply, Pencil, ThumbsUp, Trash2 } from 'lucide-react';
import { commentsPath } from '../actions/shout';
import { useCopyLink } from '../actions/use-share';
import { type ShoutActions, useShoutRights } from '../actions/use-shout-actions';

export interface MessageActionsProps {
  shout: Shout;
  now: number;
  actions: ShoutActions;
  /** Undefined where the member may not write. */
  onEdit: ((shout: ShoutCard) => void) | undefined;
  /** Undefined where the member reads as a visitor. */
  onUnread: ((shout: Shout) => void) | undefined;
  /** Asks before it deletes. */
  onDelete: () => void;
  /** Undefined for the own messages. */
  onReport: (() => void) | undefined;
}

type MessageAction = SheetAction & Required<Pick<SheetAction, 'icon'>>;

/** What the member can do with a message: the most frequent actions, and the rest. */
function useMessageActions({ shout, now, actions, onEdit, onUnread, onDelete, onReport }: MessageActionsProps) {
  const t = useText();
  const toast = useToast();
  const { flags } = useSession();
  const copyLink = useCopyLink();
  const rights = useShoutRights(shout, now, actions.manages);
  const frequent: MessageAction[] = [];
  if (!flags.disable_likes)
    frequent.push({
      id: 'like',
      label: t('like', { count: 0 }),
      icon: ThumbsUp,
      isSelected: shout.liked,
      onPress: () => actions.toggleLike(shout),
    });
  if (!flags.disable_comments)
    frequent.push({
      id: 'comment',
      label: t('comments', { count: 0 }),
      icon: MessageSquareReply,
      href: `#${commentsPath(shout)}`,
    });
  const copy = () =>
    void navigator.clipboard.writeText(shout.shout).then(
      () => toast('copied'),
      () => toast('link_not_copied', { kind: 'bad' }),
    );
  if ('clipboard' in navigator && shout.shout.trim() !== '')
    frequent.push({ id: 'copy', label: t('copy'), icon: Copy, onPress: copy });
  const rest: MessageAction[] = [];
  if (copyLink) rest.push({ id: 'link', label: t('copy_link'), icon: Link, onPress: () => copyLink(shout) });
  if (onUnread)
    rest.push({ id: 'unread', label: t('unread_from_here'), icon: MessageSquareDot, onPress: () => onUnread(shout) });
  if (rights.edit && onEdit) rest.push({ id: 'edit', label: t('edit'), icon: Pencil, onPress: () => onEdit(shout) });
  if (onReport) rest.push({ id: 'report', label: t('report'), icon: Flag, danger: true, onPress: onReport });
  if (rights.remove) rest.push({ id: 'delete', label: t('delete'), icon: Trash2, danger: true, onPress: onDelete });
  return { frequent, rest };
}

/** The bar beside a hovered or focused message. */
export function MessageBar(props: MessageActionsProps) {
  const t = useText();
  const nameOf = useMemberName();
  const { frequent, rest } = useMessageActions(props);
  return (
    <BubbleActions label={t('actions')}>
      {frequent.map(({ id, label, icon, isSelected, href, onPress }) => (
        <IconButton
          key={id}
          icon={icon}
          label={label}
          dense
          {...(isSelected !== undefined && { isSelected })}
          {...(href !== undefined && { href })}
          {...(onPress && { onPress })}
        />
      ))}
      {rest.length > 0 && <Menu label={t('more', { name: nameOf(props.shout.user) })} items={rest} dense />}
    </BubbleActions>
  );
}

const maxQuick = 4;

/** The sheet of a long press, and of the keys for a context menu. */
export function MessageSheet({ onClose, ...props }: MessageActionsProps & { onClose: () => void }) {
  const t = useText();
  const nameOf = useMemberName();
  const { frequent, rest } = useMessageActions(props);
  const all = [...frequent, ...rest];
  const isQuick = (action: MessageAction) => !action.danger && all.indexOf(action) < maxQuick;
  return (
    <ActionSheet
      open
      onClose={onClose}
      label={t('actions_for', { name: nameOf(props.shout.user) })}
      quick={all.filter(isQuick)}
      actions={all.filter((action) => !isQuick(action))}
      cancelLabel={t('cancel')}
    />
  );
}
