/** In the window. */
export type Point = readonly [x: number, y: number];

/** A place on a page, as shares of its width and height. */
export interface Spot {
  page: Element;
  x: number;
  y: number;
}

/** The spot under a point. In a gap it belongs to the page below. */
export function spotAt(container: HTMLElement, [x, y]: Point): Spot | undefined {
  // The components add an element before that of the pages.
  const pages = container.lastElementChild?.children ?? [];
  let [first, last] = [0, pages.length - 1];
  while (first < last) {
    const middle = (first + last) >> 1;
    if (pages[middle]!.getBoundingClientRect().bottom < y) first = middle + 1;
    else last = middle;
  }
  const page = pages[first];
  if (!page) return undefined;
  const { left, top, width, height } = page.getBoundingClientRect();
  return { page, x: (x - left) / width, y: (y - top) / height };
}

/** Scrolls such that a spot is under a point. */
export function bringTo(container: HTMLElement, spot: Spot, [x, y]: Point): void {
  const { left, top, width, height } = spot.page.getBoundingClientRect();
  container.scrollLeft += left + spot.x * width - x;
  container.scrollTop += top + spot.y * height - y;
}

/**
 * Reports the factor of each step of a pinch, on a touch screen or a track pad, the spot where it began, and the point between the
 * fingers: a page narrower than the window does not follow the fingers at first.
 */
export function followPinch(
  element: HTMLElement,
  onPinch: (factor: number, spot: Spot, point: Point) => void,
  signal: AbortSignal,
): void {
  let spot: Spot | undefined;
  let distance = 0;
  const fingersOf = ([first, second]: Iterable<Touch>) =>
    first &&
    second && {
      distance: Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY),
      point: [(first.clientX + second.clientX) / 2, (first.clientY + second.clientY) / 2] as const,
    };
  for (const name of ['touchstart', 'touchend', 'touchcancel'] as const)
    element.addEventListener(
      name,
      ({ touches }) => {
        const fingers = fingersOf(touches);
        spot = fingers && spotAt(element, fingers.point);
        distance = fingers?.distance ?? 0;
      },
      { passive: true, signal },
    );
  element.addEventListener(
    'touchmove',
    (event) => {
      const fingers = fingersOf(event.touches);
      if (!fingers) return;
      event.preventDefault();
      if (spot && distance > 0 && fingers.distance > 0) onPinch(fingers.distance / distance, spot, fingers.point);
      distance = fingers.distance;
    },
    { passive: false, signal },
  );
  followTrackPad(element, onPinch, signal);
}

/** Browsers report the pinch of a track pad as a wheel with Ctrl, at the pointer, which does not move meanwhile. */
function followTrackPad(element: HTMLElement, onPinch: Parameters<typeof followPinch>[1], signal: AbortSignal): void {
  let spot: Spot | undefined;
  element.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const point = [event.clientX, event.clientY] as const;
      spot ??= spotAt(element, point);
      if (spot) onPinch(Math.exp(-event.deltaY / 100), spot, point);
    },
    { passive: false, signal },
  );
  element.addEventListener('pointermove', () => (spot = undefined), { passive: true, signal });
  element.addEventListener('wheel', ({ ctrlKey }) => ctrlKey || (spot = undefined), { passive: true, signal });
}
