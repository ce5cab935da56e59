import { readShouts } from '@paddock/contract/shouts';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ListRow, Rows } from '@paddock/ui/row';
import { Empty, ErrorState, Skeleton } from '@paddock/ui/state';

export function Feed() {
  const t = useText();
  const errorText = useErrorText();
  const answer = useCallQuery(readShouts, { filter: '0' }, { live: true });
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
        {answer.data && answer.data.shouts.length === 0 && <Empty title={t('empty')} />}
        <Rows>{answer.data && answer.data.shouts.map((entry) => <ListRow key={entry.id} title={entry.shout} />)}</Rows>
      </Scroll>
    </Pane>
  );
}
