import { readDeployment } from '@paddock/contract/calls/operations';
import type { CallReply } from '@paddock/contract/core/call';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack } from '@paddock/mfe-kit/navigation';
import { Banner } from '@paddock/ui/banner';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Skeleton } from '@paddock/ui/state';
import { Code, Facts, OperationsCard, RowsCard } from '../operations-card';
import cards from '../../desk-cards.module.css';
import styles from '../operations.module.css';
import { useOperationsQuery } from '../use-operations-query';
import { FindingRow, ModuleRow, TabRow } from './deployment-rows';
import { FlagsCard } from './flags-card';
import { FilePreviewCard } from './file-preview-card';

type Deployed = CallReply<typeof readDeployment>;

/** What the community runs, and how to change it. */
export function DeploymentPage() {
  const t = useText();
  const back = useBack('/main/admin');
  const { data, error, isFetching, refetch } = useOperationsQuery(readDeployment, {});
  return (
    <Pane label={t('deployment.title')} surface="canvas">
      <ScreenHeader title={t('deployment.title')} column="wide" back={{ label: t('back'), onPress: back }} />
      <Scroll>
        {data ? (
          <Parts deployed={data} isStale={error !== null} />
        ) : error ? (
          <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton shape="row" label={t('deployment.loading')} />
        )}
      </Scroll>
    </Pane>
  );
}

function Parts({ deployed, isStale }: { deployed: Deployed; isStale: boolean }) {
  const t = useText();
  const { community, revision, file, refused, findings, tabs, modules, flags } = deployed;
  const faults = [
    ...refused.map(({ path, hint }) => ({ path, problem: hint, consequence: t('deployment.refused'), remedy: '' })),
    ...findings,
  ];
  return (
    <div className={`${cards.columns} ${styles.columns}`}>
      {isStale && (
        <div className={styles.wide}>
          <Banner kind="bad">{t('deployment.not_refreshed')}</Banner>
        </div>
      )}
      {refused.length > 0 && (
        <div className={styles.wide}>
          <Banner kind="bad">{t('deployment.last_good')}</Banner>
        </div>
      )}
      <div className={cards.column}>
        <OperationsCard title={community.title}>
          <Facts
            facts={[
              [t('deployment.file'), <Code key="file">{file}</Code>],
              [t('deployment.revision'), <Code key="revision">{revision}</Code>],
            ]}
          />
        </OperationsCard>
        <RowsCard
          title={t('deployment.findings')}
          rows={faults}
          rowKey={({ path, problem }) => `${path} ${problem}`}
          empty={t('deployment.no_findings')}
          render={(finding) => <FindingRow {...finding} />}
        />
        <RowsCard
          title={t('deployment.tabs')}
          rows={tabs}
          rowKey={({ id, namespace = '' }) => `${id} ${namespace}`}
          render={(tab) => <TabRow tab={tab} />}
        />
      </div>
      <div className={cards.column}>
        <RowsCard
          title={t('deployment.modules')}
          rows={modules}
          rowKey={({ id }) => id}
          render={(module) => <ModuleRow module={module} />}
        />
        <FilePreviewCard file={file} />
      </div>
      <div className={`${cards.column} ${styles.wide}`}>
        <FlagsCard flags={flags} />
      </div>
    </div>
  );
}
