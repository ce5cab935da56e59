/** The storage key of a member's draft; the prefix is unique to the member. */
export function draftKey(module: string, kind: 'form' | 'draft', user: string, id: string): string {
  return `${module}.${kind}.${user}.${id}`;
}

/** Removes a member's drafts of all modules, so that sign-out leaves no typed text on a shared browser. */
export function forgetDrafts(storage: Storage, user: string): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index)!);
  for (const key of keys) {
    const [, kind, owner] = key.split('.', 3);
    if ((kind === 'form' || kind === 'draft') && owner === user) storage.removeItem(key);
  }
}
