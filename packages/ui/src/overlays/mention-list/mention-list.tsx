import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { isComposing } from '../../primitives/composing/composing';
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

/** Maximum number of rows beside a text with mentions. */
const maxRows = 3;

export interface MentionListProps extends Pick<Mentions, 'label' | 'options' | 'onPick'> {
  /** Id of the list; rows have `${id}-${index}`. */
  id: string;
  /** Index of the row that Enter selects. */
  activeIndex: number;
  /** Above the text that it completes (the composer), or below it (a field). */
  side?: 'above' | 'below';
}

/** Suggestions of 44 px beside a text; the parent must be positioned. */
export function MentionList({ id, label, options, activeIndex, onPick, side = 'above' }: MentionListProps) {
  const activeRow = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // No return value: newer browsers return a promise here, which React would treat as a clean-up function.
    void activeRow.current?.scrollIntoView?.({ block: 'nearest' });
  }, [activeIndex]);
  return (
    <ul id={id} className={cx(styles.list, styles[side])} role="listbox" aria-label={label}>
      {options.map((option, index) => (
        <li
          key={option.id}
          id={`${id}-${index}`}
          ref={index === activeIndex ? activeRow : undefined}
          role="option"
          aria-selected={index === activeIndex}
          className={styles.option}
          // Keep the focus in the text, so that a phone keeps its keyboard open.
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

/** Keyboard handling of a text with a mention list: arrows move, Enter and Tab select, Escape closes. */
export function useMentionKeys(id: string, mentions: Mentions | undefined) {
  const [activeIndex, setActiveIndex] = useState(0);
  const options = mentions?.options.slice(0, maxRows) ?? [];
  const at = Math.min(activeIndex, options.length - 1);
  const option = options[at];

  /** Returns true when the list handled the key. */
  const take = (event: KeyboardEvent): boolean => {
    if (!mentions || !option || isComposing(event.nativeEvent)) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActiveIndex((at + step + options.length) % options.length);
    else if (event.key === 'Enter' || event.key === 'Tab') {
      setActiveIndex(0);
      mentions.onPick(option);
    } else if (event.key === 'Escape') mentions.onDismiss();
    else return false;
    event.preventDefault();
    return true;
  };

  return {
    take,
    /** Props of MentionList; undefined while there are no suggestions. */
    list:
      mentions && option ? { id, label: mentions.label, options, activeIndex: at, onPick: mentions.onPick } : undefined,
    /** ARIA attributes of the text. */
    aria: mentions && {
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': option !== undefined,
      'aria-controls': option && id,
      'aria-activedescendant': option && `${id}-${at}`,
    },
  };
}
