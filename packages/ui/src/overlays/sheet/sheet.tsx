import { useId } from 'react';
import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { Button, IconButton } from '../../primitives/button/button';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import { lazyPart, useLazyPart } from '../../primitives/lazy/lazy';
import styles from './sheet.module.css';

const modal = lazyPart(() => import('./sheet-modal').then((module) => module.SheetModal));

interface FloatingProps {
  open: boolean;
  onClose: () => void;
  dismissable?: boolean;
  covers?: boolean;
  role?: 'dialog' | 'alertdialog';
  size?: 'm' | 'l';
  labelledBy?: string;
  label?: string;
  children: ReactNode;
}

function Floating({
  open,
  onClose,
  dismissable = true,
  covers = false,
  role = 'dialog',
  size = 'm',
  labelledBy,
  label,
  children,
}: FloatingProps) {
  const [Part] = useLazyPart(modal, open, onClose);
  if (!Part) return null;
  return (
    <Part {...{ open, onClose, dismissable, covers, role, size, labelledBy, label }}>
      <span className={styles.grab} aria-hidden="true" />
      {children}
    </Part>
  );
}

export interface SheetProps {
  open: boolean;
  /** Called by Escape, the scrim and the close button. */
  onClose: () => void;
  title: string;
  /** Label of the × in the header; without it there is no ×. */
  closeLabel?: string;
  /** Buttons in the footer, destructive last. */
  footer?: ReactNode;
  /** 440 (default) or 640 wide from 768 px up. */
  size?: 'm' | 'l';
  /** False while closing would lose input. */
  dismissable?: boolean;
  /** Hides everything behind it. */
  covers?: boolean;
  children: ReactNode;
}

/** A sheet from the bottom on a phone, a centred dialog from 768 px up. */
export function Sheet({ open, onClose, title, closeLabel, footer, size, dismissable, covers, children }: SheetProps) {
  const id = useId();
  return (
    <Floating
      open={open}
      onClose={onClose}
      labelledBy={id}
      {...(size ? { size } : {})}
      {...(dismissable === undefined ? {} : { dismissable })}
      {...(covers === undefined ? {} : { covers })}
    >
      <header className={styles.head}>
        <h2 id={id} className="title">
          {title}
        </h2>
        {closeLabel && <IconButton icon={X} label={closeLabel} onPress={onClose} className={styles.close ?? ''} />}
      </header>
      <div className={styles.body}>{children}</div>
      {footer && <footer className={styles.foot}>{footer}</footer>}
    </Floating>
  );
}

export interface SheetAction {
  id: string;
  label: string;
  icon?: LucideIcon;
  danger?: boolean;
  /** Of a quick action: its state, such as liked. */
  isSelected?: boolean;
  href?: string;
  onPress?: () => void;
}

export interface ActionSheetProps {
  open: boolean;
  onClose: () => void;
  /** Spoken name: "Actions for this shout". */
  label: string;
  /** What the actions are about, above them; without it the name is spoken only. */
  text?: ReactNode;
  /** At most four, side by side above the rows. */
  quick?: readonly SheetAction[];
  actions: readonly SheetAction[];
  /** Always the last row. */
  cancelLabel: string;
}

/** Rows of 52 px, Cancel last. Closes before it calls the action. */
export function ActionSheet({ open, onClose, label, text, quick = [], actions, cancelLabel }: ActionSheetProps) {
  const rowOf = (action: SheetAction, isQuick = false) => (
    <li key={action.id}>
      <ActionRow
        {...action}
        isQuick={isQuick}
        onPress={() => {
          onClose();
          action.onPress?.();
        }}
      />
    </li>
  );
  return (
    <Floating open={open} onClose={onClose} label={label}>
      {text && <div className={styles.about}>{text}</div>}
      {quick.length > 0 && <ul className={styles.quick}>{quick.map((action) => rowOf(action, true))}</ul>}
      <ul className={styles.rows}>
        {actions.map((action) => rowOf(action))}
        <li>
          <ActionRow id="cancel" label={cancelLabel} icon={X} onPress={onClose} />
        </li>
      </ul>
    </Floating>
  );
}

function ActionRow({ label, icon, danger, isSelected, href, onPress, isQuick }: SheetAction & { isQuick?: boolean }) {
  const className = isQuick ? cx(styles.cell, isSelected && styles.on) : styles.row;
  const inside = (
    <>
      {icon && <Icon of={icon} {...(!isQuick && { className: danger ? 'danger' : 'text-secondary' })} />}
      <span className={cx('medium', danger && 'danger')}>{label}</span>
    </>
  );
  return href === undefined ? (
    <button
      type="button"
      className={className}
      {...(isSelected !== undefined && { 'aria-pressed': isSelected })}
      onClick={onPress}
    >
      {inside}
    </button>
  ) : (
    <a className={className} href={href} onClick={onPress}>
      {inside}
    </a>
  );
}

export interface ConfirmDialogProps {
  open: boolean;
  /** Called by Cancel and Escape, not while pending. */
  onClose: () => void;
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  danger?: boolean;
  pending?: boolean;
  /** Disables Confirm: a required field is empty. */
  confirmDisabled?: boolean;
  /** Fields between text and buttons: a password. */
  children?: ReactNode;
}

/** A dialog that asks for confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    title,
    text,
    confirmLabel,
    cancelLabel,
    onConfirm,
    danger,
    pending = false,
    confirmDisabled = false,
    children,
  } = props;
  const id = useId();
  return (
    <Floating open={open} onClose={onClose} role="alertdialog" labelledBy={id} dismissable={!pending}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble out of a portal to the React parent, which may be a form.
          event.stopPropagation();
          onConfirm();
        }}
      >
        <div className={styles.question}>
          <h2 id={id} className="title">
            {title}
          </h2>
          {text && <p className="text-secondary">{text}</p>}
        </div>
        {children && <div className={styles.body}>{children}</div>}
        <footer className={styles.foot}>
          <Button onPress={onClose} disabled={pending}>
            {cancelLabel}
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={pending} disabled={confirmDisabled}>
            {confirmLabel}
          </Button>
        </footer>
      </form>
    </Floating>
  );
}
