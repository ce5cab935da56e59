import type { ApiError } from '@paddock/mfe-kit/api-error';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { Card } from '@paddock/ui/card';
import { Rows, type RowsProps } from '@paddock/ui/row';
import { Skeleton } from '@paddock/ui/state';
import type { ReactNode } from 'react';
import cards from '../../desk-cards.module.css';
import styles from './desk.module.css';

interface DeskQuery {
  data: unknown;
  error: ApiError | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

interface DeskCardProps<Row> {
  title: string;
  /** After the title: "2 open". */
  note?: string | undefined;
  /** The page with all rows. */
  href: string;
  query: DeskQuery;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  divider: RowsProps['divider'];
  empty: string;
  render: (row: Row) => ReactNode;
}

/** The first rows of one of the admin's pages. */
export function DeskCard<Row>({ title, note, href, query, rows, rowKey, divider, empty, render }: DeskCardProps<Row>) {
  const t = useText();
  return (
    <Card label={title}>
      <div className={cards.head}>
        <h2 className="label strong">{title}</h2>
        {note !== undefined && <span className="label text-secondary tabular-nums">{note}</span>}
        <a className={styles.all} href={href}>
          {t('desk.all')}
          <span className="sr-only"> ({title})</span>
        </a>
      </div>
      {rows.length > 0 ? (
        <Rows list label={title} divider={divider}>
          {rows.map((row) => (
            <div key={rowKey(row)} role="listitem">
              {render(row)}
            </div>
          ))}
        </Rows>
      ) : query.data !== undefined ? (
        <p className={`${cards.empty} label text-secondary`}>{empty}</p>
      ) : query.error ? (
        <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton shape="row" count={2} label={t('loading')} />
      )}
    </Card>
  );
}
