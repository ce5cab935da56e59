import { deleteSponsor, readSponsors, type Sponsor } from '@paddock/contract/calls/notices';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Menu, type MenuEntry } from '@paddock/ui/menu';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { ArrowDown, ArrowUp, ClipboardCheck, Flag, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { addressOf, type Board } from './addresses';
import { useMoveNotice } from './use-move-notice';

interface NoticeActionsProps {
  sponsor: Sponsor;
  board: Board;
  above: Sponsor | undefined;
  below: Sponsor | undefined;
  /** For a notice of another member. */
  onReport: (() => void) | undefined;
}

/** What the member may do with a notice: for admins and the owner change it, for the others report it. */
export function NoticeActions({ sponsor, board, above, below, onReport }: NoticeActionsProps) {
  const t = useText();
  const [isDeleting, setDeleting] = useState(false);
  const { move, isMoving } = useMoveNotice(board);
  const { id, can_edit, can_delete, acknowledgement } = sponsor;
  const entries: MenuEntry[] = [];
  const add = (entry: MenuEntry, isOffered: boolean) => isOffered && entries.push(entry);
  add({ id: 'edit', label: t('notices.edit'), icon: Pencil, href: `#${addressOf(id)}/edit` }, can_edit);
  add(
    { id: 'up', label: t('notices.move_up'), icon: ArrowUp, onPress: () => void (above && move(sponsor, above)) },
    above !== undefined && !isMoving,
  );
  add(
    { id: 'down', label: t('notices.move_down'), icon: ArrowDown, onPress: () => void (below && move(sponsor, below)) },
    below !== undefined && !isMoving,
  );
  add(
    {
      ...{ id: 'acknowledged', label: t('acknowledge.who'), icon: ClipboardCheck },
      href: `#${addressOf(id)}/acknowledgements`,
    },
    can_delete && acknowledgement !== undefined,
  );
  add({ id: 'report', label: t('notices.report'), icon: Flag, onPress: () => onReport?.() }, onReport !== undefined);
  add(
    { id: 'delete', label: t('notices.delete'), icon: Trash2, danger: true, onPress: () => setDeleting(true) },
    can_delete,
  );
  return (
    <>
      {entries.length > 0 && <Menu dense label={t('notices.actions', { title: sponsor.title })} items={entries} />}
      {can_delete && <DeleteDialog sponsor={sponsor} open={isDeleting} onClose={() => setDeleting(false)} />}
    </>
  );
}

function DeleteDialog({ sponsor, open, onClose }: { sponsor: Sponsor; open: boolean; onClose: () => void }) {
  const t = useText();
  const toast = useToast();
  const remove = useCallMutation(deleteSponsor, {
    invalidates: [readSponsors],
    onError: toast.error,
    onSuccess: () => toast('notices.deleted'),
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('notices.delete_title', { title: sponsor.title })}
      text={t(sponsor.acknowledgement ? 'notices.delete_text_acknowledged' : 'notices.delete_text')}
      confirmLabel={t('notices.delete')}
      cancelLabel={t('notices.cancel')}
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: sponsor.id })}
    />
  );
}
