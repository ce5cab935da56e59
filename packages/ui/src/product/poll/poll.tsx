import { useState } from 'react';
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';
import { Check } from 'lucide-react';
import { inlineStep } from '../../primitives/arrows/arrows';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import { Spinner } from '../../primitives/spinner/spinner';
import styles from './poll.module.css';

export interface PollOption {
  id: string;
  text: string;
  /** 0 to 100: how long the bar is. */
  percent: number;
  /** The formatted share: "59 %". */
  share: string;
  /** Own choice. */
  mine?: boolean;
  /** The vote is under way. */
  pending?: boolean;
}

export interface PollProps {
  /** Names the choice: the question, or "Poll". */
  label: string;
  options: readonly PollOption[];
  /** Allows several answers: checkboxes instead of radio buttons. */
  multiple?: boolean;
  /** Over, or not to be voted in: bars alone. */
  ended?: boolean;
  /** Spoken beside an own choice once nothing can be chosen: "Your choice". */
  mineLabel: string;
  /** The option pressed; what becomes of the others is the caller's. */
  onVote?: (id: string) => void;
  /** Votes, private, end: parts of the line below. */
  meta?: readonly ReactNode[];
}

/** Options with their shares. A vote acts at once, so arrows only move the focus; Space or Enter votes. */
export function Poll({ label, options, multiple = false, ended = false, mineLabel, onVote, meta }: PollProps) {
  const [at, setAt] = useState<number>();
  const chosen = options.findIndex((option) => option.mine);
  const stop = at ?? Math.max(0, chosen);

  const keys = (event: KeyboardEvent<HTMLDivElement>) => {
    const down = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const step = down || inlineStep(event);
    if (multiple || step === 0) return;
    event.preventDefault();
    const next = (stop + step + options.length) % options.length;
    setAt(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')[next]?.focus();
  };

  return (
    <div className={styles.poll}>
      {ended ? (
        <ul className={styles.options} aria-label={label}>
          {options.map((option) => (
            <li key={option.id} className={cx(styles.option, option.mine && styles.mine)} style={bar(option)}>
              {option.mine && <Icon of={Check} size="s" label={mineLabel} />}
              <Words {...option} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.options} role={multiple ? 'group' : 'radiogroup'} aria-label={label} onKeyDown={keys}>
          {options.map((option, index) => (
            <button
              key={option.id}
              type="button"
              role={multiple ? 'checkbox' : 'radio'}
              aria-checked={option.mine ?? false}
              aria-busy={option.pending || undefined}
              tabIndex={multiple || index === stop ? 0 : -1}
              className={cx(styles.option, styles.press, option.mine && styles.mine)}
              style={bar(option)}
              onFocus={() => setAt(index)}
              onClick={() => option.pending || onVote?.(option.id)}
            >
              {option.pending ? (
                <Spinner className={styles.spinner} />
              ) : (
                <span className={cx(styles.mark, multiple && styles.box)}>
                  {multiple && option.mine && <Icon of={Check} size="xs" />}
                </span>
              )}
              <Words {...option} />
            </button>
          ))}
        </div>
      )}
      {meta && (
        <p className={styles.meta}>
          {meta.map((part, index) => (
            <span key={index}>{part}</span>
          ))}
        </p>
      )}
    </div>
  );
}

const bar = ({ percent }: PollOption) => ({ '--v': `${Math.min(100, Math.max(0, percent))}%` }) as CSSProperties;

function Words({ text, share }: PollOption) {
  return (
    <>
      <span className="grow" dir="auto">
        {text}
      </span>{' '}
      <span className="tabular-nums strong">{share}</span>
    </>
  );
}
