import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { inlineStep } from '../arrows/arrows';
import { IconButton } from '../button/button';
import { cx } from '../cx/cx';
import type { MediaItem } from '../media/media';
import styles from './carousel.module.css';

export interface CarouselProps {
  /** Names the pictures: "Pictures of the event". */
  label: string;
  items: readonly MediaItem[];
  previousLabel: string;
  nextLabel: string;
  /** Position, spoken with the picture: "2 of 3". */
  positionLabel: (index: number) => string;
  /** Called when another picture becomes visible. */
  onIndex?: (index: number) => void;
  onOpen?: (index: number) => void;
}

/** Pictures in a scroll-snap track; swiping, arrow keys and two buttons change the picture. */
export function Carousel({ label, items, previousLabel, nextLabel, positionLabel, onIndex, onOpen }: CarouselProps) {
  const track = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(0);
  const last = items.length - 1;

  const go = (to: number) => {
    const slide = track.current?.children[Math.min(last, Math.max(0, to))];
    slide?.scrollIntoView({ block: 'nearest', inline: 'start' });
  };
  const keys = (event: KeyboardEvent) => {
    const step = inlineStep(event);
    if (step === 0) return;
    event.preventDefault();
    go(index + step);
  };
  const seen = () => {
    const { scrollLeft, clientWidth } = track.current!;
    // scrollLeft is negative in right-to-left pages.
    const now = clientWidth === 0 ? 0 : Math.round(Math.abs(scrollLeft) / clientWidth);
    if (now === index) return;
    setIndex(now);
    onIndex?.(now);
  };

  return (
    <div className={styles.carousel} role="group" aria-label={label}>
      <ul ref={track} className={styles.track} tabIndex={0} aria-label={label} onScroll={seen} onKeyDown={keys}>
        {items.map(({ src, alt }, at) => {
          const picture = <img src={src} alt={alt} loading={at === 0 ? 'eager' : 'lazy'} decoding="async" />;
          return (
            <li key={`${at} ${src}`} className={styles.slide} aria-current={at === index ? 'true' : undefined}>
              {onOpen ? (
                <button type="button" aria-label={`${alt} ${positionLabel(at)}`.trim()} onClick={() => onOpen(at)}>
                  {picture}
                </button>
              ) : (
                picture
              )}
            </li>
          );
        })}
      </ul>
      {last > 0 && (
        <>
          <IconButton
            icon={ChevronLeft}
            flip
            label={previousLabel}
            className={cx(styles.step, styles.back)}
            disabled={index === 0}
            onPress={() => go(index - 1)}
          />
          <IconButton
            icon={ChevronRight}
            flip
            label={nextLabel}
            className={cx(styles.step, styles.on)}
            disabled={index === last}
            onPress={() => go(index + 1)}
          />
          <span className={styles.position} aria-hidden="true">
            {items.map((item, at) => (
              <i key={`${at} ${item.src}`} className={at === index ? styles.here : undefined} />
            ))}
          </span>
          <span className="sr-only" aria-live="polite">
            {positionLabel(index)}
          </span>
        </>
      )}
    </div>
  );
}
