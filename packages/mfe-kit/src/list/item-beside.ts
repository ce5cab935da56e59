import type { Call, CallInput } from '@paddock/contract/core/call';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useCallQuery } from '../calls/queries';
import { useKit, useModuleId } from '../kit/kit-context';
import { historyPosition, useWithParts } from '../navigation/navigation';
import { draftKey } from '../session/drafts';

/** From this width on, a `Split` shows the detail beside the list. */
const wide = '(min-width: 1024px)';

// jsdom has no matchMedia; a browser test covers wide windows.
const isWide = () => typeof matchMedia === 'function' && matchMedia(wide).matches;
function onWidth(changed: () => void): () => void {
  if (typeof matchMedia !== 'function') return () => undefined;
  const query = matchMedia(wide);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** True while a `Split` has room for list and detail side by side. */
export const useHasRoomBeside = (): boolean => useSyncExternalStore(onWidth, isWide);

interface ItemBeside<C extends Call> {
  /** The list's address; an item's is `${path}/${id}`. */
  path: string;
  /** The id in the address. */
  open: string | undefined;
  /** The ids of the loaded list, in order; undefined while it loads. */
  items: readonly string[] | undefined;
  /** Reads one item: decides whether the last one, when it is not in the list, can still be opened. */
  read: C;
  inputOf: (id: string) => CallInput<C>;
}

/** Items deleted during this visit, which a list that was read before may still have. */
const deletedItems = new Set<string>();
/** The item that {@link useItemBeside} opened by itself, while it is open. */
let openedItem: string | undefined;

const itemAddress = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;

/** The storage key of the item that the member opened last beside a list. */
function useLastKey(path: string): string {
  const { user, workplace } = useKit().session.get();
  return draftKey(useModuleId(), 'last', user?.id ?? '', `${workplace}${path}`);
}

/** Returns a function that forgets an item, e.g. once it is deleted, so that {@link useItemBeside} does not open it again. */
export function useForgetItem(path: string): (id: string) => void {
  const { storage } = useKit();
  const key = useLastKey(path);
  return useCallback(
    (id) => {
      deletedItems.add(id);
      if (storage.getItem(key) === id) storage.removeItem(key);
    },
    [storage, key],
  );
}

/**
 * For the page of an item: forgets one that no longer exists, and makes room for another if {@link useItemBeside} had opened it. An item
 * that the member was reading, or opened by its address, stays: its page says what happened.
 * @param isRead the item was read since its page was opened
 */
export function useGoneItem(path: string, id: string, { isGone, isRead }: { isGone: boolean; isRead: boolean }): void {
  const { navigation } = useKit();
  const withParts = useWithParts();
  const forget = useForgetItem(path);
  const read = useRef<string>(undefined);
  useEffect(() => {
    if (isRead) read.current = id;
  }, [isRead, id]);
  useEffect(() => {
    if (!isGone) return;
    forget(id);
    if (openedItem === id && read.current !== id) navigation.go(withParts(path), { replace: true });
  }, [isGone, id, forget, navigation, withParts, path]);
}

/**
 * In a window that shows list and detail side by side, opens the item that the member opened last, else the list's first. The item
 * replaces the list's entry in the history, so that Back leaves both. A link to the list beside the open item, such as the tab's own,
 * changes nothing. On a phone it does nothing.
 */
export function useItemBeside<C extends Call>({ path, open, items, read, inputOf }: ItemBeside<C>): void {
  const { storage, navigation } = useKit();
  const key = useLastKey(path);
  const withParts = useWithParts();
  const hasRoom = useHasRoomBeside();
  const shown = useRef({ address: '', position: -1 });
  useEffect(() => {
    if (open === undefined) return;
    storage.setItem(key, open);
    if (open !== openedItem) openedItem = undefined;
    shown.current = { address: withParts(itemAddress(path, open)), position: historyPosition() };
  }, [storage, key, path, open, withParts]);

  const last = storage.getItem(key) ?? undefined;
  const isListed = last === undefined || items?.includes(last) === true;
  const isWanted = hasRoom && open === undefined && items !== undefined;
  const asked = useCallQuery(read, inputOf(last ?? ''), { enabled: isWanted && !isListed });
  const chosen = isListed || asked.isSuccess ? last : undefined;
  const target = chosen ?? (isListed || asked.isError ? items?.find((id) => !deletedItems.has(id)) : undefined);
  useEffect(() => {
    // The address may have changed since the last render.
    if (!isWanted || target === undefined || window.location.hash.replace(/\?.*$/, '') !== `#${path}`) return;
    const address = withParts(itemAddress(path, target));
    // Behind the item's own entry: a second one would make Back seem dead. With another query (a search) the entry is one of its own.
    openedItem = target;
    if (shown.current.address === address && historyPosition() === shown.current.position + 1) navigation.back();
    else navigation.go(address, { replace: true });
  }, [isWanted, target, path, navigation, withParts]);
}
