import {
  maxReasonCharacters,
  reportClassified,
  reportEvent,
  reportFile,
  reportMember,
  type ReportReason,
  reportReasons,
  reportShout,
  reportSponsor,
} from '@paddock/contract/calls/moderation';
import type { Slots } from '@paddock/contract/core/links';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { RadioGroup } from '@paddock/ui/choice';
import { TextArea } from '@paddock/ui/field';
import { Sheet } from '@paddock/ui/sheet';
import { useState } from 'react';

const calls = {
  shout: reportShout,
  user: reportMember,
  event: reportEvent,
  classified: reportClassified,
  sponsor: reportSponsor,
  file: reportFile,
};

/** Reports content to the admins. A failed report keeps its input; sent again, it counts once. */
export function ReportSheet({ kind, id, onClose }: Slots['account.report']) {
  const t = useText();
  const toast = useToast();
  const errorText = useErrorText();
  const [client_id] = useState(() => crypto.randomUUID());
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [text, setText] = useState('');
  const report = useCallMutation(calls[kind], {
    onSuccess() {
      toast('report.REPORT_SUCCESS');
      onClose();
    },
  });
  const send = () => reason && report.mutate({ id, client_id, reason, ...(text.trim() !== '' && { text }) });
  return (
    <Sheet
      open
      onClose={onClose}
      dismissable={!report.isPending}
      title={t(`report.title.${kind}`)}
      closeLabel={t('report.cancel')}
      footer={
        <Button variant="primary" pending={report.isPending} disabled={reason === null} onPress={send}>
          {t('report.send')}
        </Button>
      }
    >
      <div className="stack gap-4">
        <p className="text-secondary">{t('report.text')}</p>
        <RadioGroup
          label={t('report.why')}
          required
          options={reportReasons.map((one) => ({ id: one, label: t(`reasons.${one}`) }))}
          value={reason}
          onChange={setReason}
        />
        <TextArea
          label={t('report.details')}
          optional={t('report.optional')}
          rows={3}
          maxLength={maxReasonCharacters}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {report.error && (
          <Banner kind="bad" live="alert">
            {errorText(report.error)}
          </Banner>
        )}
      </div>
    </Sheet>
  );
}
