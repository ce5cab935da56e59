import type { ButtonHTMLAttributes, AnchorHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { cx } from '../cx/cx';
import { Icon } from '../icon/icon';
import type { LucideIcon } from '../icon/icon';
import { Spinner } from '../spinner/spinner';
import styles from './button.module.css';

export type ButtonVariant = 'neutral' | 'primary' | 'ink' | 'outline' | 'quiet' | 'danger' | 'danger-outline' | 'yes';

interface Looks {
  /** primary (accent, one group a screen), ink (Retry), neutral (default), outline, quiet (text only), danger, danger-outline, yes (chosen answer). */
  variant?: ButtonVariant;
  /** m 44 (default), s 36 with a touch area of 44, l 50 for entry screens. */
  size?: 'm' | 's' | 'l';
  /** As wide as its container. */
  wide?: boolean;
  /** Icon before the label. */
  icon?: LucideIcon;
  /** Icon turns round in right-to-left scripts. */
  flip?: boolean;
  children: ReactNode;
}

export interface ButtonProps extends Looks, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'disabled'> {
  /** Called for a press; never while pending or disabled. */
  onPress?: (event: MouseEvent<HTMLButtonElement>) => void;
  /** Work is under way: a spinner in the same width, and nothing fires, submits included. */
  pending?: boolean;
  /** Off, but reachable by keyboard, so that its reason can be found out (aria-disabled). */
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
  return (
    <button
      {...rest}
      type={type}
      className={cx(look({ variant, size, wide }, pending, !icon), className)}
      aria-disabled={off ? true : undefined}
      aria-busy={pending ? true : undefined}
      onClick={(event) => {
        // aria-disabled alone would still submit the form, by click and by Enter in a field.
        if (off) return event.preventDefault();
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
  /** Makes it a link. */
  href?: string;
  onPress?: (event: MouseEvent<HTMLElement>) => void;
  flip?: boolean;
  /** Chosen or active: accent icon. Says aria-pressed on a button when given. */
  isSelected?: boolean;
  /** 36 wide, for rows and card heads; it stays 44 high in the composer. */
  dense?: boolean;
  pending?: boolean;
  disabled?: boolean;
  /** A mark at the corner, such as a Badge or NewDot. */
  badge?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** 44 × 44 with an icon alone. */
export function IconButton(props: IconButtonProps) {
  const {
    icon,
    label,
    href,
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
      <a href={href} className={name} aria-label={label} title={label} onClick={onPress}>
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
