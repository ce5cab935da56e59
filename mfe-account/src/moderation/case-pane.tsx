import { readReport } from '@paddock/contract/calls/moderation';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { type BackProps, Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Empty, Skeleton } from '@paddock/ui/state';
import { CaseBody } from './case-body';
import { CaseDecision } from './case-decision';

/** A case with its loading and error states. */
export function CasePane({ id, back }: { id: string; back: BackProps }) {
  const t = useText();
  const answer = useCallQuery(readReport, { id }, { live: true });
  const isGone = answer.error?.status === 404;
  const report = isGone ? undefined : answer.data;
  return (
    <Pane part="detail" label={t('case.title')} surface="canvas" hidesTabBar>
      <ScreenHeader title={t('case.title')} level={2} back={back} />
      <Scroll surface="canvas">
        <Column>
          {report ? (
            <CaseBody report={report} />
          ) : isGone ? (
            <Empty title={t('case.gone')} />
          ) : answer.isError ? (
            <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
          ) : (
            <Skeleton shape="shout" count={1} label={t('loading')} />
          )}
        </Column>
      </Scroll>
      {report && <CaseDecision report={report} />}
    </Pane>
  );
}
