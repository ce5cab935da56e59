import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from '../../primitives/cx/cx';
import styles from './mention-list.module.css';

export interface MentionOption {
  id: string;
  name: string;
  /** The user name, without @. */
  handle?: string | undefined;
  /** PersonAvatar of size s. */
  avatar: ReactNode;
}

export interface Mentions {
  /** Names the list: "People". */
  label: string;
  options: readonly MentionOption[];
  onPick: (option: MentionOption) => void;
  onDismiss: () => void;
}

/** How many rows are shown beside a text that people are mentioned in. */
const most = 3;

export interface MentionListProps extends Pick<Mentions, 'label' | 'options' | 'onPick'> {
  /** Of the list; a row's is `${id}-${index}`. */
  id: string;
  /** Index of the row that Enter takes. */
  hot: number;
  /** Above what it completes (the composer), or below (a field). */
  side?: 'above' | 'below';
}

/** Rows of 44 beside the text they complete; the parent is their positioned ancestor. */
export function MentionList({ id, label, options, hot, onPick, side = 'above' }: MentionListProps) {
  const hotRow = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // No return value: newer browsers return a promise here, which React would treat as a clean-up function.
    void hotRow.current?.scrollIntoView?.({ block: 'nearest' });
  }, [hot]);
  return (
    <ul id={id} className={cx(styles.list, styles[side])} role="listbox" aria-label={label}>
      {options.map((option, index) => (
        <li
          key={option.id}
          id={`${id}-${index}`}
          ref={index === hot ? hotRow : undefined}
          role="option"
          aria-selected={index === hot}
          className={styles.option}
          // The text keeps the focus, or a phone would fold its keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          {option.avatar}
          <span className="grow truncate" dir="auto">
            <span className="medium">{option.name}</span>{' '}
            {option.handle && <bdi className="text-tertiary label">{option.handle}</bdi>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The keyboard of a text with a mention list: arrows choose, Enter and Tab take, Escape dismisses. */
export function useMentionKeys(id: string, mentions: Mentions | undefined) {
  const [hot, setHot] = useState(0);
  const options = mentions?.options.slice(0, most) ?? [];
  const at = Math.min(hot, options.length - 1);
  const option = options[at];

  /** True when the key was for the list. */
  const take = (event: KeyboardEvent): boolean => {
    if (!mentions || !option) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setHot((at + step + options.length) % options.length);
    else if (event.key === 'Enter' || event.key === 'Tab') {
      setHot(0);
      mentions.onPick(option);
    } else if (event.key === 'Escape') mentions.onDismiss();
    else return false;
    event.preventDefault();
    return true;
  };

  return {
    take,
    /** For MentionList; undefined while there is nothing to show. */
    list: mentions && option ? { id, label: mentions.label, options, hot: at, onPick: mentions.onPick } : undefined,
    /** For the text. */
    aria: mentions && {
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': option !== undefined,
      'aria-controls': option && id,
      'aria-activedescendant': option && `${id}-${at}`,
    },
  };
}
