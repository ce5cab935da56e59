import { useRef } from 'react';
import type { ButtonHTMLAttributes, AnchorHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { cx } from '../cx/cx';
import { Icon } from '../icon/icon';
import type { LucideIcon } from '../icon/icon';
import { Spinner } from '../spinner/spinner';
import styles from './button.module.css';

export type ButtonVariant = 'neutral' | 'primary' | 'ink' | 'outline' | 'quiet' | 'danger' | 'danger-outline' | 'yes';

interface Looks {
  /**
   * primary (accent, one group a screen), ink (Retry), neutral (default), outline, quiet (text only), danger, danger-outline, yes
   * (chosen answer).
   */
  variant?: ButtonVariant;
  /** m is 44 px (default), s 36 px with a touch area of 44, l 50 px for entry screens. */
  size?: 'm' | 's' | 'l';
  /** As wide as its container. */
  wide?: boolean;
  /** Icon before the label. */
  icon?: LucideIcon;
  /** Mirrors the icon in right-to-left pages. */
  flip?: boolean;
  children: ReactNode;
}

export interface ButtonProps extends Looks, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'disabled'> {
  /** Called on press, but not while pending or disabled. */
  onPress?: (event: MouseEvent<HTMLButtonElement>) => void;
  /** Shows a spinner at the same width; presses and submits do nothing. */
  pending?: boolean;
  /** Sets aria-disabled: the button stays focusable, so that keyboard users can find the reason. */
  disabled?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

function look({ variant = 'neutral', size = 'm', wide }: Omit<Looks, 'children'>, pending?: boolean, padded?: boolean) {
  return cx(
    styles.button,
    styles[variant],
    size !== 'm' && styles[size],
    wide && styles.wide,
    pending && styles.pending,
    pending && padded && styles.tight,
  );
}

let debounceMs = 0;

/** Presses of the same labelled button within this many milliseconds count as one: a double click submits once. */
export function setClickDebounce(ms: number): void {
  debounceMs = ms;
}

/** A button with a label. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    wide,
    icon,
    flip,
    pending,
    disabled,
    onPress,
    onClick,
    className,
    children,
    type = 'button',
    ...rest
  } = props;
  const off = pending || disabled;
  const lastPress = useRef(-Infinity);
  return (
    <button
      {...rest}
      type={type}
      className={cx(look({ variant, size, wide }, pending, !icon), className)}
      aria-disabled={off ? true : undefined}
      aria-busy={pending ? true : undefined}
      onClick={(event) => {
        // aria-disabled alone would still submit the form, by click and by Enter in a field.
        if (off || event.timeStamp - lastPress.current < debounceMs) return event.preventDefault();
        lastPress.current = event.timeStamp;
        onClick?.(event);
        onPress?.(event);
      }}
    >
      {pending ? <Spinner className={styles.spinner} /> : icon && <Icon of={icon} size="s" flip={flip} />}
      {children}
    </button>
  );
}

export interface LinkButtonProps extends Looks, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children'> {
  href: string;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link that looks like a button. */
export function LinkButton({ variant, size, wide, icon, flip, className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={cx(look({ variant, size, wide }), className)}>
      {icon && <Icon of={icon} size="s" flip={flip} />}
      {children}
    </a>
  );
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'disabled'> {
  icon: LucideIcon;
  /** The name, spoken and as a tooltip. */
  label: string;
  /** Renders a link instead of a button. */
  href?: string;
  /** The link opens in a new window. */
  external?: boolean;
  onPress?: (event: MouseEvent<HTMLElement>) => void;
  flip?: boolean;
  /** Active: accent icon. Sets aria-pressed on a button. */
  isSelected?: boolean;
  /** 36 px wide, for rows and card headers; in the composer it stays 44 px high. */
  dense?: boolean;
  pending?: boolean;
  disabled?: boolean;
  /** A mark at the corner, such as a Badge or NewDot. */
  badge?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A 44 × 44 px button or link with an icon only. */
export function IconButton(props: IconButtonProps) {
  const {
    icon,
    label,
    href,
    external,
    onPress,
    onClick,
    flip,
    isSelected,
    dense,
    pending,
    disabled,
    badge,
    className,
    type = 'button',
    ...rest
  } = props;
  const name = cx(styles.iconButton, dense && styles.dense, isSelected && styles.selected, className);
  const inside = (
    <>
      {pending ? <Spinner /> : <Icon of={icon} flip={flip} />}
      {badge}
    </>
  );
  if (href !== undefined) {
    return (
      <a
        href={href}
        className={name}
        aria-label={label}
        title={label}
        onClick={onPress}
        {...(external && { target: '_blank', rel: 'noopener noreferrer' })}
      >
        {inside}
      </a>
    );
  }
  const off = pending || disabled;
  return (
    <button
      {...rest}
      type={type}
      className={name}
      aria-label={label}
      title={label}
      aria-pressed={isSelected}
      aria-disabled={off ? true : undefined}
      aria-busy={pending ? true : undefined}
      onClick={(event) => {
        if (off) return event.preventDefault();
        onClick?.(event);
        onPress?.(event);
      }}
    >
      {inside}
    </button>
  );
}
