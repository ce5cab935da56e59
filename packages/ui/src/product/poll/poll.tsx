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
  /** Length of the bar, 0 to 100. */
  percent: number;
  /** The formatted share: "59 %". */
  share: string;
  /** The member's choice. */
  mine?: boolean;
  /** The vote is being sent. */
  pending?: boolean;
}

export interface PollProps {
  /** Label of the group: the question, or "Poll". */
  label: string;
  options: readonly PollOption[];
  /** Allows several answers: checkboxes instead of radio buttons. */
  multiple?: boolean;
  /** The poll is over or read-only: shows bars only. */
  ended?: boolean;
  /** Spoken beside the member's choice once the poll has ended: "Your choice". */
  mineLabel: string;
  /** Called with the pressed option; the caller updates the other options. */
  onVote?: (id: string) => void;
  /** Parts of the line below: votes, private, end. */
  meta?: readonly ReactNode[];
}

/** Options with their shares. A press votes at once, so arrow keys only move the focus; Space or Enter votes. */
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
