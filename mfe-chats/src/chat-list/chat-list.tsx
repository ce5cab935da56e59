import { readChat } from '@paddock/contract/calls/chats';
import { EVERYBODY } from '@paddock/contract/calls/groups';
import { useText } from '@paddock/mfe-kit/i18n';
import { List, useItemBeside } from '@paddock/mfe-kit/list';
import { useAddressPart } from '@paddock/mfe-kit/navigation';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { useTyping } from '@paddock/mfe-kit/typing';
import { Button } from '@paddock/ui/button';
import { ScreenHeader, Scroll } from '@paddock/ui/pane';
import { SearchToolbar, useClearSearch } from '@paddock/ui/search-toolbar';
import { Segmented } from '@paddock/ui/segmented';
import { useMemo } from 'react';
import { SearchResults } from '../search/search-results';
import { useSearch } from '../search/use-search';
import { ChatListRow } from './chat-list-row';
import { type Mode, useChats } from './use-chats';

/** Milliseconds between two further pages of the list (A §9). */
const PAUSE = 1000;

/**
 * The list of conversations in its modes (A §2, Chats screen): all, groups, people, archived, and search. The address holds
 * the mode, so that Back closes it and a reload restores it.
 */
export function ChatList({ openId }: { openId: string | undefined }) {
  const t = useText();
  const title = useTabTitle('chats') ?? t('title');
  const { flags } = useSession();
  const separate = flags.separate_direct_messages;
  const modes: Mode[] = [
    'all',
    ...(separate ? (['groups', 'people'] as const) : []),
    ...(flags.disable_archive ? [] : (['archived'] as const)),
  ];
  const [show, setShow] = useAddressPart('show');
  const mode = modes.find((id) => id === show) ?? 'all';
  const setMode = (id: Mode) => setShow(id === 'all' ? '' : id);
  const search = useSearch();
  const { field, clear } = useClearSearch(search);
  const { chats, archive, query, put } = useChats(mode, openId);
  const typing = useTyping();
  const items = useMemo(
    () => (query.isSuccess ? [...chats.map(idOf), EVERYBODY] : undefined),
    [query.isSuccess, chats],
  );
  useItemBeside({ path: '/main/chats', open: openId, items, read: readChat, inputOf });
  // The archive can be left even when it is empty.
  const canArchive = mode === 'archived' || (archive && !flags.disable_archive);

  return (
    <>
      <ScreenHeader title={title} />
      <SearchToolbar
        search={search}
        field={field}
        label={t('search.label')}
        pendingLabel={t('search.pending')}
        clearLabel={t('search.clear')}
      >
        {separate && !search.active && (
          <Segmented
            label={t('modes.label')}
            options={modes.map((id) => ({ id, label: t(`modes.${id}`) }))}
            value={mode}
            onChange={setMode}
          />
        )}
      </SearchToolbar>
      <Scroll>
        {search.active ? (
          <SearchResults search={search} onClear={clear} />
        ) : (
          <>
            <List
              id={mode}
              label={t('title')}
              query={query}
              rows={chats}
              rowKey={idOf}
              render={(chat) => (
                <ChatListRow chat={chat} current={chat.id === openId} typing={typing.get(chat.id)} put={put} />
              )}
              shape="chat"
              divider="avatar"
              empty={t(mode === 'groups' || mode === 'all' ? 'empty.groups' : `empty.${mode}`)}
              pause={PAUSE}
            />
            {!separate && canArchive && query.isSuccess && !query.hasNextPage && (
              <div className="pad">
                <Button variant="quiet" onPress={() => setMode(mode === 'archived' ? 'all' : 'archived')}>
                  {t(mode === 'archived' ? 'archive.close' : 'archive.open')}
                </Button>
              </div>
            )}
          </>
        )}
      </Scroll>
    </>
  );
}

const inputOf = (id: string) => ({ id });
const idOf = ({ id }: { id: string }) => id;
