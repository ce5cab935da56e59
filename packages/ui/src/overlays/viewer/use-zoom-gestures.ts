import {
  type Dispatch,
  type PointerEvent,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react';
import { fit, fitted, minScale, panned, zoomed, type ViewerSizes, type Zoom } from './zoom';

/** A vertical drag beyond this closes the viewer (specification B, limits). */
const closingDrag = 20;
/** A finger that moves less has tapped. */
const tapSlop = 10;
const doubleTapMs = 300;
const doubleTapScale = 2.5;
const wheelSpeed = 0.002;

interface Point {
  x: number;
  y: number;
}

interface Gestures {
  zoom: Zoom;
  /** Pixels by which a vertical drag at scale 1 has moved the picture. */
  drag: number;
  handlers: Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
    (event: PointerEvent<HTMLElement>) => void
  >;
  zoomBy: (factor: number) => void;
  panBy: (dx: number, dy: number) => void;
  reset: () => void;
}

/**
 * Pinch, wheel and double tap zoom; a drag pans an enlarged picture, and a vertical one closes a fitted picture. Horizontal
 * swipes at scale 1 belong to the track around the stage.
 */
export function useZoomGestures(
  stage: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLImageElement | null>,
  onClose: () => void,
): Gestures {
  const [zoom, setZoom] = useState(fitted);
  const [drag, setDrag] = useState(0);
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<Point>({ x: 0, y: 0 });
  const moved = useRef(false);
  const lastTap = useRef({ at: -Infinity, x: 0, y: 0 });

  const place = (): ViewerSizes => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {};
    return placeOf(width, height, picture.current);
  };
  const fromCentre = ({ x, y }: Point): Point => {
    const box = stage.current!.getBoundingClientRect();
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
  };
  const zoomAt = (factor: number, at: Point) => setZoom((now) => zoomed(now, factor, at, place()));

  useWheelZoom(stage, picture, setZoom);

  const tap = (event: PointerEvent) => {
    const { timeStamp: at, clientX: x, clientY: y } = event;
    const isSecond =
      at - lastTap.current.at < doubleTapMs && Math.hypot(x - lastTap.current.x, y - lastTap.current.y) < 3 * tapSlop;
    lastTap.current = { at: isSecond ? -Infinity : at, x, y };
    if (!isSecond) return;
    if (zoom.scale > minScale) setZoom(fitted);
    else zoomAt(doubleTapScale, fromCentre({ x, y }));
  };

  const end = (event: PointerEvent<HTMLElement>, isCancelled: boolean) => {
    const isLast = pointers.current.delete(event.pointerId) && pointers.current.size === 0;
    if (!isLast) return;
    setDrag(0);
    if (isCancelled) return;
    if (!moved.current) tap(event);
    else if (Math.abs(drag) > closingDrag) onClose();
  };

  return {
    zoom,
    drag,
    zoomBy: (factor) => zoomAt(factor, { x: 0, y: 0 }),
    panBy: (dx, dy) => setZoom((now) => panned(now, dx, dy, place())),
    reset: () => setZoom(fitted),
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const point = { x: event.clientX, y: event.clientY };
        if (pointers.current.size === 0) {
          start.current = point;
          moved.current = false;
        } else {
          // Two fingers pinch, which is no tap and no drag.
          moved.current = true;
          setDrag(0);
        }
        pointers.current.set(event.pointerId, point);
      },
      onPointerMove(event) {
        const before = pointers.current.get(event.pointerId);
        if (!before) return;
        const point = { x: event.clientX, y: event.clientY };
        pointers.current.set(event.pointerId, point);
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
        if (other) {
          const distance = (from: Point) => Math.max(1, Math.hypot(from.x - other.x, from.y - other.y));
          zoomAt(
            distance(point) / distance(before),
            fromCentre({ x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 }),
          );
          return;
        }
        const [dx, dy] = [point.x - start.current.x, point.y - start.current.y];
        if (Math.hypot(dx, dy) > tapSlop) moved.current = true;
        if (zoom.scale > minScale) setZoom((now) => panned(now, point.x - before.x, point.y - before.y, place()));
        else if (moved.current && (drag !== 0 || Math.abs(dy) > Math.abs(dx))) setDrag(dy);
      },
      onPointerUp: (event) => end(event, false),
      onPointerCancel: (event) => end(event, true),
    },
  };
}

/** The sizes of the stage and of the picture fitted into it. */
function placeOf(width: number, height: number, picture: HTMLImageElement | null): ViewerSizes {
  const { naturalWidth = 0, naturalHeight = 0 } = picture ?? {};
  const stage = { width, height };
  return { stage, picture: fit({ width: naturalWidth, height: naturalHeight }, stage) };
}

function useWheelZoom(
  stage: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLImageElement | null>,
  setZoom: Dispatch<SetStateAction<Zoom>>,
) {
  // React listens to wheel events passively, where preventDefault has no effect.
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const at = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
      const room = placeOf(box.width, box.height, picture.current);
      setZoom((now) => zoomed(now, Math.exp(-event.deltaY * wheelSpeed), at, room));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [stage, picture, setZoom]);
}
