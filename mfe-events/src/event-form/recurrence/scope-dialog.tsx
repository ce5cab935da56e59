import type { PaddockEvent } from '@paddock/contract/calls/events';
import { type RecurrenceScope, recurrenceScopes } from '@paddock/contract/core/recurrence';
import { useText } from '@paddock/mfe-kit/i18n';
import { RadioGroup } from '@paddock/ui/choice';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { useState } from 'react';

interface ScopeDialogProps {
  event: PaddockEvent;
  /** To delete; otherwise to edit. */
  deletes?: boolean;
  pending?: boolean;
  onClose: () => void;
  onChoose: (scope: RecurrenceScope) => void;
}

/** Asks which copies of a recurring event to edit or to delete. */
export function ScopeDialog({ event, deletes = false, pending = false, onClose, onChoose }: ScopeDialogProps) {
  const t = useText();
  const [scope, setScope] = useState<RecurrenceScope>('one');
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={deletes ? t('scope.delete_title', { title: event.title }) : t('scope.edit_title')}
      text={deletes && t('detail.delete_text')}
      confirmLabel={deletes ? t('detail.delete') : t('scope.edit')}
      cancelLabel={t('cancel')}
      danger={deletes}
      pending={pending}
      onConfirm={() => onChoose(scope)}
    >
      <RadioGroup
        label={t('scope.which')}
        value={scope}
        onChange={setScope}
        options={recurrenceScopes.map((id) => ({
          id,
          label: t(`scope.${id}`),
          ...(id === 'all' && { help: t('scope.all_help') }),
        }))}
      />
    </ConfirmDialog>
  );
}
