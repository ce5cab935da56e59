import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { ArrowLeft } from 'lucide-react';
import { FormFoot } from '../../forms/field/form-foot';
import { IconButton } from '../../primitives/button/button';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import { Spinner } from '../../primitives/spinner/spinner';
import styles from './hero.module.css';

export interface HeroProps {
  brand: { name: string; mark: ReactNode };
  /** The picture and its alternative text. */
  art?: { src: string; alt: string };
  title: ReactNode;
  text?: ReactNode;
  /** Buttons of size l in a column: primary, neutral, outline. */
  actions: ReactNode;
  /** Small print. */
  small?: ReactNode;
  /** A Banner above the title. */
  notice?: ReactNode;
}

/** The landing page: asphalt in both schemes. */
export function Hero({ brand, art, title, text, actions, small, notice }: HeroProps) {
  return (
    <div className={styles.hero}>
      <div className={styles.brand}>
        {brand.mark}
        {brand.name}
      </div>
      <div className={styles.art}>{art && <img src={art.src} alt={art.alt} />}</div>
      <div className={styles.say}>
        <div className={styles.lanes} aria-hidden="true">
          <i className={styles.on} />
          <i />
          <i />
        </div>
        {notice}
        <h1 className={styles.title}>{title}</h1>
        {text && <p className={styles.text}>{text}</p>}
        <div className={styles.actions}>{actions}</div>
        {small && <small className={styles.small}>{small}</small>}
      </div>
    </div>
  );
}

export interface EntryProps {
  /** The picture beside the form from 1024 px up, with a text on it. */
  side?: { src: string; caption?: string };
  mark?: ReactNode;
  /** Replaces the mark with a status. */
  sign?: ReactNode;
  title: string;
  text?: ReactNode;
  /** Announces changes of title and text to screen readers. */
  live?: boolean;
  back?: { label: string; href?: string; onPress?: () => void };
  /** Shown at the start of the header when there is no Back button: the page's brand. */
  brand?: { name: string; mark: ReactNode };
  /** At the end of the header: the language. */
  end?: ReactNode;
  /** The form and what follows it. */
  children: ReactNode;
}

/** A narrow form for log in, sign up, PIN and reset; on a wide screen beside a picture. */
export function Entry({ side, mark, sign, title, text, live, back, brand, end, children }: EntryProps) {
  return (
    <div className={styles.entry}>
      <div className={styles.side}>
        {side && <img src={side.src} alt="" />}
        {side?.caption && <b className="title">{side.caption}</b>}
      </div>
      <div className={styles.right}>
        <FormFoot>
          <div className={styles.scroll}>
            <header className={styles.head}>
              {back ? (
                <IconButton
                  icon={ArrowLeft}
                  flip
                  label={back.label}
                  {...(back.href !== undefined ? { href: back.href } : {})}
                  {...(back.onPress ? { onPress: back.onPress } : {})}
                />
              ) : brand ? (
                <span className={styles.whose}>
                  <span className={cx(styles.mark, styles.lesser)}>{brand.mark}</span>
                  {brand.name}
                </span>
              ) : (
                <span />
              )}
              {end}
            </header>
            <div className={styles.column}>
              <div className="stack gap-4">
                {sign ?? (mark && <span className={styles.mark}>{mark}</span>)}
                <div className="stack gap-1" role={live ? 'status' : undefined}>
                  <h1 className="display" tabIndex={-1}>
                    {title}
                  </h1>
                  {text && <p className="text-secondary">{text}</p>}
                </div>
              </div>
              {children}
            </div>
          </div>
        </FormFoot>
      </div>
    </div>
  );
}

export interface EntryStateProps extends Pick<EntryProps, 'side' | 'title' | 'text' | 'back' | 'brand' | 'end'> {
  /** Status: in progress, done, failed, waiting for a member. */
  kind: 'busy' | 'ok' | 'bad' | 'wait';
  icon?: LucideIcon;
  /** Buttons of size l in a column. */
  actions?: ReactNode;
  /** Shown between text and buttons, such as the member concerned. */
  children?: ReactNode;
}

/** The result of a mailed link, or a waiting page: a status icon instead of the mark, a title, a text, the next actions. */
export function EntryState({ kind, icon, actions, children, ...rest }: EntryStateProps) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focused element of the previous state is gone: move the focus to the title, for keyboards and screen readers.
    if (document.activeElement !== document.body) return;
    content.current?.parentElement?.querySelector('h1')?.focus({ preventScroll: true });
  }, [kind, rest.title]);
  return (
    <Entry
      {...rest}
      live
      sign={
        <span className={cx(styles.sign, styles[kind])} aria-hidden="true">
          {kind === 'busy' || !icon ? <Spinner /> : <Icon of={icon} />}
        </span>
      }
    >
      <div ref={content} className={styles.state}>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </Entry>
  );
}

/** "or", between two ways to sign in. */
export function Or({ children }: { children: ReactNode }) {
  return <div className={styles.or}>{children}</div>;
}
