import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { ChevronLeft, ChevronRight, Download, Share2, X, ZoomIn, ZoomOut } from 'lucide-react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { inlineStep } from '../../primitives/arrows/arrows';
import { IconButton } from '../../primitives/button/button';
import { cx } from '../../primitives/cx/cx';
import { keepStylesOut } from '../../primitives/lazy/lazy';
import { PageLocale } from '../../primitives/lazy/page-locale';
import type { ViewerItem, ViewerLabels } from './viewer-item';
import { ViewerSlide, type SlideActions } from './viewer-slide';
import { maxScale, minScale } from './zoom';
import styles from './viewer.module.css';

export interface ViewerProps {
  items: readonly ViewerItem[];
  /** The item shown first. */
  start: number;
  labels: ViewerLabels;
  /** Called by the button, Escape, and a vertical drag of a picture that fits. */
  onClose: () => void;
  /** Presses within 500 ms of the previous one start no second download. */
  onDownload?: (index: number) => void;
  onShare?: (index: number) => void;
}

keepStylesOut();

const downloadDebounce = 500;
const zoomStep = 1.5;
const panStep = 80;

/**
 * Pictures and videos one at a time over the whole window: swipe, arrow keys and buttons change the item; pinch, wheel, double
 * tap, keys and buttons zoom from 1 to 5. Load it lazily.
 */
export function Viewer(props: ViewerProps) {
  const { labels, onClose } = props;
  return (
    <PageLocale>
      <ModalOverlay
        isOpen
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        className={styles.overlay ?? ''}
      >
        <Modal data-floating="" className={styles.modal ?? ''}>
          <Dialog className={styles.dialog ?? ''} aria-label={labels.title}>
            <Slides {...props} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </PageLocale>
  );
}

/** A row of slides, of which one is shown. A swipe moves by one slide at most, until it ends. */
function useTrack(start: number, last: number) {
  const track = useRef<HTMLUListElement>(null);
  /** The slide at which the present swipe began. */
  const swipeStart = useRef<number>(undefined);
  const [index, setIndex] = useState(Math.min(start, last));
  const endSwipe = () => {
    swipeStart.current = undefined;
  };
  const show = (to: number, behavior: ScrollBehavior) =>
    track.current?.children[Math.min(last, Math.max(0, to))]?.scrollIntoView({
      block: 'nearest',
      inline: 'start',
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : behavior,
    });
  const go = (to: number, behavior: ScrollBehavior = 'smooth') => {
    endSwipe();
    show(to, behavior);
  };
  const open = useEffectEvent(() => {
    go(start, 'instant');
    // Keys reach the viewer from the first moment.
    track.current?.focus();
  });
  useLayoutEffect(() => open(), []);
  // A turned device changes the width of all slides.
  useEffect(() => {
    const stay = () => go(index, 'instant');
    window.addEventListener('resize', stay);
    return () => window.removeEventListener('resize', stay);
  });
  const seen = () => {
    const { scrollLeft, clientWidth } = track.current!;
    // scrollLeft is negative in right-to-left pages.
    const place = clientWidth === 0 ? index : Math.abs(scrollLeft) / clientWidth;
    // On a slow device a fling passes `scroll-snap-stop`, and one swipe skips a slide.
    const from = swipeStart.current ?? place;
    if (Math.abs(place - from) > 1) show(from + Math.sign(place - from), 'instant');
    const now = Math.round(Math.min(from + 1, Math.max(from - 1, place)));
    if (now !== index) setIndex(Math.min(last, now));
  };
  const startSwipe = () => {
    // A second finger continues the swipe.
    swipeStart.current ??= index;
  };
  return { track, index, go, seen, startSwipe, endSwipe };
}

function Slides({ items, start, labels, onClose, onDownload, onShare }: ViewerProps) {
  const last = items.length - 1;
  const { track, index, go, seen, startSwipe, endSwipe } = useTrack(start, last);
  const slides = useRef<(SlideActions | null)[]>([]);
  const lastDownload = useRef(-Infinity);
  const [scale, setScale] = useState(minScale);

  const onScale = useCallback((now: number) => setScale(now), []);
  const slide = () => slides.current[index];

  const keys = (event: KeyboardEvent) => {
    // A video's player has keys of its own.
    if (event.target instanceof HTMLVideoElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const pan = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const zoom = { '+': zoomStep, '=': zoomStep, '-': 1 / zoomStep }[event.key];
    if (zoom !== undefined) slide()?.zoomBy(zoom);
    else if (event.key === '0') slide()?.reset();
    else if (pan === undefined) return;
    else if (slide()?.panBy(pan[0]! * panStep, pan[1]! * panStep) !== true) {
      const step = inlineStep(event);
      if (step === 0) return;
      go(index + step);
    }
    event.preventDefault();
  };
  const download = (event: { timeStamp: number }) => {
    const sinceLast = event.timeStamp - lastDownload.current;
    lastDownload.current = event.timeStamp;
    if (sinceLast >= downloadDebounce) onDownload?.(index);
  };
  const isPicture = items[index]?.kind === 'picture';

  return (
    <div className={styles.viewer} onKeyDown={keys}>
      <header className={styles.bar}>
        <IconButton icon={X} label={labels.close} onPress={onClose} />
        <span className="grow tabular-nums medium" aria-live="polite">
          {last > 0 ? labels.position(index) : ''}
        </span>
        {isPicture && (
          <>
            <IconButton
              icon={ZoomOut}
              label={labels.zoomOut}
              disabled={scale <= minScale}
              onPress={() => slide()?.zoomBy(1 / zoomStep)}
            />
            <IconButton
              icon={ZoomIn}
              label={labels.zoomIn}
              disabled={scale >= maxScale}
              onPress={() => slide()?.zoomBy(zoomStep)}
            />
          </>
        )}
        {onShare && <IconButton icon={Share2} label={labels.share} onPress={() => onShare(index)} />}
        {onDownload && <IconButton icon={Download} label={labels.download} onPress={download} />}
      </header>
      <ul
        ref={track}
        className={cx(styles.track, scale > minScale && styles.held)}
        tabIndex={0}
        aria-label={labels.title}
        onTouchStart={startSwipe}
        onWheel={endSwipe}
        onKeyDown={endSwipe}
        onScroll={seen}
        onScrollEnd={endSwipe}
      >
        {items.map((item, at) => (
          <li key={`${at} ${item.src}`} className={styles.slide} inert={at !== index}>
            <ViewerSlide
              ref={(actions) => {
                slides.current[at] = actions;
              }}
              item={item}
              labels={labels}
              isShown={at === index}
              isNear={Math.abs(at - index) <= 1}
              onClose={onClose}
              onScale={onScale}
            />
          </li>
        ))}
      </ul>
      {last > 0 && <Steps index={index} last={last} labels={labels} go={go} />}
    </div>
  );
}

type StepsProps = Pick<ViewerProps, 'labels'> & { index: number; last: number; go: (index: number) => void };

/** To the previous and the next slide. */
function Steps({ index, last, labels, go }: StepsProps) {
  return (
    <>
      <IconButton
        icon={ChevronLeft}
        flip
        label={labels.previous}
        className={cx(styles.step, styles.back)}
        disabled={index === 0}
        onPress={() => go(index - 1)}
      />
      <IconButton
        icon={ChevronRight}
        flip
        label={labels.next}
        className={cx(styles.step, styles.on)}
        disabled={index === last}
        onPress={() => go(index + 1)}
      />
    </>
  );
}
