import { Button } from '@paddock/ui/button';
import { Rows, type RowsProps } from '@paddock/ui/row';
import { Empty, Skeleton, type SkeletonProps } from '@paddock/ui/state';
import {
  type CSSProperties,
  Fragment,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ApiError } from '../kit/api-error';
import { useErrorText, useTextsOf } from '../i18n/i18n';
import { useKit } from '../kit/kit-context';
import { useListEnd } from './list-end';
import { useFocusRestore } from './list-focus';
import { useListKeys } from './list-keys';
import { useListMemory } from './list-memory';
import { groupsOf, type Order, orderOf } from './list-order';
import { useScrollPosition } from './scroll-position';
import { useListWindow } from './list-window';
import { LoadFailed } from './load-failed';
import { Reload } from './reload';

/** The result of `useCallQuery` or `useCallInfinite`. */
export interface ListQuery {
  data: unknown;
  error: ApiError | null;
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  refetch(): Promise<{ data: unknown; error: ApiError | null }>;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage?(): Promise<unknown>;
  hasPreviousPage?: boolean;
  isFetchingPreviousPage?: boolean;
  isFetchPreviousPageError?: boolean;
  fetchPreviousPage?(): Promise<unknown>;
}

export { useForgetItem, useGoneItem, useHasRoomBeside, useItemBeside } from './item-beside';

export interface ListHandle {
  /** Scrolls to the end and stays there while rows are added. */
  toFoot(): void;
  /** Scrolls to a row: a heading to the top, another row to the middle. */
  toRow(key: string): void;
}

export interface ListProps<Row> {
  /** Identifies the list within its module: the scroll position is stored under it, and a new id is a new list. */
  id: string;
  /** Accessible name. */
  label: string;
  /** The rows in order; different kinds of rows form one union type. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Renders a row of any kind. */
  render: (row: Row) => ReactNode;
  /** True for the headings of the rows that follow. */
  isHead?: (row: Row) => boolean;
  query: ListQuery;
  /** The skeleton shown while rows load. */
  shape: SkeletonProps['shape'];
  /** Shown without rows: the specification's text ('Nothing new', 'Be the first' …) or an element. */
  empty: ReactNode;
  /** The inset of the hairlines. */
  divider?: RowsProps['divider'];
  /** Milliseconds between two page requests; 300 (B §9), chats 1000 (A §9). */
  pause?: number;
  /** Adds pages above the first row, as in conversations. */
  growsAbove?: boolean;
  /** Starts at the end unless the member left it further up, and stays there. */
  fromFoot?: boolean;
  /** The first row to show, unless the member left the list elsewhere; has precedence over `fromFoot`. */
  startAt?: string | undefined;
  /** The row that the address names. The list scrolls to it, also when the address changes and when the member left the list elsewhere. */
  linked?: string | undefined;
  /** Headings stay visible while their rows scroll. */
  stickyHeads?: boolean;
  /** Wraps the rows in place of hairlines; sets its own role (`feed`, `log`). */
  frame?: (rows: ReactNode) => ReactNode;
  /** Called with the number of items (elements with `data-item` in the rows) below the visible area. */
  onBelow?: (items: number) => void;
  ref?: Ref<ListHandle>;
}

const sticky: CSSProperties = { position: 'sticky', insetBlockStart: 0, zIndex: 1, background: 'var(--surface)' };

/** Estimated heights in pixels, until a row of the shape is measured. */
const heights: Partial<Record<SkeletonProps['shape'], number>> = {
  chat: 78,
  person: 84,
  event: 64,
  bubble: 34,
  shout: 220,
};

/**
 * A list in a `Scroll`: loads pages near its end, and near its beginning when the query has previous pages; reloads on pull-down,
 * keeps its scroll position when rows change, restores it on return, and renders a bounded number of rows. Shows skeleton, empty
 * and error states, and a failed page.
 */
export function List<Row>(props: ListProps<Row>) {
  return <OneList key={props.id} {...props} />;
}

function OneList<Row>(props: ListProps<Row>) {
  const { id, rows, rowKey, isHead, query, shape, empty, pause = 300, growsAbove = false, fromFoot = false } = props;
  const t = useTextsOf('kit');
  const { realtime } = useKit();
  const content = useRef<HTMLDivElement>(null);
  const memory = useListMemory(id);
  const order = useMemo(() => orderOf(rows, rowKey, isHead), [rows, rowKey, isHead]);
  const [begins] = useState(() => [memory.seen[0]?.key, props.linked, props.startAt]);
  const [atFoot] = useState(fromFoot && memory.atFoot && !(props.startAt !== undefined && memory.seen.length === 0));
  const [isTwoWay, setTwoWay] = useState(false);
  if (query.hasPreviousPage && !isTwoWay) setTwoWay(true);
  const begin = begins.find((key) => key !== undefined && order.indexOf.has(key));
  const beginsAt = atFoot ? rows.length - 1 : (order.indexOf.get(begin ?? '') ?? (fromFoot ? rows.length - 1 : 0));
  const window = useListWindow(content, memory, order, heights[shape] ?? 60, beginsAt);
  const place = useScrollPosition(content, memory, {
    order,
    startOf: window.startOf,
    fromFoot,
    isAtEnd: !growsAbove || !query.hasPreviousPage,
    growsAbove: growsAbove || isTwoWay,
    startAt: props.startAt,
    linked: props.linked,
    onBelow: props.onBelow,
  });
  useFocusRestore(content, order);
  useListKeys(content, order, (key) => place.toRow(key));
  useImperativeHandle(props.ref, () => ({ toFoot: () => place.toFoot(), toRow: (key) => place.toRow(key) }), [place]);

  const answered = query.data !== undefined;
  useEffect(() => {
    if (answered) realtime.shown();
  }, [answered, realtime]);

  const further = <Further step={nextStep(query)} error={query.error} pause={pause} shape={shape} />;
  const earlier = isTwoWay && <Further step={previousStep(query)} error={query.error} pause={pause} shape={shape} />;
  return (
    <>
      {!growsAbove && <Reload query={query} />}
      {growsAbove ? further : earlier}
      {query.isPending && rows.length === 0 && (
        <Skeleton shape={shape} count={shape === 'shout' ? 4 : 8} label={t('list.loading')} />
      )}
      {query.isError && query.error && query.data === undefined && rows.length === 0 && (
        <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && rows.length === 0 && (typeof empty === 'string' ? <Empty title={empty} /> : empty)}
      <div ref={content}>{rows.length > 0 && <VisibleRows {...props} order={order} window={window} />}</div>
      {growsAbove ? earlier : further}
    </>
  );
}

type VisibleRowsProps<Row> = ListProps<Row> & { order: Order; window: ReturnType<typeof useListWindow> };

/** The rendered rows, each section with its heading. */
function VisibleRows<Row>({
  label,
  rows,
  render,
  divider,
  frame,
  stickyHeads,
  query,
  order,
  window,
}: VisibleRowsProps<Row>) {
  const { shown, after, partly, measure } = window;
  // Omitted rows above all others are an element of their own: as a margin of the first row they would move the whole list.
  const above = shown[0]?.before ?? 0;
  const before = new Map(shown.slice(1).map(({ index, before: gap }) => [index, gap]));
  const groups = groupsOf(
    shown.map(({ index }) => index),
    order,
  );
  const wrapped = (index: number, more: object, style: CSSProperties = {}) => (
    <div
      key={order.keys[index]}
      ref={measure}
      className="stack"
      data-row={order.keys[index]}
      data-index={index}
      style={{ ...style, ...(before.get(index) ? { marginBlockStart: before.get(index) } : {}) }}
      {...more}
    >
      {render(rows[index]!)}
    </div>
  );
  const lastHead = order.headOf.at(-1);
  const item = (index: number, head: number) => {
    const size = head === lastHead && query.hasNextPage ? -1 : order.sizeOf.get(head);
    const ofMany = partly ? { 'aria-posinset': order.position[index], 'aria-setsize': size } : {};
    return wrapped(index, frame ? {} : { role: 'listitem', ...ofMany });
  };
  return (
    <>
      {above > 0 && <div style={{ blockSize: above }} />}
      {groups.map(({ head, items }) => {
        const listed = items.map((index) => item(index, head));
        const list = frame ? (
          frame(listed)
        ) : (
          <Rows {...(head < 0 && { label })} {...(divider && { divider })} list>
            {listed}
          </Rows>
        );
        if (head < 0) return <Fragment key="">{list}</Fragment>;
        return (
          <section key={order.keys[head]}>
            {wrapped(head, { 'data-head': '' }, stickyHeads ? sticky : {})}
            {items.length > 0 && list}
          </section>
        );
      })}
      {after > 0 && <div style={{ blockSize: after }} />}
    </>
  );
}

/** Loads pages in one direction. */
interface Step {
  more: boolean;
  /** True also while the other direction loads: a second request would cancel the first. */
  busy: boolean;
  loading: boolean;
  failed: boolean;
  load: () => void;
}

function nextStep(query: ListQuery): Step {
  const { hasNextPage = false, isFetchingNextPage = false, isFetchNextPageError = false } = query;
  return {
    more: hasNextPage,
    busy: isFetchingNextPage || (query.isFetchingPreviousPage ?? false),
    loading: isFetchingNextPage,
    failed: isFetchNextPageError,
    load: () => void query.fetchNextPage?.(),
  };
}

function previousStep(query: ListQuery): Step {
  const { hasPreviousPage = false, isFetchingPreviousPage = false, isFetchPreviousPageError = false } = query;
  return {
    more: hasPreviousPage,
    busy: isFetchingPreviousPage || (query.isFetchingNextPage ?? false),
    loading: isFetchingPreviousPage,
    failed: isFetchPreviousPageError,
    load: () => void query.fetchPreviousPage?.(),
  };
}

interface FurtherProps extends Pick<ListQuery, 'error'> {
  step: Step;
  pause: number;
  shape: SkeletonProps['shape'];
}

/** Loads the next page automatically; after a failure shows Retry and keeps the rows. */
function Further({ step, error, pause, shape }: FurtherProps) {
  const t = useTextsOf('kit');
  const errorText = useErrorText();
  const mark = useRef<HTMLDivElement>(null);
  const { more, busy, loading, failed, load } = step;
  useListEnd(mark, more && !busy && !failed, pause, load);
  return (
    <div ref={mark}>
      {loading && <Skeleton shape={shape} count={2} label={t('list.loading')} />}
      {failed && !loading && (
        <div role="alert" className="stack gap-2 pad">
          <p className="label text-secondary">{errorText(error)}</p>
          <Button variant="ink" onPress={load}>
            {t('list.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}
