import { afterEach, beforeEach, expect, describe, it, jest } from '@jest/globals';
import { bringTo, followPinch, spotAt, type Point, type Spot } from './pinch';

const [pages, gap] = [2000, 10];
const [width, height] = [600, 800];
const windowHeight = 900;
let container: HTMLElement;
/** Pages below each other with gaps that do not grow with the zoom, as the viewer's. */
let zoom = 1;

const rectOf = (page: number): DOMRect => {
  const top = page * (height * zoom + gap) - container.scrollTop;
  return DOMRect.fromRect({ x: -container.scrollLeft, y: top, width: width * zoom, height: height * zoom });
};

beforeEach(() => {
  zoom = 1;
  container = document.createElement('div');
  const all = document.createElement('div');
  for (let page = 0; page < pages; page++) {
    const element = document.createElement('div');
    element.id = `page-${page}`;
    element.getBoundingClientRect = () => rectOf(page);
    all.append(element);
  }
  container.append(document.createElement('div'), all);
  document.body.append(container);
});
afterEach(() => {
  container.remove();
  jest.restoreAllMocks();
});

const toPage = (page: number) => (container.scrollTop = page * (height * zoom + gap) - windowHeight / 3);
const idAt = (point: Point) => spotAt(container, point)?.page.id;

describe(followPinch, () => {
  const touch = (type: string, [x, y]: Point, apart: number) => {
    const touches = apart === 0 ? [] : [x - apart, x + apart].map((clientX) => ({ clientX, clientY: y }));
    container.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { touches }));
  };
  const zoomBy = (factor: number, spot: Spot, point: Point) => {
    zoom *= factor;
    bringTo(container, spot, point);
  };

  it.each([0, 3, 1200, 1999])('keeps the spot of page %d under the fingers, in and out', (page) => {
    followPinch(container, zoomBy, new AbortController().signal);
    toPage(page);
    const point: Point = [300, windowHeight / 2];
    const before = spotAt(container, point)!;
    touch('touchstart', point, 40);
    for (const apart of [44, 60, 90, 120, 50, 20, 12]) {
      touch('touchmove', point, apart);
      const now = spotAt(container, point)!;
      expect([now.page.id, now.y]).toEqual([before.page.id, expect.closeTo(before.y, 1)]);
    }
    touch('touchend', point, 0);
    expect(idAt(point)).toBe(`page-${page}`);
  });

  it('does not move for one finger, and begins again with the next two', () => {
    const onPinch = jest.fn<typeof zoomBy>();
    followPinch(container, onPinch, new AbortController().signal);
    toPage(10);
    container.dispatchEvent(Object.assign(new Event('touchmove'), { touches: [{ clientX: 5, clientY: 5 }] }));
    expect(onPinch).not.toHaveBeenCalled();
    touch('touchstart', [300, 450], 40);
    touch('touchmove', [300, 450], 80);
    touch('touchend', [300, 450], 0);
    touch('touchstart', [300, 450], 20);
    touch('touchmove', [300, 450], 30);
    expect(onPinch.mock.calls.map(([factor]) => factor)).toEqual([2, 1.5]);
  });

  it('ends with its signal', () => {
    const closing = new AbortController();
    const onPinch = jest.fn<typeof zoomBy>();
    followPinch(container, onPinch, closing.signal);
    closing.abort();
    touch('touchstart', [300, 450], 40);
    touch('touchmove', [300, 450], 80);
    expect(onPinch).not.toHaveBeenCalled();
  });
});
