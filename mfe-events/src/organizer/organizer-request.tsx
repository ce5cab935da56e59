import { answerOrganizing } from '@paddock/contract/calls/event-organizer';
import { readEvent } from '@paddock/contract/calls/events';
import type { UserCard } from '@paddock/contract/calls/users';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallCache, useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { UserRoundCheck } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useShowEvent } from '../live/use-show-event';

interface OrganizerRequestProps {
  id: string;
  /** The member who asked, if they still have an account. */
  by: UserCard | undefined;
}

/** Asks the member to organise the event. */
export function OrganizerRequest({ id, by }: OrganizerRequestProps) {
  const t = useText();
  const toast = useToast();
  const cache = useCallCache();
  const show = useShowEvent();
  const answer = useCallMutation(answerOrganizing, {
    onError(error) {
      toast.error(error);
      // The request may have been replaced meanwhile.
      void cache.refresh(readEvent, { id });
    },
    onSuccess(event, { accept }) {
      show(event);
      cache.update(readEvent, { id }, ({ asked_organizer: _, organizer_asked_by: __, ...reply }) => reply);
      void cache.refresh(readEvent, { id });
      toast(accept ? 'organizing.accepted' : 'organizing.declined');
    },
  });
  const part = useRef<HTMLDivElement>(null);
  // The answer removes the focused button with its request: focus moves to the event's pane.
  useLayoutEffect(() => {
    const whole = part.current!;
    return () => {
      const pane = whole.contains(document.activeElement) && whole.closest<HTMLElement>('section');
      if (!pane) return;
      pane.tabIndex = -1;
      pane.focus({ preventScroll: true });
    };
  }, []);
  const chosen = answer.isPending ? answer.variables.accept : undefined;
  const send = (accept: boolean) => {
    if (!answer.isPending) answer.mutate({ id, accept });
  };
  return (
    <Banner kind="info" icon={UserRoundCheck}>
      <div ref={part} className="stack gap-2" role="group" aria-label={t('organizing.label')}>
        <p>{by ? t('organizing.asks_you', { who: by.fullname }) : t('organizing.asked_you')}</p>
        <div className="inline wrap gap-2">
          <Button variant="primary" pending={chosen === true} onPress={() => send(true)}>
            {t('organizing.accept')}
          </Button>
          <Button pending={chosen === false} onPress={() => send(false)}>
            {t('organizing.decline')}
          </Button>
        </div>
      </div>
    </Banner>
  );
}
