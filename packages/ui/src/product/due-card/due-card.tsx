import type { ReactNode } from 'react';
import { cx } from '../../primitives/cx/cx';
import { Card } from '../../primitives/card/card';
import styles from './due-card.module.css';

export interface DueCardProps {
  title: string;
  text?: ReactNode;
  /** Below it: the last day of payment, or a Tag that it is overdue. */
  meta?: ReactNode;
  /** "360.00 EUR". */
  amount: string;
  /** Buttons such as Pay and Edit, or a Tag with the payment date. */
  actions?: ReactNode;
  /** The card form, while paying. */
  children?: ReactNode;
}

/** An amount due, with payment in place. */
export function DueCard({ title, text, meta, amount, actions, children }: DueCardProps) {
  return (
    <Card label={title}>
      <div className={styles.due}>
        <div className={styles.head}>
          <div className={styles.what}>
            <h3 className="heading" dir="auto">
              {title}
            </h3>
            {text && (
              <p className="label text-secondary" dir="auto">
                {text}
              </p>
            )}
            {meta && <div className={cx(styles.meta, 'label text-secondary')}>{meta}</div>}
          </div>
          <span className={styles.amount}>{amount}</span>
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
        {children && <div className={styles.form}>{children}</div>}
      </div>
    </Card>
  );
}
