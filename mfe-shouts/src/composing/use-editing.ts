import { editShout, type ShoutCard } from '@paddock/contract/calls/shouts';
import { minuteMs } from '@paddock/contract/core/durations';
import { serverNow } from '@paddock/mfe-kit/clock';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useEffect, useEffectEvent, useState } from 'react';

interface State {
  shout: ShoutCard;
  text: string;
  /** Updated at each whole minute left. */
  now: number;
  /** The service has refused: by its clock the window is over. */
  refused: boolean;
}

/**
 * Edits a shout in the composer. Leaving the page discards the edit; the end of the edit window keeps its text. Once the shout is
 * deleted elsewhere, or the page is gone, the edit ends and `keep` gets its text.
 */
export function useEditing(onSaved: (shout: ShoutCard) => void, keep: (text: string) => void, isPageGone = false) {
  const toast = useToast();
  const { flags } = useSession();
  const [state, setState] = useState<State | null>(null);
  const end = () => {
    if (!state) return;
    setState(null);
    keep(state.text);
    toast('edit_deleted', { kind: 'bad' });
  };
  const endWithPage = useEffectEvent(end);
  useEffect(() => {
    if (isPageGone) endWithPage();
  }, [isPageGone]);
  useRealtime('deleting_shout', ({ id }) => {
    if (id === state?.shout.id) end();
  });
  const save = useCallMutation(editShout, {
    onSuccess: (shout) => {
      onSaved(shout);
      setState(null);
    },
    onError: (error) => {
      if (error.code === 'EDIT_WINDOW_OVER') setState((now) => now && { ...now, refused: true });
      else if (error.code === 'SHOUT_NOT_FOUND') end();
      else toast.error(error);
    },
  });
  const closes = state ? new Date(state.shout.created).getTime() + flags.max_edit_delta : null;
  useEffect(() => {
    if (closes === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = closes - serverNow();
      if (left >= 0) timer = setTimeout(renew, (left % minuteMs) + 1);
    };
    const renew = () => {
      clearTimeout(timer);
      setState((known) => known && { ...known, now: serverNow() });
      wait();
    };
    wait();
    // Timers do not run while a device sleeps.
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [closes]);
  const left = state && closes !== null ? closes - state.now : 0;
  return {
    shout: state?.shout ?? null,
    text: state?.text ?? '',
    pending: save.isPending,
    /** Whole minutes until the window closes; 0 in the last minute and afterwards. */
    minutesLeft: Math.max(0, Math.floor(left / minuteMs)),
    /** The edit window has closed. */
    over: state !== null && (state.refused || left < 0),
    start: (shout: ShoutCard) => setState({ shout, text: shout.shout, now: serverNow(), refused: false }),
    setText: (text: string) => setState((now) => now && { ...now, text }),
    cancel: () => setState(null),
    save: () => state && save.mutate({ id: state.shout.id, shout: state.text }),
  };
}
export type Editing = ReturnType<typeof useEditing>;
