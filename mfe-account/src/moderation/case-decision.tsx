import { isolate } from '@paddock/contract/core/isolate';
import {
  type Decision,
  decideReport,
  maxReasonCharacters,
  readReport,
  type ReportDetail,
  readReports,
} from '@paddock/contract/calls/moderation';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useCallCache, useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { TextArea } from '@paddock/ui/field';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { useState } from 'react';
import { useKeptFocus } from '../use-kept-focus';
import styles from './moderation.module.css';

/** Keep and Delete, each in one step; afterwards the decision. */
export function CaseDecision({ report }: { report: ReportDetail }) {
  const t = useText();
  const toast = useToast();
  const errorText = useErrorText();
  const cache = useCallCache();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const part = useKeptFocus();
  const { id, kind, decision, can_delete } = report;
  const decide = useCallMutation(decideReport, { invalidates: [readReports] });
  const send = (wanted: Decision) =>
    decide.mutate(
      { id, decision: wanted, ...(wanted === 'delete' && { reason }) },
      {
        onSuccess(decided) {
          setAsking(false);
          cache.update(readReport, { id }, () => decided);
          const isOwn = decided.decision?.decision === wanted;
          if (isOwn) toast(`case.done_${wanted}`);
          else toast('case.decided_before', { kind: 'bad' });
        },
        onError: (error) => wanted === 'keep' && toast.error(error),
      },
    );
  const isUser = kind === 'user';
  if (decision) {
    const outcome = decision.decision === 'keep' ? 'kept' : isUser ? 'banned' : 'deleted';
    const name = isolate(decision.admin?.fullname ?? t('queue.gone_author'));
    return (
      <div ref={part} className={styles.foot}>
        <div className="grow">
          <p className="medium">{t(`case.${outcome}`, { name })}</p>
          {decision.reason && (
            <p className={`${styles.text} text-secondary`} dir="auto">
              {decision.reason}
            </p>
          )}
        </div>
      </div>
    );
  }
  return (
    <div ref={part} className={styles.foot}>
      {!can_delete && (
        <p className="grow label text-secondary">{t(isUser ? 'case.only_super_admin' : 'case.not_deletable')}</p>
      )}
      <Button
        variant="outline"
        pending={decide.isPending && !asking}
        disabled={decide.isPending}
        onPress={() => send('keep')}
      >
        {t('case.keep')}
      </Button>
      {can_delete && (
        <Button
          variant="danger"
          disabled={decide.isPending}
          onPress={() => {
            decide.reset();
            setAsking(true);
          }}
        >
          {t(isUser ? 'case.ban' : 'case.delete')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t(isUser ? 'case.ban_title' : 'case.delete_title')}
        text={t(isUser ? 'case.ban_text' : 'case.delete_text')}
        confirmLabel={t(isUser ? 'case.ban' : 'case.delete')}
        cancelLabel={t('case.cancel')}
        danger
        pending={decide.isPending}
        confirmDisabled={reason.trim() === ''}
        onConfirm={() => send('delete')}
      >
        <TextArea
          label={t('case.reason')}
          required
          rows={3}
          maxLength={maxReasonCharacters}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {decide.error && (
          <Banner kind="bad" live="alert">
            {errorText(decide.error)}
          </Banner>
        )}
      </ConfirmDialog>
    </div>
  );
}
