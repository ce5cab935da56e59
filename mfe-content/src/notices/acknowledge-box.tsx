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
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { dayOf } from '../day-of';
import styles from './notices.module.css';
import { useShowNotice } from './use-live-notices';

interface StateProps {
  sponsor: Sponsor;
  acknowledgement: NonNullable<Sponsor['acknowledgement']>;
  /** Whether the request had the focus when the acknowledgement replaced it. */
  hadFocusRef: RefObject<boolean>;
}

/** The button of a notice to be acknowledged, and afterwards when the member pressed it. */
export function AcknowledgeBox({ sponsor }: { sponsor: Sponsor }) {
  const { acknowledgement } = sponsor;
  const hadFocusRef = useRef(false);
  if (!acknowledgement?.expected) return null;
  const State = acknowledgement.acknowledged === undefined ? Request : Acknowledged;
  return <State {...{ sponsor, acknowledgement, hadFocusRef }} />;
}

/** Takes the focus that the button had: screen readers read the new state. */
function Acknowledged({ acknowledgement, hadFocusRef }: StateProps) {
  const t = useText();
  const timeText = useTimeText();
  const part = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (hadFocusRef.current) part.current?.focus({ preventScroll: true });
    hadFocusRef.current = false;
  }, [hadFocusRef]);
  return (
    <div ref={part} tabIndex={-1}>
      <Banner kind="ok">{t('acknowledge.done', { when: timeText(acknowledgement.acknowledged!) })}</Banner>
    </div>
  );
}

function Request({ sponsor: { id }, acknowledgement: { until, version }, hadFocusRef }: StateProps) {
  const t = useText();
  const timeText = useTimeText();
  const now = useNow();
  const toast = useToast();
  const cache = useCallCache();
  const show = useShowNotice();
  const part = useRef<HTMLDivElement>(null);
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
  useLayoutEffect(() => {
    const whole = part.current!;
    hadFocusRef.current = false;
    return () => {
      hadFocusRef.current = whole.contains(document.activeElement);
    };
  }, [hadFocusRef]);
  const isLate = until !== undefined && Date.parse(until) < now;
  return (
    <div ref={part} className={styles.acknowledge}>
      <p className="strong">
        {until === undefined
          ? t('acknowledge.please')
          : t(isLate ? 'acknowledge.late' : 'acknowledge.by', { when: timeText(until) })}
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

function useTimeText(): (instant: string) => string {
  const t = useText();
  const format = useFormat();
  return (instant) => t('acknowledge.at', { day: dayOf(format, instant), time: format.time(instant) });
}
