import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { RotateCw } from 'lucide-react';
import { Button } from '../../primitives/button/button';
import { cx } from '../../primitives/cx/cx';
import { Spinner } from '../../primitives/spinner/spinner';
import { useZoomGestures } from './use-zoom-gestures';
import type { ViewerItem, ViewerLabels } from './viewer-item';
import { minScale } from './zoom';
import styles from './viewer.module.css';

/** What keys and buttons of the viewer do with the slide that is shown. */
export interface SlideActions {
  zoomBy: (factor: number) => void;
  /** False when the picture is not enlarged: then arrow keys change the slide. */
  panBy: (dx: number, dy: number) => boolean;
  reset: () => void;
}

export interface SlideProps {
  item: ViewerItem;
  labels: ViewerLabels;
  isShown: boolean;
  isNear: boolean;
  onClose: () => void;
  onScale: (scale: number) => void;
  ref: Ref<SlideActions>;
}

/** One picture with its gestures, or one video with its player. */
export function ViewerSlide(props: SlideProps) {
  return props.item.kind === 'video' ? <Video {...props} /> : <Picture {...props} />;
}

function Picture({ item, labels, isShown, isNear, onClose, onScale, ref }: SlideProps) {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const { zoom, drag, handlers, zoomBy, panBy, reset } = useZoomGestures(stage, picture, onClose);
  const isEnlarged = zoom.scale > minScale;
  useImperativeHandle(ref, () => ({
    zoomBy,
    panBy(dx, dy) {
      if (isEnlarged) panBy(dx, dy);
      return isEnlarged;
    },
    reset,
  }));
  useEffect(() => {
    if (isShown) onScale(zoom.scale);
  }, [isShown, zoom.scale, onScale]);
  const leave = useEffectEvent(reset);
  useEffect(() => {
    if (!isShown) leave();
  }, [isShown]);
  if (state === 'failed')
    return (
      <div className={styles.stage} role="alert">
        <p>{labels.failed}</p>
        <Button
          icon={RotateCw}
          onPress={() => {
            setAttempt(attempt + 1);
            setState('loading');
          }}
        >
          {labels.retry}
        </Button>
      </div>
    );
  return (
    <div ref={stage} className={cx(styles.stage, isEnlarged && styles.enlarged)} {...handlers}>
      {state === 'loading' && <Spinner className={styles.spinner} />}
      {isNear && (
        <img
          key={attempt}
          ref={picture}
          className={drag === 0 ? styles.picture : cx(styles.picture, styles.dragged)}
          src={item.src}
          alt={item.alt}
          draggable={false}
          style={{ translate: `${zoom.x}px ${zoom.y + drag}px`, scale: String(zoom.scale) }}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </div>
  );
}

function Video({ item, labels, isShown, isNear, ref }: SlideProps) {
  const player = useRef<HTMLVideoElement>(null);
  const [hasFailed, setFailed] = useState(false);
  useImperativeHandle(ref, () => ({ zoomBy: () => {}, panBy: () => false, reset: () => {} }));
  useEffect(() => {
    if (!isShown) player.current?.pause();
  }, [isShown]);
  if (hasFailed)
    return (
      <div className={styles.stage} role="alert">
        <p>{labels.failed}</p>
        <Button icon={RotateCw} onPress={() => setFailed(false)}>
          {labels.retry}
        </Button>
      </div>
    );
  return (
    <div className={styles.stage}>
      {isNear && (
        <video
          ref={player}
          className={styles.video}
          src={item.src}
          poster={item.poster}
          width={item.width}
          height={item.height}
          aria-label={item.alt}
          controls
          playsInline
          preload="metadata"
          onError={() => setFailed(true)}
        />
      )}
    </div>
  );
}
