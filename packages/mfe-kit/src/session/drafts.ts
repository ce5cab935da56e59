import { keysOf } from '../kit/held-storage';

/** What a module stores for a member in this browser: typed text, the list of chosen files, and the item opened last. */
const kinds = ['form', 'draft', 'files', 'last'] as const;

/** The database of a member's chosen files; one for each member, so that signing out deletes it at once. */
export const databaseOf = (user: string): string => `paddock.files.${user}`;

/** The storage key of what a module stores for a member; the prefix is unique to the member. Most ids begin with the workplace. */
export function draftKey(module: string, kind: (typeof kinds)[number], user: string, id: string): string {
  return `${module}.${kind}.${user}.${id}`;
}

/** A member's drafts of all modules in one workplace, by their key within the module: `group/42`. */
export function draftsOf(storage: Storage, user: string, workplace: string): ReadonlyMap<string, string> {
  const own = keysOf(storage).flatMap((key) => {
    const [, id] = key.split(`.draft.${user}.${workplace}.`);
    return id === undefined ? [] : [[id, storage.getItem(key) ?? ''] as const];
  });
  return new Map(own);
}

/** Removes what all modules stored for a member, so that sign-out leaves no typed text and no trace of reading on a shared browser. */
export function forgetDrafts(storage: Storage, user: string): void {
  for (const key of keysOf(storage)) {
    const [, kind, owner] = key.split('.', 3);
    if (kinds.some((one) => one === kind) && owner === user) storage.removeItem(key);
  }
}
