import type { AttachedFile } from '@paddock/contract/calls/files';
import { databaseOf } from '../session/drafts';
import { createMemberDatabase, type DBSchema } from './member-database';

/** A file and how far its upload is. */
export interface FileRecord {
  key: string;
  file: File;
  /** Where a resumable upload continues. */
  address?: string | undefined;
  /** The server's reply. */
  uploaded?: AttachedFile | undefined;
}

interface Schema extends DBSchema {
  files: { key: string; value: FileRecord };
}

/**
 * A member's chosen files in IndexedDB, where they survive a reload. The page holds them too: a browser may have no database
 * (private windows) or no room, and an upload needs neither.
 */
export function createFileStore(user: string) {
  const held = new Map<string, FileRecord>();
  const stored = createMemberDatabase<Schema>(databaseOf(user), {
    kit: undefined,
    create: (database) => void database.createObjectStore('files', { keyPath: 'key' }),
    onDeleted: () => held.clear(),
  });

  return {
    /** @returns false when the browser could not keep the file: it is lost with the page */
    async put(kept: FileRecord): Promise<boolean> {
      held.set(kept.key, kept);
      return stored(async (database) => {
        await database.put('files', kept);
        return true;
      }, false);
    },
    /** The stored one first: another window may have uploaded it. */
    async get(key: string): Promise<FileRecord | undefined> {
      return (await stored((database) => database.get('files', key), undefined)) ?? held.get(key);
    },
    async change(key: string, to: Partial<FileRecord>): Promise<void> {
      const before = held.get(key);
      if (before) held.set(key, { ...before, ...to });
      await stored(async (database) => {
        const transaction = database.transaction('files', 'readwrite');
        const found = await transaction.store.get(key);
        if (found) await transaction.store.put({ ...found, ...to });
        await transaction.done;
      }, undefined);
    },
    async remove(keys: readonly string[]): Promise<void> {
      for (const key of keys) held.delete(key);
      await stored(async (database) => {
        const transaction = database.transaction('files', 'readwrite');
        await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
      }, undefined);
    },
    keys: (): Promise<string[]> => stored((database) => database.getAllKeys('files'), []),
  };
}

export type FileStore = ReturnType<typeof createFileStore>;
