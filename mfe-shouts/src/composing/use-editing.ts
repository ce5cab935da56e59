import { editShout, type ShoutCard } from '@paddock/contract/shouts';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useState } from 'react';

/** Editing an own shout in the composer; leaving the page ends it. */
export function useEditing(onSaved: (shout: ShoutCard) => void) {
  const toast = useToast();
  const [state, setState] = useState<{ shout: ShoutCard; text: string } | null>(null);
  const save = useCallMutation(editShout, {
    onSuccess: (shout) => {
      onSaved(shout);
      setState(null);
    },
    onError: toast.error,
  });
  return {
    shout: state?.shout ?? null,
    text: state?.text ?? '',
    pending: save.isPending,
    start: (shout: ShoutCard) => setState({ shout, text: shout.shout }),
    setText: (text: string) => setState((now) => now && { ...now, text }),
    cancel: () => setState(null),
    save: () => state && save.mutate({ id: state.shout.id, shout: state.text }),
  };
}
export type Editing = ReturnType<typeof useEditing>;
