import type { ReactNode } from 'react';
import styles from './profile-head.module.css';

export interface ProfileHeadProps {
  /** PersonAvatar of size xl, with alt. */
  avatar: ReactNode;
  name: string;
  /** "tamsin_27 · Driver, Northfell Racing". */
  sub?: ReactNode;
  /** Tags: online, distance. */
  status?: ReactNode;
  /** Buttons: message, shouts. */
  actions?: ReactNode;
  /** Heading level, 1 by default: the page's name. */
  level?: 1 | 2 | 3;
}

/** Avatar, name and actions of a profile: centred in a column on a phone, beside the picture from 620 px up. */
export function ProfileHead({ avatar, name, sub, status, actions, level = 1 }: ProfileHeadProps) {
  const Title = `h${level}` as const;
  return (
    <div className={styles.head}>
      {avatar}
      <div className={styles.who}>
        <div>
          <Title className="display">
            <bdi>{name}</bdi>
          </Title>
          {sub && <p className="text-secondary">{sub}</p>}
        </div>
        {status && <div className={styles.line}>{status}</div>}
        {actions && <div className={`${styles.line} ${styles.actions}`}>{actions}</div>}
      </div>
    </div>
  );
}
