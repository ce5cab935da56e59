import { joinEvent, leaveEvent } from '@paddock/contract/calls/event-attendance';
import { type PaddockEvent, readEvent } from '@paddock/contract/calls/events';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { useCallCache, useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { Button } from '@paddock/ui/button';
import { Rsvp } from '@paddock/ui/event';
import { ActionSheet } from '@paddock/ui/sheet';
import { CalendarPlus, QrCode } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useShowEvent } from '../live/use-show-event';
import { useAddToCalendar } from './use-add-to-calendar';

const PassSheet = lazyPart(
  () => import('../check-in/pass-sheet'),
  'PassSheet',
  () => import('../check-in/texts'),
);

/** The member's reply: attend, wait for a place or decline (specification B §4). */
export function Reply({ event }: { event: PaddockEvent }) {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const platform = usePlatform();
  const cache = useCallCache();
  const show = useShowEvent();
  const addToCalendar = useAddToCalendar();
  const [isOffered, setOffered] = useState(false);
  const [isPassOpen, setPassOpen] = useState(false);
  const [isLeavingApp, setLeavingApp] = useState(false);
  const { id, reply, registration_url, waiting_position, full } = event;

  const onSuccess = (changed: PaddockEvent) => {
    show(changed);
    void cache.refresh(readEvent, { id });
  };
  const join = useCallMutation(joinEvent, {
    onError: toast.error,
    onSuccess(changed) {
      onSuccess(changed);
      if (changed.reply === 'attending') setOffered(true);
    },
  });
  const leave = useCallMutation(leaveEvent, { onError: toast.error, onSuccess });

  const attend = async () => {
    if (registration_url) {
      setLeavingApp(true);
      await platform.openAndWait(registration_url);
      setLeavingApp(false);
    }
    join.mutate({ id });
  };
  const isBusy = isLeavingApp || join.isPending || leave.isPending;
  const onChange = (value: 'yes' | 'no') => {
    if (isBusy || value === answerOf(reply)) return;
    if (value === 'yes') void attend();
    else leave.mutate({ id });
  };
  return (
    <div className="stack gap-2">
      <Rsvp
        label={t('reply.label')}
        value={answerOf(reply)}
        yesLabel={t(reply === 'waiting' ? 'reply.waiting' : full && reply !== 'attending' ? 'reply.wait' : 'reply.yes')}
        noLabel={t('reply.no')}
        pending={isLeavingApp || join.isPending ? 'yes' : leave.isPending ? 'no' : null}
        onChange={onChange}
      />
      {reply === 'waiting' && waiting_position !== undefined && (
        <p className="label text-secondary" role="status">
          {t('reply.position', { number: format.number(waiting_position) })}
        </p>
      )}
      {reply === 'attending' && (
        <Button icon={QrCode} onPress={() => setPassOpen(true)}>
          {t('reply.pass')}
        </Button>
      )}
      {isPassOpen && (
        <Suspense>
          <PassSheet event={event} onClose={() => setPassOpen(false)} />
        </Suspense>
      )}
      <ActionSheet
        open={isOffered}
        onClose={() => setOffered(false)}
        label={t('reply.joined')}
        cancelLabel={t('cancel')}
        actions={[
          {
            id: 'calendar',
            label: t('detail.add_to_calendar'),
            icon: CalendarPlus,
            onPress: () => void addToCalendar(event),
          },
        ]}
      />
    </div>
  );
}

const answerOf = (reply: PaddockEvent['reply']) => (reply === undefined ? null : reply === 'absent' ? 'no' : 'yes');
