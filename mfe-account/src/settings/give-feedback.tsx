import { feedbackForm, maxFeedbackCharacters, sendFeedback } from '@paddock/contract/calls/feedback';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useRef } from 'react';
import styles from './settings.module.css';

const form = defineForm({
  id: 'feedback',
  schema: feedbackForm,
  fields: (t) => [
    {
      type: 'textarea',
      name: 'msg',
      label: t('feedback.msg'),
      max: maxFeedbackCharacters,
      codes: { REQUIRED: t('codes.FEEDBACK_MISSING'), FEEDBACK_MISSING: t('codes.FEEDBACK_MISSING') },
    },
  ],
  submit: (t) => t('feedback.submit'),
});

/** A text to the workplace's admins. */
export function GiveFeedback({ onDone }: { onDone: () => void }) {
  const t = useText();
  const toast = useToast();
  const { community } = useSession();
  const send = useCallMutation(sendFeedback);
  /** Sent again after a lost reply, the same text is stored once. */
  const sending = useRef({ msg: '', client_id: '' });
  return (
    <div className={`${styles.form} stack gap-3`}>
      <p className="text-secondary">{t('feedback.text', { community: community.title })}</p>
      <DataForm
        form={form}
        onSubmit={async ({ msg }) => {
          if (sending.current.msg !== msg) sending.current = { msg, client_id: crypto.randomUUID() };
          try {
            await send.mutateAsync(sending.current);
          } catch (error) {
            if (asApiError(error).code === 'INTERNAL_ERROR') toast('codes.FEEDBACK_ERROR_RESPONSE', { kind: 'bad' });
            throw error;
          }
          onDone();
        }}
      />
    </div>
  );
}
