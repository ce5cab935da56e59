import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ClipboardEventHandler, KeyboardEvent, ReactNode, Ref, RefObject } from 'react';
import { ArrowUp, Camera, Check, Paperclip, Pencil, X } from 'lucide-react';
import { IconButton } from '../../primitives/button/button';
import { isComposing } from '../../primitives/composing/composing';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import { MentionList, useMentionKeys } from '../../overlays/mention-list/mention-list';
import type { Mentions } from '../../overlays/mention-list/mention-list';
import { Spinner } from '../../primitives/spinner/spinner';
import styles from './composer.module.css';

export interface ComposerProps {
  value: string;
  onChange: (value: string) => void;
  /** Not called while empty, pending, disabled or too long. */
  onSend: () => void;
  /** Accessible name of the text box: "Comment". */
  label: string;
  placeholder?: string;
  sendLabel: string;
  /** The paper clip button; hidden without it. */
  attach?: { label: string; onPress: () => void } | undefined;
  /** The camera button of phones, shown while the box is empty. */
  camera?: { label: string; onPress: () => void } | undefined;
  /** Files dropped on the composer or on the content above it; while they are dragged there, the label covers the box. */
  drop?: { label: string; onFiles: (files: File[]) => void } | undefined;
  /** More IconButtons (dense) before the send button: a poll. */
  extra?: ReactNode;
  /** The formatted number of characters left, given from 10 down. `over` disables sending. */
  counter?: { text: string; spoken?: string; over?: boolean } | undefined;
  /** One line above the box. */
  note?: string | undefined;
  /**
   * Set while editing: a line above with the time left, and a check as send icon. Once `over`, the line is announced and sending is
   * disabled.
   */
  edit?: { text: string; over?: boolean; cancelLabel: string; onCancel: () => void } | undefined;
  /** Upload slots above the box. */
  attachments?: ReactNode;
  /** Allows sending without text, such as a picture alone. */
  filled?: boolean;
  /** Sending waits: files are being uploaded. */
  held?: boolean;
  /** Suggestions for the mention being typed; the first of at most 3 is active. Arrows, Enter, Tab and Escape operate the list. */
  mentions?: Mentions | undefined;
  disabled?: boolean;
  pending?: boolean;
  /** Enter sends and Shift+Enter inserts a line break; for hardware keyboards, not for phones. */
  enterSends?: boolean;
  onPaste?: ClipboardEventHandler<HTMLTextAreaElement>;
  /** Called when the caret moves, to find the mention at the caret. */
  onCaret?: (position: number) => void;
  /** Called on Escape in an empty box, to close the composer. */
  onLeave?: (() => void) | undefined;
  /** As wide as a conversation (860) or as a feed (664). */
  width?: 'conversation' | 'feed' | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Publishes its height, which grows with the text, so that toasts appear above it. */
function useFootHeight() {
  const foot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const sized = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      // A hidden composer takes no space.
      if (height > 0) style.setProperty('--composer', `${height}px`);
      else style.removeProperty('--composer');
    });
    sized.observe(foot.current!);
    return () => {
      sized.disconnect();
      style.removeProperty('--composer');
    };
  }, []);
  return foot;
}

/** Whether files are dragged over the composer's page; calls `onFiles` when they are dropped there. */
function useDrop(foot: RefObject<HTMLElement | null>, onFiles: ((files: File[]) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  const dropped = useEffectEvent((files: File[]) => onFiles?.(files));
  const active = onFiles !== undefined;
  useEffect(() => {
    const page = foot.current?.parentElement;
    if (!page || !active) return;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!page.contains(event.relatedTarget as Node | null)) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      dropped(files);
    };
    page.addEventListener('dragover', over);
    page.addEventListener('dragleave', leave);
    page.addEventListener('drop', drop);
    return () => {
      page.removeEventListener('dragover', over);
      page.removeEventListener('dragleave', leave);
      page.removeEventListener('drop', drop);
      setOver(false);
    };
  }, [foot, active]);
  return isOver;
}

/** While editing: the time left, and the way out. */
function EditLine({ text, over, cancelLabel, onCancel }: NonNullable<ComposerProps['edit']>) {
  return (
    <div className={styles.edit}>
      <Icon of={Pencil} size="s" />
      <span className="grow" aria-hidden={over || undefined}>
        {text}
      </span>
      {/* Announce only the end, not every minute. */}
      <span className="sr-only" role="status">
        {over && text}
      </span>
      <IconButton icon={X} dense label={cancelLabel} onPress={onCancel} />
    </div>
  );
}

/** A box with attach button, text that grows to six lines, counter and send button. */
export function Composer(props: ComposerProps) {
  const { value, onChange, onSend, label, placeholder, sendLabel, attach, camera, drop, extra, counter, note } = props;
  const { edit, attachments, filled, held = false, mentions, disabled = false, pending = false, enterSends } = props;
  const { onPaste, onCaret, onLeave, width = 'conversation', ref } = props;
  const id = useId();
  const foot = useFootHeight();
  const { take, list, aria } = useMentionKeys(`${id}-list`, mentions);
  const isDropping = useDrop(foot, disabled ? undefined : drop?.onFiles);
  const isOver = counter?.over === true || edit?.over === true;
  const off = disabled || pending || held || isOver || (value.trim() === '' && !filled);

  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (take(event)) return;
    const leave = edit?.onCancel ?? (value === '' ? onLeave : undefined);
    if (event.key === 'Escape' && leave) {
      event.preventDefault();
      return leave();
    }
    const sends =
      (enterSends && event.key === 'Enter' && !event.shiftKey) ||
      (event.key === 'Enter' && (event.metaKey || event.ctrlKey));
    if (sends) {
      event.preventDefault();
      if (!off) onSend();
    }
  };

  return (
    <div ref={foot} className={styles.composer} data-composer="">
      {list && <MentionList {...list} />}
      <div className={cx(styles.inner, styles[width])}>
        {note !== undefined && <p className={cx('label text-tertiary', styles.note)}>{note}</p>}
        {edit && <EditLine {...edit} />}
        {attachments && <div className={styles.attachments}>{attachments}</div>}
        <div className={styles.box} data-disabled={disabled || undefined}>
          {attach && (
            <IconButton icon={Paperclip} dense label={attach.label} onPress={attach.onPress} disabled={disabled} />
          )}
          {camera && value === '' && (
            <IconButton icon={Camera} dense label={camera.label} onPress={camera.onPress} disabled={disabled} />
          )}
          <div className={cx(styles.grow, !attach && styles.first)} data-text={`${value} `}>
            <textarea
              ref={ref}
              rows={1}
              // An empty box has no text that sets its direction; the direction of the page makes a truncated placeholder show its
              // beginning.
              dir={value === '' ? undefined : 'auto'}
              className={styles.text}
              aria-label={label}
              aria-describedby={counter ? `${id}-count` : undefined}
              aria-invalid={counter?.over ? true : undefined}
              {...aria}
              placeholder={placeholder}
              value={value}
              disabled={disabled}
              onChange={(event) => onChange(event.currentTarget.value)}
              onSelect={(event) => onCaret?.(event.currentTarget.selectionStart)}
              onKeyDown={keys}
              onPaste={onPaste}
            />
          </div>
          {counter && (
            <span id={`${id}-count`} className={cx(styles.counter, counter.over && styles.over, 'tabular-nums')}>
              <span aria-hidden={counter.spoken ? true : undefined}>{counter.text}</span>
              {counter.spoken && <span className="sr-only">{counter.spoken}</span>}
            </span>
          )}
          {extra}
          <button
            type="button"
            className={styles.send}
            aria-label={sendLabel}
            title={sendLabel}
            aria-disabled={off || undefined}
            aria-busy={pending || undefined}
            // Keep the focus in the text, so that a phone keeps its keyboard open.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => off || onSend()}
          >
            {pending ? <Spinner /> : <Icon of={edit ? Check : ArrowUp} />}
          </button>
          {isDropping && drop && (
            <div className={styles.drop} role="status">
              <Icon of={Paperclip} size="s" />
              {drop.label}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

/** In the composer's place, why the member cannot write here. */
export function ComposerClosed({ children }: { children: ReactNode }) {
  return <p className={styles.closed}>{children}</p>;
}

export interface ComposerInviteProps {
  /** The member's PersonAvatar of size m. */
  avatar: ReactNode;
  /** "Shout to everybody". */
  text: string;
  onPress: () => void;
  /** Called on press. */
  ref?: Ref<HTMLButtonElement>;
}

/** The button at the top of a feed that opens the composer. */
export function ComposerInvite({ avatar, text, onPress, ref }: ComposerInviteProps) {
  return (
    <div className={styles.invite}>
      {avatar}
      <button ref={ref} type="button" className={styles.fake} onClick={onPress}>
        <span className="truncate">{text}</span>
      </button>
    </div>
  );
}
