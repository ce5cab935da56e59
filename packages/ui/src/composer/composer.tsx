import { useId, useState } from 'react';
import type { ClipboardEventHandler, KeyboardEvent, ReactNode, Ref } from 'react';
import { ArrowUp, Check, Paperclip, Pencil, X } from 'lucide-react';
import { IconButton } from '../button/button';
import { cx } from '../cx/cx';
import { Icon } from '../icon/icon';
import { Spinner } from '../spinner/spinner';
import styles from './composer.module.css';

export interface MentionOption {
  id: string;
  name: string;
  /** The user name, without @. */
  handle: string;
  /** PersonAvatar of size s. */
  avatar: ReactNode;
}

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
  /** Editing something sent: the line above with the time left; send becomes a check. */
  edit?: { text: string; cancelLabel: string; onCancel: () => void } | undefined;
  /** Upload slots above the box. */
  attachments?: ReactNode;
  /** Something besides text makes it worth sending: a picture. */
  filled?: boolean;
  /** Suggestions for the mention being typed, at most 3 are shown; the first is hot. Arrows, Enter, Tab and Escape work them. */
  mentions?:
    | { label: string; options: MentionOption[]; onPick: (option: MentionOption) => void; onDismiss: () => void }
    | undefined;
  disabled?: boolean;
  pending?: boolean;
  /** Enter sends and Shift+Enter breaks the line; for keyboards, not for phones. */
  enterSends?: boolean;
  onPaste?: ClipboardEventHandler<HTMLTextAreaElement>;
  /** Caret moved: to find the mention under it. */
  onCaret?: (position: number) => void;
  /** As wide as a conversation (860) or as a feed (664). */
  width?: 'talk' | 'feed';
  ref?: Ref<HTMLTextAreaElement>;
}

/** One box: attach, text growing to six lines, counter, send. */
export function Composer(props: ComposerProps) {
  const { value, onChange, onSend, label, placeholder, sendLabel, attach, extra, counter, edit, attachments, filled } =
    props;
  const { mentions, disabled = false, pending = false, enterSends, onPaste, onCaret, width = 'talk', ref } = props;
  const id = useId();
  const [hot, setHot] = useState(0);
  const options = mentions?.options.slice(0, 3) ?? [];
  const at = Math.min(hot, options.length - 1);
  const off = disabled || pending || counter?.over === true || (value.trim() === '' && !filled);

  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const option = options[at];
    if (mentions && option) {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) {
        event.preventDefault();
        return setHot((at + step + options.length) % options.length);
      }
      if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault();
        setHot(0);
        return mentions.onPick(option);
      }
      if (event.key === 'Escape') {
        event.preventDefault();
        return mentions.onDismiss();
      }
    }
    if (event.key === 'Escape' && edit) return edit.onCancel();
    const sends =
      (enterSends && event.key === 'Enter' && !event.shiftKey) ||
      (event.key === 'Enter' && (event.metaKey || event.ctrlKey));
    if (sends) {
      event.preventDefault();
      if (!off) onSend();
    }
  };

  return (
    <div className={styles.composer}>
      {mentions && options.length > 0 && (
        <MentionList id={`${id}-list`} label={mentions.label} options={options} hot={at} onPick={mentions.onPick} />
      )}
      <div className={cx(styles.inner, styles[width])}>
        {edit && (
          <div className={styles.edit}>
            <Icon of={Pencil} size="s" />
            <span className="grow">{edit.text}</span>
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
              dir="auto"
              className={styles.text}
              aria-label={label}
              aria-describedby={counter ? `${id}-count` : undefined}
              aria-invalid={counter?.over ? true : undefined}
              {...(mentions
                ? {
                    role: 'combobox',
                    'aria-autocomplete': 'list' as const,
                    'aria-expanded': options.length > 0,
                    'aria-controls': `${id}-list`,
                    'aria-activedescendant': options.length > 0 ? `${id}-list-${at}` : undefined,
                  }
                : {})}
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
            <span id={`${id}-count`} className={cx(styles.counter, counter.over && styles.over, 'fig')}>
              <span aria-hidden={counter.spoken ? true : undefined}>{counter.text}</span>
              {counter.spoken && <span className="vh">{counter.spoken}</span>}
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
            onClick={() => off || onSend()}
          >
            {pending ? <Spinner /> : <Icon of={edit ? Check : ArrowUp} />}
          </button>
        </div>
      </div>
    </div>
  );
}

interface MentionListProps {
  id: string;
  label: string;
  options: MentionOption[];
  hot: number;
  onPick: (option: MentionOption) => void;
}

function MentionList({ id, label, options, hot, onPick }: MentionListProps) {
  return (
    <ul id={id} className={styles.mentions} role="listbox" aria-label={label}>
      {options.map((option, index) => (
        <li
          key={option.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === hot}
          className={styles.option}
          // The text keeps the focus, or a phone would fold its keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          {option.avatar}
          <span className="grow clip">
            <span className="medium">{option.name}</span> <bdi className="three label">{option.handle}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}

export interface ComposerInviteProps {
  /** Own PersonAvatar of size m. */
  avatar: ReactNode;
  /** "Shout to everybody". */
  text: string;
  onPress: () => void;
  /** IconButtons at the end. */
  actions?: ReactNode;
}

/** The line at the head of a feed that opens the composer. */
export function ComposerInvite({ avatar, text, onPress, actions }: ComposerInviteProps) {
  return (
    <div className={styles.invite}>
      {avatar}
      <button type="button" className={styles.fake} onClick={onPress}>
        <span className="clip">{text}</span>
      </button>
      {actions}
    </div>
  );
}
