import type { MouseEvent, ReactNode } from 'react';
import { Badge } from '../../primitives/badge/badge';
import type { BadgeProps } from '../../primitives/badge/badge';
import type { LucideIcon } from '../../primitives/icon/icon';
import { ListRow, Rows } from '../../primitives/row/row';
import { cx } from '../../primitives/cx/cx';
import styles from './menu-list.module.css';

export interface MenuListItem {
  id: string;
  href: string;
  label: string;
  icon: LucideIcon;
  badge?: Pick<BadgeProps, 'count' | 'text' | 'spoken'> | undefined;
  /** Set when the module is broken: its spoken label. */
  fault?: string | undefined;
  /** Marks an external page, which opens in a new window; screen readers read it after the label. */
  newTabLabel?: string | undefined;
}

export interface MenuListProps {
  /** The member's profile, first. `avatar` is a PersonAvatar of size l. */
  me?: { href: string; name: string; sub: string; avatar: ReactNode };
  items: MenuListItem[];
  onPress?: (id: string, event: MouseEvent<HTMLElement>) => void;
}

/** The page of the Menu tab on a phone: the entries that do not fit the tab bar. */
export function MenuList({ me, items, onPress }: MenuListProps) {
  return (
    <div className={styles.list}>
      {me && (
        <ListRow
          href={me.href}
          line={false}
          className={styles.me}
          start={me.avatar}
          title={<span className="heading">{me.name}</span>}
          sub={<span className="text-secondary">{me.sub}</span>}
          chevron
        />
      )}
      <Rows divider="icon" className={cx(me && styles.after)}>
        {items.map((item) => (
          <ListRow
            key={item.id}
            href={item.href}
            newTabLabel={item.newTabLabel}
            height="menu"
            icon={item.icon}
            title={item.label}
            chevron
            onPress={(event) => onPress?.(item.id, event)}
            end={
              item.fault ? (
                <span className={styles.fault}>
                  <span aria-hidden="true">!</span>
                  <span className="sr-only">{item.fault}</span>
                </span>
              ) : (
                item.badge && <Badge {...item.badge} cap={79} />
              )
            }
          />
        ))}
      </Rows>
    </div>
  );
}
