/** The structure of the rows: those after a heading form its section. */
export interface Order {
  keys: readonly string[];
  indexOf: ReadonlyMap<string, number>;
  heads: readonly boolean[];
  /** Index of a row's heading, a heading's own index, -1 before the first heading. */
  headOf: readonly number[];
  /** Position in the section from 1 on; 0 for a heading. */
  position: readonly number[];
  /** Number of rows under a heading (-1: before the first one), without the heading. */
  sizeOf: ReadonlyMap<number, number>;
}

export function orderOf<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  isHead: (row: Row) => boolean = () => false,
): Order {
  const keys = rows.map(rowKey);
  const heads = rows.map(isHead);
  const indexOf = new Map(keys.map((key, index) => [key, index]));
  const headOf: number[] = [];
  const position: number[] = [];
  const sizeOf = new Map<number, number>();
  let head = -1;
  for (const [index, isOne] of heads.entries()) {
    if (isOne) head = index;
    const before = sizeOf.get(head) ?? 0;
    sizeOf.set(head, isOne ? before : before + 1);
    headOf.push(head);
    position.push(isOne ? 0 : before + 1);
  }
  return { keys, indexOf, heads, headOf, position, sizeOf };
}

/** Rendered rows of one section. */
export interface Group {
  head: number;
  items: number[];
}

/** Groups row indexes, in order, by section; a heading is its group's `head` and not among the items. */
export function groupsOf(shown: readonly number[], { headOf }: Pick<Order, 'headOf'>): Group[] {
  const groups: Group[] = [];
  for (const index of shown) {
    const head = headOf[index]!;
    let group = groups.at(-1);
    if (group?.head !== head) groups.push((group = { head, items: [] }));
    if (index !== head) group.items.push(index);
  }
  return groups;
}

/**
 * The rows to render: the visible ones with some around them, the heading of the first, and the focused one at any position.
 */
export function rowsToRender(
  { startIndex, endIndex, overscan, count }: { startIndex: number; endIndex: number; overscan: number; count: number },
  { headOf }: Pick<Order, 'headOf'>,
  focused: number | undefined,
): number[] {
  const first = Math.max(startIndex - overscan, 0);
  const last = Math.min(endIndex + overscan, count - 1);
  const kept = new Set<number>();
  const withHead = (index: number) => {
    const head = headOf[index] ?? -1;
    if (head >= 0) kept.add(head);
    kept.add(index);
  };
  for (let index = first; index <= last; index += 1) withHead(index);
  if (focused !== undefined && focused < count) withHead(focused);
  return [...kept].sort((a, b) => a - b);
}
