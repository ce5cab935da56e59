import { useText } from '@paddock/mfe-kit/i18n';
import { Card } from '@paddock/ui/card';
import { Rows } from '@paddock/ui/row';
import type { ReactNode } from 'react';
import cards from '../desk-cards.module.css';
import styles from './operations.module.css';

interface OperationsCardProps {
  title: string;
  /** After the title: "2 waiting". */
  note?: string | undefined;
  children: ReactNode;
}

/** A card of the operators' pages. */
export function OperationsCard({ title, note, children }: OperationsCardProps) {
  return (
    <Card label={title}>
      <div className={cards.head}>
        <h2 className="label strong">{title}</h2>
        {note !== undefined && <span className="label text-secondary">{note}</span>}
      </div>
      {children}
    </Card>
  );
}

interface RowsCardProps<Row> extends Omit<OperationsCardProps, 'children'> {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Of a list that may be empty. */
  empty?: string;
  render: (row: Row) => ReactNode;
}

/** A card with a list. */
export function RowsCard<Row>({ rows, rowKey, empty, render, ...card }: RowsCardProps<Row>) {
  return (
    <OperationsCard {...card}>
      {rows.length === 0 ? (
        <p className={`${cards.empty} label text-secondary`}>{empty}</p>
      ) : (
        <Rows list label={card.title}>
          {rows.map((row) => (
            <div key={rowKey(row)} role="listitem">
              {render(row)}
            </div>
          ))}
        </Rows>
      )}
    </OperationsCard>
  );
}

/** Names and values; a value without a text is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt className="text-secondary">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A technical name, the same in every language. */
export function Code({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className={`code ${styles.code}`}>
      {children}
    </bdi>
  );
}

/** A duration in its largest whole unit: "2 hours". */
export function useDuration(): (seconds: number) => string {
  const t = useText();
  return (seconds) => {
    if (seconds >= 3600) return t('status.hours', { count: Math.round(seconds / 3600) });
    if (seconds >= 60) return t('status.minutes', { count: Math.round(seconds / 60) });
    return t('status.seconds', { count: Math.round(seconds) });
  };
}
