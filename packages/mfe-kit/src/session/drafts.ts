/** Where a member's drafts of one kind stand in the browser's storage; nobody else's begin so. */
export function draftKey(module: string, kind: 'form' | 'draft', user: string, id: string): string {
  return `${module}.${kind}.${user}.${id}`;
}

/** Removes every draft of a member, in all modules: who signs out leaves nothing that was typed on a shared browser. */
export function forgetDrafts(storage: Storage, user: string): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index)!);
  for (const key of keys) {
    const [, kind, owner] = key.split('.', 3);
    if ((kind === 'form' || kind === 'draft') && owner === user) storage.removeItem(key);
  }
}
