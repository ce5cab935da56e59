import { useEffect, useRef } from 'react';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { Bell, ChevronsUpDown } from 'lucide-react';
import { cx } from '../../primitives/cx/cx';
import { Badge } from '../../primitives/badge/badge';
import type { BadgeProps } from '../../primitives/badge/badge';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import { useLongPress } from '../../primitives/long-press/long-press';
import styles from './frame.module.css';

export interface FrameTab {
  id: string;
  href: string;
  label: string;
  icon: LucideIcon;
  /** Unread count with its accessible label; above 79 it shows as `:D`. */
  badge?: Pick<BadgeProps, 'count' | 'text' | 'spoken'> | undefined;
  /** Set when the module is broken: spoken label of the amber `!` that replaces the badge. */
  fault?: string | undefined;
  current?: boolean | undefined;
  /** For the menu: an item behind it is current. */
  holdsCurrent?: boolean | undefined;
  /** A long press on it opens a sheet. */
  hasSheet?: boolean | undefined;
}

/** A button of the rail that opens something beside it. */
export interface FrameButton {
  ref: Ref<HTMLButtonElement>;
  isExpanded: boolean;
  onPress: () => void;
}

export interface AppFrameProps {
  /** Every tab, in order. The rail shows all, the tab bar five and the menu. */
  tabs: FrameTab[];
  /** Tab of the menu page: last in the tab bar. The rail has none. */
  menu: FrameTab;
  /** The product, at the top of the rail, and the member's workplace, which also the narrow rail names. */
  brand: { name: string; sub?: string; place?: string; mark: ReactNode };
  /** Opens the notifications, at the top of the rail. */
  bell?: (FrameButton & { label: string; badge?: FrameTab['badge'] }) | undefined;
  /** Opens the profile's menu, at the bottom of the rail. `avatar` is a PersonAvatar of size s. */
  me?: FrameButton & { name: string; sub?: string; avatar: ReactNode };
  /** Hides tab bar and rail. A detail hides the tab bar alone with `hidesTabBar` of its Pane. */
  hideFooter?: boolean;
  skipLabel: string;
  /** Names the navigation: "Tabs". */
  navLabel: string;
  /** Called for two presses within 500 ms. */
  onDoubleTap?: (id: string) => void;
  /** Called for a long press on a tab that {@link FrameTab.hasSheet}, and for the keys of a context menu. */
  onLongPress?: ((id: string) => void) | undefined;
  /** An offline strip above everything in the stage. */
  notice?: ReactNode;
  children: ReactNode;
}

const maxFooterCount = 79;
const doubleTapMs = 500;

/** The app's frame: asphalt tab bar or rail around the stage. */
export function AppFrame(props: AppFrameProps) {
  const {
    tabs,
    menu,
    brand,
    bell,
    me,
    hideFooter = false,
    skipLabel,
    navLabel,
    onDoubleTap,
    onLongPress,
    notice,
    children,
  } = props;
  const stage = useRef<HTMLElement>(null);
  const last = useRef({ id: '', at: 0 });

  const press = (id: string, event: MouseEvent<HTMLAnchorElement>) => {
    const twice = last.current.id === id && event.timeStamp - last.current.at < doubleTapMs;
    last.current = twice ? { id: '', at: 0 } : { id, at: event.timeStamp };
    if (twice) onDoubleTap?.(id);
  };

  return (
    <div className={styles.app} data-footer={hideFooter ? 'none' : undefined}>
      <a
        className={styles.skip}
        href="#main"
        onClick={(event) => {
          // The hash is the route, so the skip link moves the focus instead of changing the hash.
          event.preventDefault();
          stage.current?.focus();
        }}
      >
        {skipLabel}
      </a>
      <nav className={styles.frame} aria-label={navLabel}>
        <div className={styles.top}>
          <Brand {...brand} />
          {bell && (
            <button type="button" data-ring="frame" className={styles.bell} {...buttonProps(bell)} title={bell.label}>
              <Icon of={Bell} label={bell.label} />
              {bell.badge && <Badge {...bell.badge} cap={maxFooterCount} small className={styles.count} />}
            </button>
          )}
        </div>
        <ul className={styles.tabs}>
          {tabs.map((tab, index) => (
            <TabItem key={tab.id} tab={tab} foot={index < 5} onPress={press} onLongPress={onLongPress} />
          ))}
          <TabItem tab={menu} foot last onPress={press} />
        </ul>
        {me && (
          <button type="button" data-ring="frame" className={styles.me} {...buttonProps(me)}>
            {me.avatar}
            <span className={styles.meText}>
              <span className="truncate" dir="auto">
                {me.name}
              </span>{' '}
              {me.sub && <small className="truncate">{me.sub}</small>}
            </span>
            <Icon of={ChevronsUpDown} size="s" className={styles.meMark} />
          </button>
        )}
      </nav>
      <main ref={stage} id="main" className={styles.stage} tabIndex={-1}>
        {notice}
        <div className={styles.content}>{children}</div>
      </main>
    </div>
  );
}

const buttonProps = ({ ref, isExpanded, onPress }: FrameButton) => ({
  ref,
  'aria-haspopup': 'dialog' as const,
  'aria-expanded': isExpanded,
  onClick: onPress,
});

function Brand({ name, sub, place, mark }: AppFrameProps['brand']) {
  return (
    <div className={styles.brand}>
      {mark}
      <span className={styles.brandText}>
        {name}
        {sub && <small>{sub}</small>}
        {place !== undefined && (
          <small className={cx('truncate', styles.place)} dir="auto" title={place}>
            {place}
          </small>
        )}
      </span>
    </div>
  );
}

interface TabItemProps {
  tab: FrameTab;
  foot: boolean;
  last?: boolean;
  onPress: (id: string, event: MouseEvent<HTMLAnchorElement>) => void;
  onLongPress?: AppFrameProps['onLongPress'];
}

function TabItem({ tab, foot, last, onPress, onLongPress }: TabItemProps) {
  const longPress = useLongPress(tab.hasSheet && onLongPress ? () => onLongPress(tab.id) : undefined, true);
  const self = useRef<HTMLLIElement>(null);
  const { current } = tab;
  useEffect(() => {
    // A long rail scrolls; keep the current tab visible. `scrollIntoView` would make Tab start there, past the skip link.
    const [item, rail] = [self.current, self.current?.parentElement];
    if (!current || !item || !rail) return;
    const [own, box] = [item.getBoundingClientRect(), rail.getBoundingClientRect()];
    rail.scrollTop += Math.min(0, own.top - box.top) + Math.max(0, own.bottom - box.bottom);
  }, [current]);
  return (
    <li ref={self} className={cx(foot && styles.foot, last && styles.menu)}>
      <a
        className={styles.tab}
        href={tab.href}
        aria-current={current ? 'page' : undefined}
        data-holds-current={tab.holdsCurrent || undefined}
        onClick={(event) => onPress(tab.id, event)}
        {...longPress}
      >
        <span className={styles.tabIcon}>
          <Icon of={tab.icon} flip={tab.id === 'menu'} />
        </span>
        <span className={styles.tabLabel}>{tab.label}</span>
        {tab.fault ? (
          <span className={styles.fault}>
            <span aria-hidden="true">!</span>
            <span className="sr-only">{tab.fault}</span>
          </span>
        ) : (
          tab.badge && <Badge {...tab.badge} cap={maxFooterCount} small className={styles.count} />
        )}
      </a>
    </li>
  );
}
