import { readChats } from '@paddock/contract/calls/chats';
import { postShout, type Shout } from '@paddock/contract/calls/shouts';
import { useDraft, useOutbox } from '@paddock/mfe-kit/outbox';
import { useToast } from '@paddock/mfe-kit/toasts';
import { ApiError } from '@paddock/mfe-kit/api-error';
import { useEffect } from 'react';
import { addressed, goesTo, type Place } from '../shared/place';

/**
 * Writing at a place: the draft, what is under way, and sending. What is sent shows at once and survives a reload and an
 * outage. A comment that the service refuses goes back (A §4): it disappears, a toast says why, and its text stands in the
 * box again, before what is written there by then. A refused shout stays where it stands until its author decides.
 */
export function usePosting(place: Place, onSent: (shout: Shout) => void) {
  const toast = useToast();
  const [text, setText] = useDraft(`${place.kind}/${place.id}`);
  const outbox = useOutbox(postShout, {
    invalidates: place.kind === 'comment' ? [] : [readChats],
    onSent: (reply, item) => goesTo(item, place) && onSent(reply),
  });
  const items = outbox.items.filter((item) => goesTo(item, place));

  const refused = place.kind === 'comment' ? items.filter((item) => item.status === 'failed') : [];
  useEffect(() => {
    if (refused.length === 0) return;
    const { code, message } = refused[0]!.error!;
    toast.error(new ApiError(code, message, 400));
    setText([...refused.map(({ input }) => input.shout ?? ''), text].filter((part) => part !== '').join('\n'));
    for (const { client_id } of refused) outbox.discard(client_id);
  });

  return {
    text,
    setText,
    /** Not confirmed yet, oldest first. */
    items: items.filter((item) => !refused.includes(item)),
    send() {
      outbox.send({ ...addressed(place), shout: text });
      setText('');
    },
    retry: outbox.retry,
    discard: outbox.discard,
  };
}

export type Posting = ReturnType<typeof usePosting>;
export type Unsent = Posting['items'][number];
