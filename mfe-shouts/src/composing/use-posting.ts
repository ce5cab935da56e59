import { readChats } from '@paddock/contract/calls/chats';
import { postShout, type Shout } from '@paddock/contract/calls/shouts';
import { useDraft, useOutbox } from '@paddock/mfe-kit/outbox';
import { useToast } from '@paddock/mfe-kit/toasts';
import { ApiError } from '@paddock/mfe-kit/api-error';
import type { OutboxItem } from '@paddock/mfe-kit/kit-context';
import type { CallInput } from '@paddock/contract/core/call';
import { useEffect, useState } from 'react';
import { useAttachments } from '../attaching/use-attachments';
import { isFor, targetFields, type PostTarget } from '../timeline/post-target';

export type Unsent = OutboxItem<CallInput<typeof postShout>>;

/** The form of a new poll is open; with a refused poll to change. */
export interface PollFormState {
  again?: Unsent;
}
export type NewPollInput = Omit<CallInput<typeof postShout>, 'client_id'>;

/**
 * The draft with its files, the unsent items and `send` for one target. A sent item shows immediately and survives reloads and outages.
 * A refused comment is rolled back (A §4): it disappears, a toast gives the reason, and its text is put
 * before the current draft. A refused shout stays until its author edits it, which does the same, sends it again or discards it.
 */
export function usePosting(target: PostTarget, onSent: (shout: Shout) => void) {
  const toast = useToast();
  const [takenBack, setTakenBack] = useState(0);
  const draft = `${target.kind}/${target.id}`;
  const [text, setText] = useDraft(draft);
  const attaching = useAttachments(draft);
  const outbox = useOutbox(postShout, {
    invalidates: target.kind === 'comment' ? [] : [readChats],
    queue: draft,
    onSent: (reply, item) => isFor(item, target) && onSent(reply),
  });
  const [pollForm, setPollForm] = useState<PollFormState>();
  const items = outbox.items.filter((item) => isFor(item, target));

  /** Moves texts and files back into the composer, before the current draft. */
  const takeBack = (taken: readonly Unsent[]) => {
    setText([...taken.map(({ input }) => input.shout ?? ''), text].filter((part) => part.trim() !== '').join('\n'));
    attaching.putBack(taken.flatMap(({ files = [] }) => files));
    for (const { client_id } of taken) outbox.discard(client_id);
  };
  const refused = target.kind === 'comment' ? items.filter((item) => item.status === 'failed') : [];
  useEffect(() => {
    if (refused.length === 0) return;
    const { code, message } = refused[0]!.error!;
    toast.error(new ApiError(code, message, 400));
    takeBack(refused);
  });

  return {
    text,
    setText,
    attaching,
    /** Unconfirmed items, oldest first. */
    items: items.filter((item) => !refused.includes(item)),
    send() {
      // Files alone are posted with a single space (A §5).
      outbox.send({ ...targetFields(target), shout: text.trim() === '' ? ' ' : text }, attaching.take());
      setText('');
    },
    /** Puts a text before the current draft. */
    keep: (kept: string) => setText([kept, text].filter((part) => part.trim() !== '').join('\n')),
    retry: outbox.retry,
    discard: outbox.discard,
    edit(clientId: string) {
      const poll = items.find((item) => item.client_id === clientId && item.input.poll_options !== undefined);
      if (poll) return setPollForm({ again: poll });
      takeBack(items.filter(({ client_id }) => client_id === clientId));
      setTakenBack(takenBack + 1);
    },
    pollForm,
    openPoll: () => setPollForm({}),
    closePoll: () => setPollForm(undefined),
    sendPoll(poll: NewPollInput) {
      if (pollForm?.again) outbox.discard(pollForm.again.client_id);
      outbox.send({ ...targetFields(target), ...poll });
      setPollForm(undefined);
    },
    /** Counts the texts that returned to the composer, which then takes the focus. */
    takenBack,
  };
}

export type Posting = ReturnType<typeof usePosting>;
