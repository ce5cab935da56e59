import { type RefObject, useLayoutEffect, useState } from 'react';
import { historyPosition } from '../navigation/navigation';
import type { ListMemory, Seen } from './list-memory';
import type { Order } from './list-order';

/** Pixels from the end within which a list counts as being at its end. */
const nearEndPx = 80;

interface ScrollPositionOptions {
  order: Order;
  /** A row's offset in pixels from the start of the scroller, also for a row that is not rendered. */
  startOf: (index: number) => number | undefined;
  /** Starts at the end unless the member left it further up, and stays there. */
  fromFoot: boolean;
  /** False while rows after the last one are not loaded: the list does not stay at its end then. */
  isAtEnd: boolean;
  /** Rows are added above the first one, so the position is kept at the very top too. */
  growsAbove: boolean;
  /** The first row to show when no position is stored. */
  startAt: string | undefined;
  /** The row that the address names: scrolled to once a visit when it is not visible. */
  linked: string | undefined;
  /** Called with the number of items (`data-item`) below the visible area; a row that is not rendered counts as one. */
  onBelow: ((items: number) => void) | undefined;
}

/** The anchor row: the first visible one with an unchanged successor, since a row alone may have moved. */
export function anchorAmong(seen: readonly Seen[], indexOf: ReadonlyMap<string, number>): Seen | undefined {
  const still = seen.filter(({ key }) => indexOf.has(key));
  const steady = still.find(({ key }, at) => {
    const next = still[at + 1];
    return next !== undefined && indexOf.get(next.key) === indexOf.get(key)! + 1;
  });
  return steady ?? still[0];
}

const isAtFoot = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight < nearEndPx;

/** Keeps a list's scroll position when rows around the visible ones change, and restores it on return. */
class ScrollPosition {
  private options!: ScrollPositionOptions;
  private scroller: HTMLElement | null = null;
  private content: HTMLElement | null = null;
  private begun = false;

  constructor(private readonly memory: ListMemory) {}

  update(options: ScrollPositionOptions): void {
    this.options = options;
  }

  /** @returns the function that stops following */
  follow(content: HTMLElement): () => void {
    const scroller = content.closest<HTMLElement>('[data-scroll]');
    if (!scroller) return () => undefined;
    this.scroller = scroller;
    this.content = content;
    // Safari has no scroll anchoring; in other browsers both together would move twice.
    const { overflowAnchor } = scroller.style;
    scroller.style.overflowAnchor = 'none';
    let hidden = scroller.clientHeight === 0;
    const resized = new ResizeObserver(() => {
      // A hidden pane loses its scroll position.
      if (hidden && scroller.clientHeight > 0) {
        scroller.scrollTop = this.memory.top;
        // When the browser restored it, nothing moved, and the virtualizer still has the position it saw meanwhile.
        scroller.dispatchEvent(new Event('scroll'));
      }
      hidden = scroller.clientHeight === 0;
      this.hold();
    });
    resized.observe(scroller);
    resized.observe(content);
    const scrolled = () => this.record();
    scroller.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      scroller.style.overflowAnchor = overflowAnchor;
      resized.disconnect();
      scroller.removeEventListener('scroll', scrolled);
    };
  }

  /** Restores the visible rows' position after a change. */
  hold(): void {
    const { scroller, memory, options } = this;
    if (!scroller || scroller.clientHeight === 0 || options.order.keys.length === 0) return;
    if (!this.begun) return this.begin(scroller);
    if (this.showLinked(scroller)) return this.record();
    if (options.fromFoot && memory.atFoot) scroller.scrollTop = scroller.scrollHeight;
    else if (scroller.scrollTop > 0 || options.growsAbove) {
      const anchor = anchorAmong(memory.seen, options.order.indexOf);
      const now = anchor && this.topOf(anchor.key);
      if (now !== undefined) this.move(scroller, now - anchor!.at);
    }
    this.record();
  }

  toFoot(): void {
    this.memory.atFoot = true;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.scroller?.scrollTo({ top: this.scroller.scrollHeight, behavior: calm ? 'auto' : 'smooth' });
  }

  /** Scrolls a heading to the top, a row to the middle, where no sticky heading covers it. */
  toRow(key: string): void {
    const { scroller, memory, options } = this;
    const top = this.topOf(key);
    if (!scroller || top === undefined) return;
    memory.seen = [{ key, at: top }];
    const isHead = options.order.heads[options.order.indexOf.get(key)!];
    scroller.scrollTop = isHead ? top : top - scroller.clientHeight / 2;
    memory.atFoot = options.isAtEnd && isAtFoot(scroller);
  }

  private begin(scroller: HTMLElement): void {
    this.begun = true;
    const { memory, options } = this;
    const anchor = anchorAmong(memory.seen, options.order.indexOf);
    const { startAt } = options;
    if (startAt !== undefined && memory.seen.length === 0 && options.order.indexOf.has(startAt)) this.toRow(startAt);
    else if (options.fromFoot && (memory.atFoot || !anchor)) scroller.scrollTop = scroller.scrollHeight;
    else if (memory.top > 0) {
      const left = memory.top;
      scroller.scrollTop = left;
      const now = anchor && this.topOf(anchor.key);
      if (now !== undefined) this.move(scroller, left - scroller.scrollTop + now - anchor!.at);
    } else if (startAt !== undefined) this.toRow(startAt);
    this.showLinked(scroller);
    this.record();
  }

  /** @returns true when it has scrolled. Back leads to the same visit, whose position is restored instead. */
  private showLinked(scroller: HTMLElement): boolean {
    const { memory, options } = this;
    const { linked } = options;
    if (linked === undefined) return false;
    const visit = `${historyPosition()}/${linked}`;
    if (memory.linked === visit || !options.order.indexOf.has(linked)) return false;
    memory.linked = visit;
    const top = this.topOf(linked);
    if (
      top === undefined ||
      (top >= scroller.scrollTop && top < scroller.scrollTop + scroller.clientHeight - nearEndPx)
    )
      return false;
    this.toRow(linked);
    return true;
  }

  /** Scrolls by `by` pixels and shifts the stored offsets. */
  private move(scroller: HTMLElement, by: number): void {
    if (Math.abs(by) < 1) return;
    scroller.scrollTop += by;
    this.memory.seen = this.memory.seen.map(({ key, at }) => ({ key, at: at + by }));
  }

  private topOf(key: string): number | undefined {
    const { options } = this;
    const index = options.order.indexOf.get(key);
    if (index === undefined) return undefined;
    const row = this.rows().find(({ dataset }) => dataset.row === key);
    // A sticky heading is not at its own position; its section is.
    const element = row && options.order.heads[index] ? row.parentElement : row;
    return element ? this.topIn(element) : options.startOf(index);
  }

  private topIn(element: Element): number {
    const { top } = this.scroller!.getBoundingClientRect();
    return element.getBoundingClientRect().top - top + this.scroller!.scrollTop;
  }

  private rows(): HTMLElement[] {
    return [...this.content!.querySelectorAll<HTMLElement>('[data-row]')];
  }

  private record(): void {
    const { scroller, memory, options } = this;
    if (!scroller || scroller.clientHeight === 0 || !this.begun) return;
    memory.top = scroller.scrollTop;
    memory.atFoot = options.isAtEnd && isAtFoot(scroller);
    const { top, bottom } = scroller.getBoundingClientRect();
    const seen: Seen[] = [];
    let last = -1;
    for (const row of this.rows()) {
      const index = options.order.indexOf.get(row.dataset.row!);
      if (index === undefined) continue;
      const box = row.getBoundingClientRect();
      memory.sizes.set(row.dataset.row!, Math.round(box.height));
      last = index;
      if (options.order.heads[index]) continue;
      if (box.top < bottom && box.bottom > top)
        seen.push({ key: row.dataset.row!, at: box.top - top + scroller.scrollTop });
    }
    // Until the rows of a distant position are rendered, keep the target as the anchor.
    if (seen.length > 0) memory.seen = seen;
    if (!options.onBelow) return;
    const items = [...this.content!.querySelectorAll('[data-item]')];
    const below = items.filter((item) => item.getBoundingClientRect().top >= bottom).length;
    options.onBelow(below + options.order.keys.length - 1 - last);
  }
}

/** The scroll position of the list with the rows in `content`. */
export function useScrollPosition(
  content: RefObject<HTMLElement | null>,
  memory: ListMemory,
  options: ScrollPositionOptions,
): ScrollPosition {
  const [place] = useState(() => new ScrollPosition(memory));
  useLayoutEffect(() => {
    place.update(options);
  });
  useLayoutEffect(() => place.follow(content.current!), [place, content]);
  useLayoutEffect(() => place.hold());
  return place;
}
