import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { CSSProperties, ReactNode, RefObject, Ref } from 'react';
import { ArrowLeft } from 'lucide-react';
import { IconButton } from '../button/button';
import { cx } from '../cx/cx';
import styles from './pane.module.css';
import { useSplitFocus } from './use-split-focus';

export interface SplitProps {
  /** The part shown when only one fits (below 1024 px). */
  show: 'list' | 'detail';
  /** Width of the list from 1024 px up; 372 px by default, 272 px for shouts, more with large text. */
  listWidth?: string;
  /** A Pane with part="list" and one with part="detail". */
  children: ReactNode;
}

/** List beside detail. */
export function Split({ show, listWidth, children }: SplitProps) {
  const split = useRef<HTMLDivElement>(null);
  const keys = useSplitFocus(split, show);
  return (
    <div
      ref={split}
      {...keys}
      className={styles.split}
      data-show={show}
      style={listWidth ? ({ '--lp': listWidth } as CSSProperties) : undefined}
    >
      {children}
    </div>
  );
}

export interface PaneProps {
  /** Spoken name of the region. */
  label: string;
  /** The part of a Split that this pane fills. */
  part?: 'list' | 'detail';
  /** The page's canvas instead of a raised surface: settings, forms of cards. */
  surface?: 'canvas';
  /** Hides the tab bar on a phone; its header then needs a Back button. No effect from 768 px up. */
  hidesTabBar?: boolean;
  children: ReactNode;
  className?: string;
  ref?: Ref<HTMLElement>;
}

/** A column with its own header, scroller and footer; container queries use its width. */
export function Pane({ label, part, surface, hidesTabBar, children, className, ref }: PaneProps) {
  return (
    <section
      ref={ref}
      className={cx(styles.pane, surface === 'canvas' && styles.canvas, className)}
      data-part={part}
      data-hides-tab-bar={hidesTabBar || undefined}
      aria-label={label}
    >
      {children}
    </section>
  );
}

export interface ScrollProps {
  children: ReactNode;
  /** Aligns the content to the bottom until it fills the height: conversations. */
  fromFoot?: boolean;
  /** The page's canvas below the content. */
  surface?: 'canvas';
  /** Omits the space at the end. */
  flush?: boolean;
  /** Makes the scroller focusable, so that arrow keys scroll content without focusable elements. */
  readOnly?: boolean;
  className?: string;
  ref?: Ref<HTMLDivElement>;
}

/** The scrolling part of a pane; its content finds it by `data-scroll`. */
export function Scroll({ children, fromFoot, surface, flush, readOnly, className, ref }: ScrollProps) {
  return (
    <div
      ref={ref}
      data-scroll=""
      tabIndex={readOnly ? 0 : undefined}
      className={cx(
        styles.scroll,
        fromFoot && styles.fromFoot,
        surface === 'canvas' && styles.canvas,
        (flush || fromFoot) && styles.flush,
        className,
      )}
    >
      {children}
    </div>
  );
}

export interface BackProps {
  label: string;
  href?: string;
  onPress?: () => void;
  /** Also shown when list and detail are side by side. */
  alwaysShown?: boolean;
}

export interface ScreenHeaderProps {
  /** Name of the screen. */
  title?: string;
  /** Replaces the title: avatar with name, a search field. */
  children?: ReactNode;
  back?: BackProps | undefined;
  /** IconButtons, at the end. */
  actions?: ReactNode;
  /** Hairline below. */
  divider?: boolean;
  /** Over a picture, with buttons on round scrims. `solid` turns it into a bar (see useScrolledPast). */
  overlay?: boolean;
  solid?: boolean;
  /** Aligns with a centred Column, or with a Talk. */
  column?: boolean | 'wide' | 'conversation';
  /** Hidden when list and detail are side by side, because the list has its own header. 'bar': only above a tab bar. */
  phoneOnly?: boolean | 'bar';
  /** Heading level of the title. */
  level?: 1 | 2;
}

const headerEnd = createContext<ReactNode>(null);
/** What every page's main header below it shows after its own actions: not the header of a detail, which leads back. */
export const HeaderEnd = headerEnd.Provider;

const headerPlace = createContext<string | undefined>(undefined);
/** The workplace, which the main header of a page shows below its title on a phone; the rail shows it otherwise. */
export const HeaderPlace = headerPlace.Provider;

/** The header of a screen, 56 px high, 64 from 768 px up. */
export function ScreenHeader(props: ScreenHeaderProps) {
  const { title, children, back, actions, divider, overlay, solid, column, phoneOnly, level = 1 } = props;
  const Title = level === 1 ? 'h1' : 'h2';
  const hidden = overlay && !solid;
  const end = useContext(headerEnd);
  const place = useContext(headerPlace);
  const isMain = level === 1 && !back;
  return (
    <header
      className={cx(
        styles.bar,
        divider && styles.divider,
        overlay && styles.overlay,
        overlay && solid && styles.solid,
        column && styles.inColumn,
        column === 'wide' && styles.wide,
        column === 'conversation' && styles.conversation,
        phoneOnly === true && 'phone',
        phoneOnly === 'bar' && styles.barOnly,
      )}
    >
      {back && (
        <IconButton
          icon={ArrowLeft}
          flip
          label={back.label}
          className={cx(styles.back, back.alwaysShown && styles.alwaysShown)}
          {...(back.href !== undefined ? { href: back.href } : {})}
          {...(back.onPress ? { onPress: back.onPress } : {})}
        />
      )}
      {title !== undefined && (
        <div className={cx(styles.title, hidden && styles.unseen)} aria-hidden={hidden || undefined}>
          <Title tabIndex={-1} className="title truncate" dir="auto">
            {title}
          </Title>
          {isMain && place !== undefined && (
            <p className={cx('truncate', styles.place)} dir="auto">
              {place}
            </p>
          )}
        </div>
      )}
      {children && <div className={styles.who}>{children}</div>}
      {title === undefined && !children && <span className={styles.title} />}
      {actions}
      {isMain && end}
    </header>
  );
}

export interface HeaderProfileProps {
  avatar?: ReactNode;
  title: ReactNode;
  sub?: ReactNode;
  /** Address of the profile or the group. */
  href?: string;
  level?: 1 | 2;
}

/** Avatar and name with a second line, for a ScreenHeader. */
export function HeaderProfile({ avatar, title, sub, href, level = 1 }: HeaderProfileProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  const inside = (
    <>
      {avatar}
      <span className="grow">
        <Title className="heading truncate" dir="auto">
          {title}
        </Title>
        {sub !== undefined && (
          <span className={cx('caption truncate', styles.sub)} dir={typeof sub === 'string' ? 'auto' : undefined}>
            {sub}
          </span>
        )}
      </span>
    </>
  );
  return href === undefined ? (
    <span className={styles.whoLink}>{inside}</span>
  ) : (
    <a className={styles.whoLink} href={href}>
      {inside}
    </a>
  );
}

/** Returns true once the scroller has scrolled more than `distance` px; for the `solid` prop of an overlay header. */
export function useScrolledPast(scroller: RefObject<HTMLElement | null>, distance: number): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const node = scroller.current;
    if (!node) return;
    const look = () => setPast(node.scrollTop > distance);
    look();
    node.addEventListener('scroll', look, { passive: true });
    return () => node.removeEventListener('scroll', look);
  }, [scroller, distance]);
  return past;
}

export interface ColumnProps {
  children: ReactNode;
  /** 680 px (default), wide is 980 px. */
  width?: 'measure' | 'wide' | 'rows';
  className?: string;
}

/** A centred column for forms, articles and details. */
export function Column({ children, width = 'measure', className }: ColumnProps) {
  return (
    <div
      className={cx(
        styles.column,
        width === 'wide' && styles.columnWide,
        width === 'rows' && styles.columnRows,
        className,
      )}
    >
      {children}
    </div>
  );
}

/** The area between header and scroller, for a search field, a segmented control, chips. */
export function Toolbar({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx(styles.toolbar, className)}>{children}</div>;
}

export { isOpenedByKey } from './use-split-focus';
