import { editShout, type ShoutCard } from '@paddock/contract/calls/shouts';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useEffect, useState } from 'react';

const MINUTE = 60_000;

interface State {
  shout: ShoutCard;
  text: string;
  /** As of the last whole minute left. */
  now: number;
  /** The service's clock said that it is over. */
  refused: boolean;
}

/** Editing an own shout in the composer; leaving the page ends it, the end of the edit window does not: its text stays. */
export function useEditing(onSaved: (shout: ShoutCard) => void) {
  const toast = useToast();
  const { flags } = useSession();
  const [state, setState] = useState<State | null>(null);
  const save = useCallMutation(editShout, {
    onSuccess: (shout) => {
      onSaved(shout);
      setState(null);
    },
    onError: (error) => {
      if (error.code === 'EDIT_WINDOW_OVER') setState((now) => now && { ...now, refused: true });
      else toast.error(error);
    },
  });
  const end = state ? new Date(state.shout.created).getTime() + flags.max_edit_delta : null;
  useEffect(() => {
    if (end === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = end - Date.now();
      if (left >= 0) timer = setTimeout(renew, (left % MINUTE) + 1);
    };
    const renew = () => {
      clearTimeout(timer);
      setState((known) => known && { ...known, now: Date.now() });
      wait();
    };
    wait();
    // A device that slept has slept through its timers too.
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [end]);
  const left = state && end !== null ? end - state.now : 0;
  return {
    shout: state?.shout ?? null,
    text: state?.text ?? '',
    pending: save.isPending,
    /** Whole minutes until the service takes no more edits; 0 in the last one and after it. */
    minutesLeft: Math.max(0, Math.floor(left / MINUTE)),
    /** The service takes no more edits. */
    over: state !== null && (state.refused || left < 0),
    start: (shout: ShoutCard) => setState({ shout, text: shout.shout, now: Date.now(), refused: false }),
    setText: (text: string) => setState((now) => now && { ...now, text }),
    cancel: () => setState(null),
    save: () => state && save.mutate({ id: state.shout.id, shout: state.text }),
  };
}
export type Editing = ReturnType<typeof useEditing>;
