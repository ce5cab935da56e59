import { readChats } from '@paddock/contract/calls/chats';
import { postShout, type Shout } from '@paddock/contract/calls/shouts';
import { useDraft, useOutbox } from '@paddock/mfe-kit/outbox';
import { useToast } from '@paddock/mfe-kit/toasts';
import { ApiError } from '@paddock/mfe-kit/api-error';
import { useEffect } from 'react';
import { isFor, targetFields, type PostTarget } from '../shared/post-target';

/**
 * The draft, the unsent items and `send` for one target. A sent item shows immediately and survives reloads and outages.
 * A refused comment is rolled back (A §4): it disappears, a toast gives the reason, and its text returns to the composer
 * before the current draft. A refused shout stays until its author retries or discards it.
 */
export function usePosting(target: PostTarget, onSent: (shout: Shout) => void) {
  const toast = useToast();
  const [text, setText] = useDraft(`${target.kind}/${target.id}`);
  const outbox = useOutbox(postShout, {
    invalidates: target.kind === 'comment' ? [] : [readChats],
    onSent: (reply, item) => isFor(item, target) && onSent(reply),
  });
  const items = outbox.items.filter((item) => isFor(item, target));

  const refused = target.kind === 'comment' ? items.filter((item) => item.status === 'failed') : [];
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
    /** Unconfirmed items, oldest first. */
    items: items.filter((item) => !refused.includes(item)),
    send() {
      outbox.send({ ...targetFields(target), shout: text });
      setText('');
    },
    retry: outbox.retry,
    discard: outbox.discard,
  };
}

export type Posting = ReturnType<typeof usePosting>;
export type Unsent = Posting['items'][number];
