import {
  type PlacedItem,
  readBin,
  readFolder,
  readFolderItem,
  readVersions,
  rootFolder,
  searchFolders,
} from '@paddock/contract/calls/folders';
import { uniqueById } from '@paddock/contract/core/unique-by-id';
import { useCallCache, useCallInfinite, useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSearchText } from '@paddock/mfe-kit/search-text';
import { useSession } from '@paddock/mfe-kit/session';
import { useMemo } from 'react';

/** Calls that show files and folders. */
export const showsFiles = [readFolder, readFolderItem, searchFolders, readVersions, readBin] as const;

export const addressOf = (id: string): string =>
  id === rootFolder ? '/main/files' : `/main/files/${encodeURIComponent(id)}`;

/** What an address names: a folder, or a file in its folder. */
export function useOpened(id: string | undefined): { parent: string | undefined; file?: PlacedItem; isGone: boolean } {
  const { data, error } = useCallQuery(readFolderItem, { id: id ?? '' }, { enabled: id !== undefined, live: true });
  if (id === undefined) return { parent: rootFolder, isGone: false };
  if (error?.status === 404) return { parent: rootFolder, isGone: true };
  const item = data?.item;
  if (item?.id !== id) return { parent: undefined, isGone: false };
  return item.folder ? { parent: id, isGone: false } : { parent: item.parent, file: item, isGone: false };
}

/** A folder's contents. */
export function useFolder(parent: string | undefined) {
  const answer = useCallInfinite(
    readFolder,
    { parent: parent ?? rootFolder },
    { live: true, enabled: parent !== undefined, next: ({ next }) => (next === null ? null : { page: next }) },
  );
  // Without a folder the query has the root's stored reply.
  const pages = parent === undefined ? undefined : answer.data?.pages;
  // A renamed one may be in two pages.
  const items = useMemo(() => uniqueById(pages?.flatMap((page) => page.items) ?? []), [pages]);
  const [first] = pages ?? [];
  return { answer, items, folder: first?.folder ?? undefined, canCreate: first?.can_create ?? false };
}

/** The search text and the files and folders that it finds. */
export function useFileSearch() {
  const { isTyping, ...search } = useSearchText();
  const { query } = search;
  const answer = useCallQuery(searchFolders, { query }, { enabled: query !== '' });
  return { ...search, answer, pending: isTyping || (search.active && answer.isPending) };
}

/** Reads the lists again when files or folders have changed. */
export function useLiveFiles(): void {
  const { workplace } = useSession();
  const cache = useCallCache();
  useRealtime('updating_folders', (update) => {
    if (update.workplace === workplace) for (const call of showsFiles) void cache.refresh(call);
  });
}
