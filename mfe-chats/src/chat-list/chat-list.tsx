import { readChats } from '@paddock/contract/chats';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ListRow, Rows } from '@paddock/ui/row';
import { Empty, ErrorState, Skeleton } from '@paddock/ui/state';

export function ChatList() {
  const t = useText();
  const errorText = useErrorText();
  const answer = useCallQuery(readChats, { verb: 'retrieve', prop: 'all' }, { live: true });
  return (
    <Pane label={t('title')}>
      <ScreenHeader title={t('title')} />
      <Scroll>
        {answer.isPending && <Skeleton shape="row" label={t('loading')} />}
        {answer.isError && (
          <ErrorState
            title={errorText(answer.error)}
            code={answer.error.code}
            retryLabel={t('retry')}
            onRetry={() => void answer.refetch()}
          />
        )}
        {answer.data && answer.data.filters.length === 0 && <Empty title={t('empty')} />}
        <Rows>{answer.data && answer.data.filters.map((entry) => <ListRow key={entry.id} title={entry.title} />)}</Rows>
      </Scroll>
    </Pane>
  );
}
