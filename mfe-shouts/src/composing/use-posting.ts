import { readChats } from '@paddock/contract/chats';
import { postShout, type Shout } from '@paddock/contract/shouts';
import { useDraft, useOutbox } from '@paddock/mfe-kit/outbox';
import { useToast } from '@paddock/mfe-kit/toasts';
import { ApiError } from '@paddock/mfe-kit/api-error';
import { useEffect } from 'react';
import { addressed, goesTo, type Place } from '../shared/place';

/**
 * Writing at a place: the draft, what is under way, and sending. What is sent shows at once and survives a reload and an
 * outage. What the service refuses goes back: the item disappears, a toast says why, and the text stands in the box again.
 */
export function usePosting(place: Place, onSent: (shout: Shout) => void) {
  const toast = useToast();
  const [text, setText] = useDraft(`${place.kind}/${place.id}`);
  const outbox = useOutbox(postShout, {
    invalidates: place.kind === 'comment' ? [] : [readChats],
    onSent: (reply, item) => goesTo(item, place) && onSent(reply),
  });
  const items = outbox.items.filter((item) => goesTo(item, place));

  const refused = items.find((item) => item.status === 'failed');
  useEffect(() => {
    if (!refused) return;
    const { code, message } = refused.error!;
    toast.error(new ApiError(code, message, 400));
    if (text === '') setText(refused.input.shout ?? '');
    outbox.discard(refused.client_id);
  });

  return {
    text,
    setText,
    /** Not confirmed yet, oldest first. */
    items: items.filter((item) => item.status !== 'failed'),
    send() {
      outbox.send({ ...addressed(place), shout: text });
      setText('');
    },
  };
}

export type Unsent = ReturnType<typeof usePosting>['items'][number];
