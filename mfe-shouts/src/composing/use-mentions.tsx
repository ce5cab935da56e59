import { EVERYBODY } from '@paddock/contract/calls/groups';
import { searchPeople } from '@paddock/contract/calls/people';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import type { Mentions } from '@paddock/ui/mention-list';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { mentionAt, withMention } from './mention-at';

/** Milliseconds of quiet before members are looked for, and how many are offered (A §5, A §9). */
const DEBOUNCE = 200;
const MOST = 3;

interface MentionsOf {
  text: string;
  setText: (text: string) => void;
  /** The group whose members are offered; the whole directory without one. */
  group: string | undefined;
  box: RefObject<HTMLTextAreaElement | null>;
}

/** Members to mention, while '@' and the beginning of a name stand before the caret. */
export function useMentions({ text, setText, group, box }: MentionsOf) {
  const t = useText();
  const { flags } = useSession();
  const [caret, setCaret] = useState(0);
  const [dismissed, setDismissed] = useState<number>();
  const [put, setPut] = useState<number>();
  const typed = flags.disable_mentions ? null : mentionAt(text, caret);
  const wanted = typed && typed.from !== dismissed ? typed.query : '';
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(wanted), wanted === '' ? 0 : DEBOUNCE);
    return () => clearTimeout(timer);
  }, [wanted]);
  const where = group === undefined || group === EVERYBODY ? {} : { group };
  const found = useCallQuery(
    searchPeople,
    { query, count: MOST, ...where },
    { enabled: query !== '' && wanted !== '' },
  );
  // The text of the box is set by then; only now can the caret stand behind the name.
  useLayoutEffect(() => {
    if (put === undefined) return;
    box.current?.setSelectionRange(put, put);
    setPut(undefined);
  }, [put, box]);

  const users = found.data?.results ?? [];
  const mentions: Mentions | undefined =
    typed && wanted !== '' && query !== '' && users.length > 0
      ? {
          label: t('mentions'),
          options: users.map((user) => ({
            id: user.id,
            name: user.fullname,
            handle: user.username,
            avatar: <PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="s" />,
          })),
          onPick: ({ handle = '' }) => {
            const next = withMention(text, typed, handle);
            setText(next.text);
            setCaret(next.caret);
            setPut(next.caret);
          },
          onDismiss: () => setDismissed(typed.from),
        }
      : undefined;
  return { mentions, onCaret: setCaret };
}
