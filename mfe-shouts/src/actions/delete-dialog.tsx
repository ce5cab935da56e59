import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { useText } from '@paddock/mfe-kit/i18n';
import { ConfirmDialog } from '@paddock/ui/sheet';
import type { ShoutActions } from './use-shout-actions';

interface DeleteDialogProps {
  shout: ShoutCard;
  actions: Pick<ShoutActions, 'remove' | 'removing'>;
  onClose: () => void;
}

/** Asks before a shout is deleted for everybody. */
export function DeleteDialog({ shout, actions, onClose }: DeleteDialogProps) {
  const t = useText();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete_title')}
      text={t('delete_text')}
      confirmLabel={t('delete')}
      cancelLabel={t('cancel')}
      danger
      pending={actions.removing}
      onConfirm={() => actions.remove(shout, onClose)}
    />
  );
}
