import { readShift, shiftEvents, type ShiftScope, undoShift } from '@paddock/contract/calls/event-shift';
import { type PaddockEvent, readEvent, readEvents } from '@paddock/contract/calls/events';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useCallCache, useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useRef, useState } from 'react';
import { signed } from '../event-times';

/** The sessions of a day from an event on, and the call that moves them; a toast offers the undo. */
export function useShift(event: PaddockEvent, scope: ShiftScope, onDone: () => void) {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const cache = useCallCache();
  const { api } = useKit();
  /** The day has changed since it was read. */
  const [isChanged, setChanged] = useState(false);
  const sent = useRef({ key: '', id: '' });
  const query = useCallQuery(readShift, { id: event.id, scope }, { live: true });
  const readAgain = () => void cache.refresh(readShift, { id: event.id, scope });
  useRealtime('updating_event', readAgain);
  useRealtime('syncing_events', readAgain);

  const refresh = () => {
    void cache.refresh(readEvents);
    void cache.refresh(readEvent);
  };
  const undo = async (id: string) => {
    try {
      await api.call(undoShift, { id });
      toast('shift.undone');
    } catch (error) {
      toast.error(error);
    }
    refresh();
  };
  const { isPending, mutate } = useCallMutation(shiftEvents, {
    onSuccess({ id, count, minutes: by }) {
      refresh();
      onDone();
      toast(
        'shift.done',
        { count, minutes: signed(format, by) },
        { label: t('shift.undo'), onPress: () => void undo(id) },
      );
    },
    onError(error) {
      if (error.code === 'CONFLICT') setChanged(true);
      else toast.error(error);
      readAgain();
    },
  });
  const send = (minutes: number) => {
    const version = query.data?.version;
    if (version === undefined) return;
    const key = [minutes, scope, version].join();
    // The same shift sent again must not move twice; another one is a shift of its own.
    if (sent.current.key !== key) sent.current = { key, id: crypto.randomUUID() };
    mutate({ id: event.id, client_id: sent.current.id, minutes, scope, version });
  };
  return { query, isPending, send, isChanged, setChanged };
}
