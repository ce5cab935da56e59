import { type ChatEntry, readChat, readUnread } from '@paddock/contract/calls/chats';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useAddressPart } from '@paddock/mfe-kit/navigation';
import { useCallCache, useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { Segmented } from '@paddock/ui/segmented';
import { useEffect, useRef } from 'react';
import type { Mode } from './use-chats';

/**
 * The list's mode in the address. Where direct chats are separate it is groups, people or archive: without one in the address, that of
 * the open chat.
 */
export function useMode(openId: string | undefined) {
  const { flags } = useSession();
  const [show, setShow] = useAddressPart('show');
  const separate = flags.separate_direct_messages;
  const modes: Mode[] = [
    ...(separate ? (['groups', 'people'] as const) : (['all'] as const)),
    ...(flags.disable_archive ? [] : (['archived'] as const)),
  ];
  const shown = modes.find((id) => id === show);
  const isUndecided = separate && shown === undefined && openId !== undefined;
  const { data: open } = useCallQuery(readChat, { id: openId ?? '' }, { enabled: isUndecided });
  const first = !separate ? 'all' : isUndecided && isDirect(open) ? 'people' : 'groups';
  return {
    modes,
    mode: shown ?? first,
    setMode: setShow,
    /** Leaves the archive: by Back, where Back closes it. */
    leave: () => setShow(''),
    separate,
  };
}

const isDirect = (chat: ChatEntry | undefined) => chat?.username !== undefined;

/** Milliseconds in which several events cause one request. */
const gatherMs = 300;

/** The tabs Groups, People and Archive, with the number of unread shouts. */
export function ModeTabs({ modes, mode, setMode }: Pick<ReturnType<typeof useMode>, 'modes' | 'mode' | 'setMode'>) {
  const t = useText();
  const format = useFormat();
  const { data: unread } = useCallQuery(readUnread, {}, { live: true });
  const cache = useCallCache();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void cache.refresh(readUnread), gatherMs);
  };
  useRealtime('posting_topic', again);
  useRealtime('posting_recipient', again);
  useRealtime('deleting_shout', again);
  useRealtime('updating_chat', again);
  useEffect(() => () => clearTimeout(timer.current), []);

  const countOf = (id: Mode) => (id === 'groups' || id === 'people' ? (unread?.[id] ?? 0) : 0);
  return (
    <Segmented
      label={t('modes.label')}
      options={modes.map((id) => ({
        id,
        label: (
          <>
            {t(`modes.${id}`)}
            {countOf(id) > 0 && (
              <>
                {' '}
                <span aria-hidden="true" className="tabular-nums">
                  {format.number(countOf(id))}
                </span>
                <span className="sr-only">{t('unread', { count: countOf(id) })}</span>
              </>
            )}
          </>
        ),
      }))}
      value={mode}
      onChange={setMode}
    />
  );
}
