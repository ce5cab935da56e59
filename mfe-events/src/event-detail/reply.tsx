import { joinEvent, leaveEvent } from '@paddock/contract/calls/event-attendance';
import { type PaddockEvent, readEvent } from '@paddock/contract/calls/events';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { useCallCache, useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useToggleQueue } from '@paddock/mfe-kit/toggle-queue';
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

type Answer = 'yes' | 'no';

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
  /** The answer being sent. */
  const [requested, setRequested] = useState<Answer | null>(null);
  const { id, reply, registration_url, waiting_position, full } = event;

  const join = useCallMutation(joinEvent);
  const leave = useCallMutation(leaveEvent);
  const setReply = useToggleQueue((of, answer: Answer) => (answer === 'yes' ? join : leave).mutateAsync({ id: of }));

  function send(answer: Answer) {
    setRequested(answer);
    setReply(id, answer, ({ reply: changed, error }) => {
      setRequested(null);
      if (changed) {
        show(changed);
        void cache.refresh(readEvent, { id });
      }
      if (error !== undefined) toast.error(error);
      else if (changed?.reply === 'attending') setOffered(true);
    });
  }
  const attend = async () => {
    if (registration_url) {
      setLeavingApp(true);
      await platform.openAndWait(registration_url);
      setLeavingApp(false);
    }
    send('yes');
  };
  const onChange = (answer: Answer) => {
    if (isLeavingApp || answer === (requested ?? answerOf(reply))) return;
    if (answer === 'yes') void attend();
    else send('no');
  };
  return (
    <div className="stack gap-2">
      <Rsvp
        label={t('reply.label')}
        value={answerOf(reply)}
        yesLabel={t(reply === 'waiting' ? 'reply.waiting' : full && reply !== 'attending' ? 'reply.wait' : 'reply.yes')}
        noLabel={t('reply.no')}
        pending={isLeavingApp ? 'yes' : requested}
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

const answerOf = (reply: PaddockEvent['reply']): Answer | null =>
  reply === undefined ? null : reply === 'absent' ? 'no' : 'yes';
