import { useId, useLayoutEffect, useRef } from 'react';
import type { ClipboardEventHandler, KeyboardEvent, ReactNode, Ref } from 'react';
import { ArrowUp, Check, Paperclip, Pencil, X } from 'lucide-react';
import { IconButton } from '../../primitives/button/button';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import { MentionList, useMentionKeys } from '../mention-list/mention-list';
import type { Mentions } from '../mention-list/mention-list';
import { Spinner } from '../../primitives/spinner/spinner';
import styles from './composer.module.css';

export interface ComposerProps {
  value: string;
  onChange: (value: string) => void;
  /** Not called while empty, pending, disabled or too long. */
  onSend: () => void;
  /** Spoken name of the text: "Comment". */
  label: string;
  placeholder?: string;
  sendLabel: string;
  /** The paper clip; without it nothing can be attached. */
  attach?: { label: string; onPress: () => void } | undefined;
  /** More IconButtons (dense) before the send button: a poll. */
  extra?: ReactNode;
  /** From 10 characters left on: the number, formatted. `over` forbids sending. */
  counter?: { text: string; spoken?: string; over?: boolean } | undefined;
  /** Editing something sent: the line above with the time left; send becomes a check. Once `over`, the line is announced and nothing is sent. */
  edit?: { text: string; over?: boolean; cancelLabel: string; onCancel: () => void } | undefined;
  /** Upload slots above the box. */
  attachments?: ReactNode;
  /** Something besides text makes it worth sending: a picture. */
  filled?: boolean;
  /** Suggestions for the mention being typed, at most 3 are shown; the first is hot. Arrows, Enter, Tab and Escape work them. */
  mentions?: Mentions | undefined;
  disabled?: boolean;
  pending?: boolean;
  /** Enter sends and Shift+Enter breaks the line; for keyboards, not for phones. */
  enterSends?: boolean;
  onPaste?: ClipboardEventHandler<HTMLTextAreaElement>;
  /** Caret moved: to find the mention under it. */
  onCaret?: (position: number) => void;
  /** Escape in an empty box: it is not wanted any more. */
  onLeave?: (() => void) | undefined;
  /** As wide as a conversation (860) or as a feed (664). */
  width?: 'talk' | 'feed';
  ref?: Ref<HTMLTextAreaElement>;
}

/** Publishes its height, which grows with the text, so that toasts appear above it. */
function useFootHeight() {
  const foot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const sized = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      // Out of sight it takes nothing.
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

/** One box: attach, text growing to six lines, counter, send. */
export function Composer(props: ComposerProps) {
  const { value, onChange, onSend, label, placeholder, sendLabel, attach, extra, counter, edit, attachments, filled } =
    props;
  const {
    mentions,
    disabled = false,
    pending = false,
    enterSends,
    onPaste,
    onCaret,
    onLeave,
    width = 'talk',
    ref,
  } = props;
  const id = useId();
  const foot = useFootHeight();
  const { take, list, aria } = useMentionKeys(`${id}-list`, mentions);
  const off = disabled || pending || counter?.over === true || edit?.over === true || (value.trim() === '' && !filled);

  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
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
        {edit && (
          <div className={styles.edit}>
            <Icon of={Pencil} size="s" />
            <span className="grow" aria-hidden={edit.over || undefined}>
              {edit.text}
            </span>
            {/* Only the end is announced, not each minute. */}
            <span className="sr-only" role="status">
              {edit.over && edit.text}
            </span>
            <IconButton icon={X} dense label={edit.cancelLabel} onPress={edit.onCancel} />
          </div>
        )}
        {attachments && <div className={styles.attachments}>{attachments}</div>}
        <div className={styles.box} data-disabled={disabled || undefined}>
          {attach && (
            <IconButton icon={Paperclip} dense label={attach.label} onPress={attach.onPress} disabled={disabled} />
          )}
          <div className={cx(styles.grow, !attach && styles.first)} data-text={`${value} `}>
            <textarea
              ref={ref}
              rows={1}
              // While it is empty nothing in it says which way it runs: a cut placeholder shows its beginning in the page's own.
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
            // The text keeps the focus, and a phone its keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => off || onSend()}
          >
            {pending ? <Spinner /> : <Icon of={edit ? Check : ArrowUp} />}
          </button>
        </div>
      </div>
    </div>
  );
}

export interface ComposerInviteProps {
  /** Own PersonAvatar of size m. */
  avatar: ReactNode;
  /** "Shout to everybody". */
  text: string;
  onPress: () => void;
  /** The line's button. */
  ref?: Ref<HTMLButtonElement>;
  /** IconButtons at the end. */
  actions?: ReactNode;
}

/** The line at the head of a feed that opens the composer. */
export function ComposerInvite({ avatar, text, onPress, actions, ref }: ComposerInviteProps) {
  return (
    <div className={styles.invite}>
      {avatar}
      <button ref={ref} type="button" className={styles.fake} onClick={onPress}>
        <span className="truncate">{text}</span>
      </button>
      {actions}
    </div>
  );
}
