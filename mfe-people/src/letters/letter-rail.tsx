import { useText } from '@paddock/mfe-kit/i18n';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styles from './letter-rail.module.css';

/** Minimum distance in pixels between two drawn letters; dots replace the letters between. */
const minPitch = 12;
/** Milliseconds at one letter before the list jumps there: a finger or a key passes the letters between. */
const restMs = 150;

interface LetterRailProps {
  /** The buckets of the directory in its order. */
  letters: readonly string[];
  /** The bucket at which the list began. */
  start: string | undefined;
  onJump: (letter: string) => void;
}

/**
 * The letters of the directory beside its list: one slider, because letters that fit a phone are too small for a finger. A finger
 * slides over it, arrow keys step, a typed letter jumps.
 */
export function LetterRail({ letters, start, onJump }: LetterRailProps) {
  const t = useText();
  const [at, setAt] = useState(() => Math.max(0, letters.indexOf(start ?? '')));
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const jump = useRef(onJump);
  useEffect(() => {
    jump.current = onJump;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const { rail, step } = useStep(letters.length);

  const show = (index: number) => {
    const next = Math.min(letters.length - 1, Math.max(0, index));
    setAt(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => jump.current(letters[next]!), restMs);
  };
  const slide = ({ currentTarget, clientY }: PointerEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientY - top) / height) * letters.length);
    if (index !== at || !isHeld) show(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = indexFor(event, letters, at);
    if (index === undefined) return;
    event.preventDefault();
    show(index);
  };
  return (
    <div
      ref={rail}
      className={styles.rail}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('letters.label')}
      aria-valuemin={0}
      aria-valuemax={letters.length - 1}
      aria-valuenow={at}
      aria-valuetext={letters[at] === 'OTHERS' ? t('letters.others') : letters[at]}
      style={{ '--letters': letters.length, '--step': step } as CSSProperties}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        slide(event);
        setHeld(true);
      }}
      onPointerMove={(event) => isHeld && slide(event)}
      onPointerUp={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
    >
      {letters.map((letter, index) => (
        <span key={letter} className={styles.letter} data-at={index === at && isHeld ? '' : undefined} aria-hidden>
          {index % step > 0 ? '·' : signOf(letter)}
        </span>
      ))}
      {isHeld && (
        <span className={styles.bubble} style={{ '--at': at } as CSSProperties} aria-hidden>
          {signOf(letters[at]!)}
        </span>
      )}
    </div>
  );
}

/** The interval of drawn letters: 1 draws all, 2 every second one. */
function useStep(count: number) {
  const rail = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState(1);
  useLayoutEffect(() => {
    const element = rail.current!;
    const measure = () => setStep(Math.max(1, Math.ceil((count * minPitch) / (element.clientHeight || Infinity))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [count]);
  return { rail, step };
}

const signOf = (letter: string) => ({ OTHERS: '…', '0-9': '#' })[letter] ?? letter;

/** The letter to which a key leads. */
function indexFor({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, letters: readonly string[], at: number) {
  if (altKey || ctrlKey || metaKey) return undefined;
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + 5,
    PageUp: at - 5,
    Home: 0,
    End: letters.length - 1,
  };
  const typed = letters.indexOf(/^\d$/.test(key) ? '0-9' : key.toUpperCase());
  return steps[key] ?? (typed === -1 ? undefined : typed);
}
