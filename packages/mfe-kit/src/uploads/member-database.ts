import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Kit } from '../kit/kit-context';

export type { DBSchema } from 'idb';

/**
 * A member's database in IndexedDB, opened with its first use. A name that ends with `.` and the member's id is deleted at
 * sign-out; `onDeleted` runs then, in every window, to drop what the page holds. A module passes its kit, which permits names that begin
 * with the module's id; the shell's own databases, and releases from before, have none.
 *
 * @returns a function that works on the database; it returns `otherwise` where the browser has none (private windows) or no room
 */
export function createMemberDatabase<Schema extends DBSchema>(
  name: string,
  settings: {
    kit: Pick<Kit, 'permitDatabase'> | undefined;
    create: (database: IDBPDatabase<Schema>) => void;
    onDeleted: () => void;
  },
): <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>, otherwise: T) => Promise<T> {
  const { kit, create, onDeleted } = settings;
  kit?.permitDatabase(name);
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const open = () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade: create,
      // Signing out, here or in another window, deletes the database.
      blocking() {
        void opened?.then((database) => database.close());
        opened = undefined;
        onDeleted();
      },
    });
    opened.catch(() => (opened = undefined));
    return opened;
  };
  return async (work, otherwise) => {
    try {
      return await work(await open());
    } catch {
      return otherwise;
    }
  };
}
