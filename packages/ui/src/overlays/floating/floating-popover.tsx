import { useLayoutEffect } from 'react';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { Popover, setInteractionModality } from 'react-aria-components';
import { cx } from '../../primitives/cx/cx';
import { CloseOnBack } from '../close-on-back/close-on-back';
import { ReturnFocus } from '../return-focus/return-focus';
import { keepStylesOut } from '../../primitives/lazy/lazy';
import { PageLocale } from '../../primitives/lazy/page-locale';
import styles from './floating.module.css';

export interface FloatingPopoverProps {
  trigger: RefObject<HTMLElement | null>;
  open: boolean;
  onClose: () => void;
  placement?: 'bottom end' | 'bottom start' | 'top end' | 'top start';
  /** At least as wide as its button. */
  matchWidth?: boolean;
  /** Accessible name, unless a dialog inside has one. */
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}

keepStylesOut();

/** A popover beside a button. Escape or a press outside closes it and restores the focus. It imports React Aria, so load it lazily. */
export function FloatingPopover(props: FloatingPopoverProps) {
  const { trigger, open, onClose, placement = 'bottom start', matchWidth, label, className, children } = props;
  useLayoutEffect(() => {
    // React Aria takes the click that Enter fires for a screen reader's click, and would focus the list instead of a row.
    if (open && trigger.current?.matches(':focus-visible')) setInteractionModality('keyboard');
  }, [open, trigger]);
  const style: CSSProperties = matchWidth ? { minInlineSize: trigger.current?.offsetWidth } : {};
  return (
    <PageLocale>
      <Popover
        triggerRef={trigger}
        isOpen={open}
        onOpenChange={(next) => {
          if (!next) onClose();
        }}
        placement={placement}
        offset={4}
        className={cx(styles.popover, className)}
        style={style}
        {...(label === undefined ? {} : { 'aria-label': label })}
      >
        {open && <ReturnFocus />}
        {open && <CloseOnBack onClose={onClose} />}
        {children}
      </Popover>
    </PageLocale>
  );
}
