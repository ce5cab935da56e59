import { readReport, readReports } from '@paddock/contract/calls/moderation';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { List, useItemBeside } from '@paddock/mfe-kit/list';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallCache, useCallInfinite } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { IconButton } from '@paddock/ui/button';
import { Pane, ScreenHeader, Scroll, Split } from '@paddock/ui/pane';
import { Segmented } from '@paddock/ui/segmented';
import { Empty } from '@paddock/ui/state';
import { ScrollText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { CasePane } from './case-pane';
import { CaseRow } from './case-row';
import styles from './moderation.module.css';

const pageSize = 20;
const inputOf = (id: string) => ({ id });

/** The queue of reported content and, on wide screens, the chosen case. */
export function Moderation({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const back = useBack('/main/admin');
  const toList = useBack('/main/moderation');
  const cache = useCallCache();
  const [status, setStatus] = useState<'open' | 'decided'>('open');
  const query = useCallInfinite(
    readReports,
    { status, count: pageSize },
    { live: true, next: ({ next }) => (next === null ? null : { page: next }) },
  );
  useRealtime('updating_reports', () => {
    void cache.refresh(readReports);
    void cache.refresh(readReport);
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ reports }) => reports) ?? [], [query.data]);
  const items = useMemo(() => (query.data ? rows.map((row) => row.id) : undefined), [query.data, rows]);
  useItemBeside({ path: '/main/moderation', open: id, items, read: readReport, inputOf });
  const empty = status === 'open' ? 'nothing_open' : 'nothing_decided';
  return (
    <Split show={id === undefined ? 'list' : 'detail'}>
      <Pane part="list" label={t('queue.title')}>
        <ScreenHeader
          title={t('queue.title')}
          back={{ label: t('back'), onPress: back, alwaysShown: true }}
          actions={<IconButton icon={ScrollText} label={t('queue.audit')} href="#/main/audit" />}
        />
        <div className={styles.filter}>
          <Segmented
            label={t('queue.which')}
            options={(['open', 'decided'] as const).map((one) => ({ id: one, label: t(`queue.${one}`) }))}
            value={status}
            onChange={setStatus}
          />
        </div>
        <Scroll>
          <List
            id={`reports ${status}`}
            label={t('queue.title')}
            rows={rows}
            rowKey={(row) => row.id}
            query={query}
            shape="person"
            divider="avatar-m"
            empty={
              <Empty title={t(`queue.${empty}`)} {...(status === 'open' && { text: t('queue.nothing_open_text') })} />
            }
            render={(row) => <CaseRow row={row} current={row.id === id} />}
          />
        </Scroll>
      </Pane>
      {id === undefined ? (
        <Pane part="detail" label={t('case.title')} surface="canvas">
          {rows.length > 0 && <Empty text={t('queue.none_chosen')} />}
        </Pane>
      ) : (
        <CasePane key={id} id={id} back={{ label: t('queue.back'), onPress: toList }} />
      )}
    </Split>
  );
}
