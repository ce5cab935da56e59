import { Button } from '@paddock/ui/button';
import { PullToReload } from '@paddock/ui/pull-to-reload';
import { Rows, type RowsProps } from '@paddock/ui/row';
import { Empty, Skeleton, type SkeletonProps } from '@paddock/ui/state';
import { toast } from '@paddock/ui/toast';
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
import { useKeptFocus } from './list-focus';
import { useListKeys } from './list-keys';
import { useListMemory } from './list-memory';
import { groupsOf, type Order, orderOf } from './list-order';
import { usePlace } from './list-place';
import { useListWindow } from './list-window';
import { LoadFailed } from './load-failed';

/** What `useCallQuery` or `useCallInfinite` answered. */
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
}

export interface ListHandle {
  /** Goes to the end and stays there while more comes. */
  toFoot(): void;
  /** Goes to a row: a heading is put at the top, another in the middle. */
  toRow(key: string): void;
}

export interface ListProps<Row> {
  /** Names the list within its module: where a member left it is remembered under this, and another id is another list. */
  id: string;
  /** Spoken name. */
  label: string;
  /** Everything there is to show, in order; different things are one union type. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shows one row, of whichever kind. */
  render: (row: Row) => ReactNode;
  /** Which rows are headings of those after them. */
  isHead?: (row: Row) => boolean;
  query: ListQuery;
  /** What stands in for rows that are under way. */
  shape: SkeletonProps['shape'];
  /** The specification's text for a list without rows ('Nothing new', 'Be the first' …), or something of your own. */
  empty: ReactNode;
  /** Where the hairlines begin. */
  divider?: RowsProps['divider'];
  /** Milliseconds between two further pages; 300 (B §9), chats 1000 (A §9). */
  pause?: number;
  /** Further pages are put above the first row, as in conversations. */
  growsAbove?: boolean;
  /** Begins at its foot, unless it was left further up, and stays there. */
  fromFoot?: boolean;
  /** The row to begin at, unless the member left the list elsewhere. */
  startAt?: string | undefined;
  /** Headings stay in sight while their rows pass. */
  stickyHeads?: boolean;
  /** Around the rows in place of hairlines; says its own role (`feed`, `log`). */
  frame?: (rows: ReactNode) => ReactNode;
  /** Told how many items (elements with `data-item` in the rows) are below what is in sight. */
  onBelow?: (items: number) => void;
  ref?: Ref<ListHandle>;
}

const sticky: CSSProperties = { position: 'sticky', insetBlockStart: 0, zIndex: 1, background: 'var(--surface)' };

/** Pixels, until a row of that shape was measured. */
const heights: Partial<Record<SkeletonProps['shape'], number>> = {
  chat: 78,
  person: 84,
  event: 64,
  bubble: 70,
  shout: 220,
};

/**
 * A list in a `Scroll`: loads further pages near its end, reloads when pulled down, stays where it is read, is found again where it
 * was left, and holds a bounded part of its rows in the page. Skeleton, empty, error and a failed further page are its own.
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
  const [begin] = useState(() => memory.seen[0]?.key ?? props.startAt);
  const [atFoot] = useState(fromFoot && memory.atFoot);
  const beginsAt = atFoot ? rows.length - 1 : (order.indexOf.get(begin ?? '') ?? (fromFoot ? rows.length - 1 : 0));
  const window = useListWindow(content, memory, order, heights[shape] ?? 60, beginsAt);
  const place = usePlace(content, memory, {
    order,
    startOf: window.startOf,
    fromFoot,
    growsAbove,
    startAt: props.startAt,
    onBelow: props.onBelow,
  });
  useKeptFocus(content, order);
  useListKeys(content, order, (key) => place.toRow(key));
  useImperativeHandle(props.ref, () => ({ toFoot: () => place.toFoot(), toRow: (key) => place.toRow(key) }), [place]);

  const answered = query.data !== undefined;
  useEffect(() => {
    if (answered) realtime.shown();
  }, [answered, realtime]);

  const further = <Further query={query} pause={pause} shape={shape} />;
  return (
    <>
      {!growsAbove && <Reload query={query} />}
      {growsAbove && further}
      {query.isPending && rows.length === 0 && (
        <Skeleton shape={shape} count={shape === 'shout' ? 4 : 8} label={t('list.loading')} />
      )}
      {query.isError && query.error && query.data === undefined && rows.length === 0 && (
        <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && rows.length === 0 && (typeof empty === 'string' ? <Empty title={empty} /> : empty)}
      <div ref={content}>{rows.length > 0 && <Shown {...props} order={order} window={window} />}</div>
      {!growsAbove && further}
    </>
  );
}

type ShownProps<Row> = ListProps<Row> & { order: Order; window: ReturnType<typeof useListWindow> };

/** The rows that are in the page, each section with its heading. */
function Shown<Row>({ label, rows, render, divider, frame, stickyHeads, query, order, window }: ShownProps<Row>) {
  const { shown, after, partly, measure } = window;
  const before = new Map(shown.map(({ index, before: gap }) => [index, gap]));
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

/** The way to the next page: asked for by itself, by hand after a failure, which leaves what is shown alone. */
function Further({ query, pause, shape }: Pick<ListProps<unknown>, 'query' | 'shape'> & { pause: number }) {
  const t = useTextsOf('kit');
  const errorText = useErrorText();
  const mark = useRef<HTMLDivElement>(null);
  const { hasNextPage = false, isFetchingNextPage = false, isFetchNextPageError = false, fetchNextPage } = query;
  const next = () => void fetchNextPage?.();
  useListEnd(mark, hasNextPage && !isFetchingNextPage && !isFetchNextPageError, pause, next);
  return (
    <div ref={mark}>
      {isFetchingNextPage && <Skeleton shape={shape} count={2} label={t('list.loading')} />}
      {isFetchNextPageError && !isFetchingNextPage && (
        <div role="alert" className="stack gap-2 pad">
          <p className="label text-secondary">{errorText(query.error)}</p>
          <Button variant="ink" onPress={next}>
            {t('list.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Pull to reload, which says so when there was nothing new. */
function Reload({ query }: Pick<ListProps<unknown>, 'query'>) {
  const t = useTextsOf('kit');
  const errorText = useErrorText();
  const [pending, setPending] = useState(false);
  const reload = async () => {
    setPending(true);
    // Answers that say the same are the same object (structural sharing).
    const before = query.data;
    const { data, error } = await query.refetch();
    setPending(false);
    if (error) toast({ text: errorText(error), kind: 'bad' });
    else if (data === before) toast({ text: t('list.nothing_new') });
  };
  return (
    <PullToReload
      label={t('list.reload')}
      pendingLabel={t('list.loading')}
      pending={pending}
      onReload={() => void reload()}
    />
  );
}
