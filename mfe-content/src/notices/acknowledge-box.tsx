import { acknowledgeSponsor } from '@paddock/contract/calls/acknowledgements';
import { readSponsor, readSponsors, type Sponsor } from '@paddock/contract/calls/notices';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useCallCache, useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { ClipboardCheck } from 'lucide-react';
import { dayOf } from '../day-of';
import styles from './notices.module.css';
import { useShowNotice } from './use-live-notices';

/** The button of a notice to be acknowledged, and afterwards when the member pressed it. */
export function AcknowledgeBox({ sponsor: { id, acknowledgement } }: { sponsor: Sponsor }) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const toast = useToast();
  const cache = useCallCache();
  const show = useShowNotice();
  const acknowledge = useCallMutation(acknowledgeSponsor, {
    onSuccess: ({ sponsor }) => show(sponsor),
    onError(error) {
      const { code } = asApiError(error);
      if (code !== 'CONFLICT') return toast.error(error);
      toast('acknowledge.changed', { kind: 'bad' });
      void cache.refresh(readSponsors);
      void cache.refresh(readSponsor, { id });
    },
  });
  if (!acknowledgement?.expected) return null;
  const { until, version, acknowledged } = acknowledgement;
  const at = (instant: string) => t('acknowledge.at', { day: dayOf(format, instant), time: format.time(instant) });
  if (acknowledged !== undefined) return <Banner kind="ok">{t('acknowledge.done', { when: at(acknowledged) })}</Banner>;
  const isLate = until !== undefined && Date.parse(until) < now;
  return (
    <div className={styles.acknowledge}>
      <p className="strong">
        {until === undefined
          ? t('acknowledge.please')
          : t(isLate ? 'acknowledge.late' : 'acknowledge.by', { when: at(until) })}
      </p>
      <Button
        variant="primary"
        icon={ClipboardCheck}
        pending={acknowledge.isPending}
        onPress={() => acknowledge.mutate({ id, version })}
      >
        {t('acknowledge.button')}
      </Button>
    </div>
  );
}
