import { readChat } from '@paddock/contract/calls/chats';
import { everybodyGroupId } from '@paddock/contract/calls/groups';
import { useText } from '@paddock/mfe-kit/i18n';
import { List, useItemBeside } from '@paddock/mfe-kit/list';
import { useAddressPart } from '@paddock/mfe-kit/navigation';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { useTyping } from '@paddock/mfe-kit/typing';
import { ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ListRow } from '@paddock/ui/row';
import { SearchToolbar, useClearSearch } from '@paddock/ui/search-toolbar';
import { Archive, Compass, X } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { NewChat } from '../new-chat/new-chat';
import { useSearch } from '../search/use-search';
import { ChatListRow } from './chat-list-row';
import { ModeTabs, useMode } from './chat-modes';
import { NewButtons } from './new-buttons';
import { useChats } from './use-chats';
import { useOwnLines } from './use-own-lines';

const SearchResults = lazy(async () => ({ default: (await import('../search/search-results')).SearchResults }));

/** Milliseconds between two further pages of the list (A §9). */
const pagePauseMs = 1000;

interface ChatListProps {
  /** The conversation beside the list. */
  openId?: string | undefined;
  /** The marked row; default: that of the conversation beside the list. */
  current?: string | undefined;
}

/**
 * The list of conversations in its modes (A §2, Chats screen): all, or groups and people apart, archived, and search. The address
 * holds the mode, so that Back closes it and a reload restores it.
 */
export function ChatList({ openId, current = openId }: ChatListProps) {
  const t = useText();
  const title = useTabTitle('chats') ?? t('title');
  const { flags } = useSession();
  const { modes, mode, setMode, leave, separate } = useMode(current);
  const search = useSearch();
  const { field, clear } = useClearSearch(search);
  const { chats, archive, query, put } = useChats(mode, openId);
  const typing = useTyping();
  const ownLine = useOwnLines(openId);
  const [dialog, setDialog] = useAddressPart('new');
  const items = useMemo(
    () => (query.isSuccess ? [...chats.map(idOf), everybodyGroupId] : undefined),
    [query.isSuccess, chats],
  );
  useItemBeside({ path: '/main/chats', open: current, items, read: readChat, inputOf });

  return (
    <>
      <ScreenHeader title={title} actions={<NewButtons onNewChat={() => setDialog('chat')} />} />
      <SearchToolbar
        search={search}
        field={field}
        label={t('search.label')}
        pendingLabel={t('search.pending')}
        clearLabel={t('search.clear')}
      >
        {separate && !search.active && <ModeTabs modes={modes} mode={mode} setMode={setMode} />}
      </SearchToolbar>
      <Scroll>
        {search.active ? (
          <Suspense>
            <SearchResults search={search} onClear={clear} />
          </Suspense>
        ) : (
          <>
            {!separate && mode === 'archived' && (
              // The archive can be left even when it is empty.
              <ListRow icon={X} height="dense" title={t('archive.close')} onPress={leave} />
            )}
            {!separate && mode !== 'archived' && archive && !flags.disable_archive && (
              <ListRow icon={Archive} height="dense" title={t('archive.open')} onPress={() => setMode('archived')} />
            )}
            {(mode === 'all' || mode === 'groups') && (
              <ListRow icon={Compass} height="dense" title={t('browse_groups')} href="#/main/groups" chevron />
            )}
            <List
              id={mode}
              label={t('title')}
              query={query}
              rows={chats}
              rowKey={idOf}
              render={(chat) => (
                <ChatListRow
                  chat={chat}
                  current={chat.id === current}
                  typing={typing.get(chat.id)}
                  own={ownLine(chat)}
                  put={put}
                />
              )}
              shape="chat"
              divider="avatar"
              empty={t(mode === 'groups' || mode === 'all' ? 'empty.groups' : `empty.${mode}`)}
              pause={pagePauseMs}
            />
          </>
        )}
      </Scroll>
      <NewChat open={dialog === 'chat'} onClose={() => setDialog('')} />
    </>
  );
}

const inputOf = (id: string) => ({ id });
const idOf = ({ id }: { id: string }) => id;
