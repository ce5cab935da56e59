import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { isComposing } from '../../primitives/composing/composing';
import { cx } from '../../primitives/cx/cx';
import { CloseOnBack } from '../close-on-back/close-on-back';
import { ReturnFocus } from '../return-focus/return-focus';
import { keepStylesOut } from '../../primitives/lazy/lazy';
import { PageLocale } from '../../primitives/lazy/page-locale';
import styles from './sheet.module.css';

export interface SheetModalProps {
  open: boolean;
  onClose: () => void;
  dismissable: boolean;
  covers: boolean;
  role: 'dialog' | 'alertdialog';
  size: 'm' | 'l';
  labelledBy: string | undefined;
  label: string | undefined;
  children: ReactNode;
}

keepStylesOut();

/** The floating part. It traps the focus, closes on Escape or a press on the scrim, and restores the focus. */
export function SheetModal({
  open,
  onClose,
  dismissable,
  covers,
  role,
  size,
  labelledBy,
  label,
  children,
}: SheetModalProps) {
  return (
    <PageLocale>
      <ModalOverlay
        isOpen={open}
        onOpenChange={(next) => {
          if (!next) onClose();
        }}
        isDismissable={dismissable}
        isKeyboardDismissDisabled={!dismissable}
        className={cx(styles.overlay, covers && styles.covers)}
      >
        <Modal data-floating="" className={cx(styles.modal, size === 'l' && styles.large)}>
          {open && <ReturnFocus />}
          {open && <CloseOnBack onClose={onClose} isDismissable={dismissable} />}
          {/* React Aria closes on the Escape that rejects a word in Safari. */}
          <div
            className={styles.keys}
            onKeyDown={(event) => {
              if (isComposing(event.nativeEvent)) event.stopPropagation();
            }}
          >
            <Dialog
              className={styles.dialog ?? ''}
              role={role}
              {...(labelledBy ? { 'aria-labelledby': labelledBy } : { 'aria-label': label ?? '' })}
            >
              {children}
            </Dialog>
          </div>
        </Modal>
      </ModalOverlay>
    </PageLocale>
  );
}
