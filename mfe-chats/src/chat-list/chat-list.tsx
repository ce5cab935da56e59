import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { useTyping } from '@paddock/mfe-kit/typing';
import { Button } from '@paddock/ui/button';
import { ScreenHeader, Scroll, Toolbar } from '@paddock/ui/pane';
import { Rows } from '@paddock/ui/row';
import { SearchField } from '@paddock/ui/search-field';
import { Segmented } from '@paddock/ui/segmented';
import { Empty, ErrorState, Skeleton } from '@paddock/ui/state';
import { useState } from 'react';
import { SearchResults } from '../search/search-results';
import { useSearch } from '../search/use-search';
import { ChatListRow } from './chat-list-row';
import { LoadMore } from './load-more';
import { type Mode, useChats } from './use-chats';

/** The list of conversations in its modes (A §2, Chats screen): all, groups, people, archived, and searching. */
export function ChatList({ openId }: { openId: string | undefined }) {
  const t = useText();
  const title = useTabTitle('chats') ?? t('title');
  const { flags } = useSession();
  const [mode, setMode] = useState<Mode>('all');
  const search = useSearch();
  const { chats, archive, query } = useChats(mode, openId);
  const typing = useTyping();
  const separate = flags.separate_direct_messages;
  const canArchive = archive && !flags.disable_archive;
  const modes: Mode[] = ['all', 'groups', 'people', ...(flags.disable_archive ? [] : ['archived' as const])];

  return (
    <>
      <ScreenHeader title={title} />
      <Toolbar>
        <SearchField
          label={t('search.label')}
          value={search.text}
          onChange={search.setText}
          pending={search.pending}
          pendingLabel={t('search.pending')}
          clearLabel={t('search.clear')}
        />
        {separate && !search.active && (
          <Segmented
            label={t('modes.label')}
            options={modes.map((id) => ({ id, label: t(`modes.${id}`) }))}
            value={mode}
            onChange={setMode}
          />
        )}
      </Toolbar>
      <Scroll>
        {search.active ? (
          <SearchResults search={search} />
        ) : (
          <>
            <ListState query={query} empty={chats.length === 0} mode={mode} />
            <Rows cut="avatar" label={t('title')}>
              {chats.map((chat) => (
                <ChatListRow key={chat.id} chat={chat} current={chat.id === openId} typing={typing.get(chat.id)} />
              ))}
            </Rows>
            {query.hasNextPage && (
              <LoadMore pending={query.isFetchingNextPage} onReached={() => void query.fetchNextPage()} />
            )}
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

function ListState({
  query,
  empty,
  mode,
}: {
  query: ReturnType<typeof useChats>['query'];
  empty: boolean;
  mode: Mode;
}) {
  const t = useText();
  const errorText = useErrorText();
  if (query.isPending) return <Skeleton shape="chat" count={8} label={t('loading')} />;
  // What was loaded before stays usable; the frame says that the internet is disconnected.
  if (query.isError && empty)
    return (
      <ErrorState
        title={errorText(query.error)}
        code={query.error.code}
        retryLabel={t('retry')}
        onRetry={() => void query.refetch()}
        pending={query.isFetching}
      />
    );
  if (empty) return <Empty title={t(mode === 'groups' || mode === 'all' ? 'empty.groups' : `empty.${mode}`)} />;
  return null;
}
