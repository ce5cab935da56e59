import { readDue } from '@paddock/contract/calls/dues';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { LinkButton } from '@paddock/ui/button';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Empty, Skeleton } from '@paddock/ui/state';
import { DueBoard } from './due-board';
import { DueList } from './dues-page';

/** The address of a due: the status board for admins, the list with this due in it for others. */
export function DuePage({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const back = useBack('/main/dues');
  const answer = useCallQuery(readDue, { id }, { live: true });
  const due = answer.data?.due;
  if (due?.can_edit) return <DueBoard due={due} />;
  if (due) return <DueList linked={id} />;
  return (
    <Pane label={t('dues.title')} surface="canvas">
      <ScreenHeader title={t('dues.title')} column back={{ label: t('dues.back'), onPress: back, alwaysShown: true }} />
      <Scroll surface="canvas">
        {answer.error?.status === 404 ? (
          <Empty
            title={t('dues.gone')}
            action={
              <LinkButton variant="primary" href="#/main/dues">
                {t('dues.show')}
              </LinkButton>
            }
          />
        ) : answer.error ? (
          <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
        ) : (
          <Skeleton shape="detail" count={1} label={t('loading')} />
        )}
      </Scroll>
    </Pane>
  );
}
