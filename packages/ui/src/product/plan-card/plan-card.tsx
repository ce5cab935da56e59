import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../../primitives/cx/cx';
import { Spinner } from '../../primitives/spinner/spinner';
import { Tag } from '../../primitives/tag/tag';
import styles from './plan-card.module.css';

export interface Plan {
  id: string;
  name: ReactNode;
  /** "€18.00". */
  price: string;
  /** "a month". */
  period?: string;
  text?: ReactNode;
  /** Tag of the current plan: "Current". */
  tag?: string | undefined;
  /** The purchase is in progress: a spinner replaces the circle. */
  pending?: boolean;
  disabled?: boolean;
}

export interface PlanCardsProps {
  /** Label of the group: "Plans". */
  label: string;
  plans: readonly Plan[];
  value: string | null;
  onChange: (id: string) => void;
}

export interface PlanListProps {
  /** Names the list: "Plans". */
  label: string;
  plans: readonly Omit<Plan, 'pending' | 'disabled'>[];
  /** Replaces an empty list. */
  empty: string;
}

/** The same cards, read-only. */
export function PlanList({ label, plans, empty }: PlanListProps) {
  if (plans.length === 0) return <p className="text-secondary">{empty}</p>;
  return (
    <ul className={styles.plans} aria-label={label}>
      {plans.map(({ id, name, price, period, text, tag }) => (
        <li key={id} className={cx(styles.plan, styles.read)}>
          <Head name={name} tag={tag} price={price} period={period} />
          {text && <span className={cx(styles.text, 'label text-secondary')}>{text}</span>}
        </li>
      ))}
    </ul>
  );
}

function Head({ name, tag, price, period }: Pick<Plan, 'name' | 'tag' | 'price' | 'period'>) {
  return (
    <span className={styles.head}>
      <span className={styles.name}>
        <span className="heading">{name}</span> {tag && <Tag>{tag}</Tag>}
      </span>
      <span className={styles.cost}>
        <span className={styles.price}>
          <span className="tabular-nums">{price}</span>
        </span>
        {period && <span className={cx(styles.period, 'caption')}>{period}</span>}
      </span>
    </span>
  );
}

/** One card per plan: a radio group with one tab stop; arrow keys select. */
export function PlanCards({ label, plans, value, onChange }: PlanCardsProps) {
  const name = useId();
  return (
    <div className={styles.plans} role="radiogroup" aria-label={label}>
      {plans.map(({ id, name: title, price, period, text, tag, pending, disabled }) => (
        <label key={id} className={styles.plan} aria-busy={pending || undefined}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={id}
            checked={id === value}
            disabled={disabled === true || pending === true}
            onChange={() => onChange(id)}
          />
          {pending ? <Spinner className={styles.spinner} /> : <span className={styles.radio} />}
          <Head name={title} tag={tag} price={price} period={period} />
          {text && <span className={cx(styles.text, 'label text-secondary')}>{text}</span>}
        </label>
      ))}
    </div>
  );
}
