import { suggestSubjectMentions } from '@paddock/contract/calls/comments';
import { type CommentSubject, suggestMentions } from '@paddock/contract/calls/shouts';
import { mentionAt } from '@paddock/contract/core/mentions';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import type { Mentions } from '@paddock/ui/mention-list';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { insertText } from './insert-text';

/** Milliseconds without typing before names are searched (A §5, A §9). */
const debounceMs = 200;

interface MentionsOptions {
  text: string;
  setText: (text: string) => void;
  /** Chat entry id of the conversation whose readers to suggest, or the record whose comments these are. */
  conversation: string | CommentSubject;
  box: RefObject<HTMLTextAreaElement | null>;
}

interface Search {
  id: string;
  query: string;
}

/** Keeps the suggestions of the shorter name until those of the longer one arrive. With the list closed, Enter sends the message. */
const shorterNameOf =
  ({ id, query }: Search) =>
  <T,>(found: T | undefined, previous: { queryKey: readonly unknown[] } | undefined): T | undefined => {
    const before = previous?.queryKey.at(-1) as Search | undefined;
    return before?.id === id && query.startsWith(before.query) ? found : undefined;
  };

/** Suggests members while a mention is being typed at the caret. */
export function useMentions({ text, setText, conversation, box }: MentionsOptions) {
  const t = useText();
  const { flags } = useSession();
  const [caret, setCaret] = useState(0);
  const [dismissed, setDismissed] = useState<number>();
  const [nextCaret, setNextCaret] = useState<number>();
  const typed = flags.disable_mentions ? null : mentionAt(text, caret);
  const requested = typed && typed.from !== dismissed ? typed.query : '';
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(requested), requested === '' ? 0 : debounceMs);
    return () => clearTimeout(timer);
  }, [requested]);
  const asks = query !== '' && requested !== '';
  const isTalk = typeof conversation === 'string';
  const talk = { id: isTalk ? conversation : '', query };
  const inTalk = useCallQuery(suggestMentions, talk, { enabled: asks && isTalk, placeholderData: shorterNameOf(talk) });
  const record = { ...(isTalk ? { kind: '', id: '' } : conversation), query };
  const inComments = useCallQuery(suggestSubjectMentions, record, {
    enabled: asks && !isTalk,
    placeholderData: shorterNameOf(record),
  });
  // The caret can move behind the name only after React has set the text.
  useLayoutEffect(() => {
    if (nextCaret === undefined) return;
    box.current?.setSelectionRange(nextCaret, nextCaret);
    setNextCaret(undefined);
  }, [nextCaret, box]);

  const users = (isTalk ? inTalk : inComments).data?.users ?? [];
  const mentions: Mentions | undefined =
    typed && requested !== '' && query !== '' && users.length > 0
      ? {
          label: t('mentions'),
          options: users.map((user) => ({
            id: user.id,
            name: user.fullname,
            handle: user.username,
            avatar: <PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="s" />,
          })),
          onPick: ({ handle = '' }) => {
            const name = `@${handle.toLowerCase()} `;
            const end = text[typed.to] === ' ' ? typed.to + 1 : typed.to;
            const next = typed.from + name.length;
            setCaret(next);
            if (box.current && insertText(box.current, typed.from, end, name)) return;
            setText(text.slice(0, typed.from) + name + text.slice(end));
            setNextCaret(next);
          },
          onDismiss: () => setDismissed(typed.from),
        }
      : undefined;
  return { mentions, onCaret: setCaret };
}
