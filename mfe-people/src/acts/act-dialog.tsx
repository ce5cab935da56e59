import { maxReasonCharacters } from '@paddock/contract/calls/moderation';
import type { Profile } from '@paddock/contract/calls/people';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { TextArea } from '@paddock/ui/field';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { useState } from 'react';
import { type Act, doneTexts, useAct } from './use-act';

/** An act that asks first. */
export type AskedAct = Exclude<Act, 'unblock'>;

interface ActDialogProps {
  act: AskedAct;
  member: Profile;
  onClose: () => void;
}

const harmless: readonly Act[] = ['unban', 'make_admin', 'make_super'];

/** Asks before an act, for a ban with a reason. */
export function ActDialog({ act, member, onClose }: ActDialogProps) {
  const t = useText();
  const toast = useToast();
  const errorText = useErrorText();
  const run = useAct(member);
  const [reason, setReason] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const confirm = async () => {
    setPending(true);
    setError(undefined);
    try {
      await run(act, reason.trim());
      toast(doneTexts[act]);
      onClose();
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={t(`acts.ask.${act}`, { name: member.fullname })}
      text={t(`acts.warn.${act}`)}
      confirmLabel={t(`acts.${act}`)}
      cancelLabel={t('acts.cancel')}
      danger={!harmless.includes(act)}
      pending={pending}
    >
      {act === 'ban' && (
        <TextArea
          label={t('acts.reason')}
          help={t('acts.reason_help')}
          value={reason}
          maxLength={maxReasonCharacters}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {error !== undefined && (
        <Banner kind="bad" live="alert">
          {errorText(error)}
        </Banner>
      )}
    </ConfirmDialog>
  );
}
