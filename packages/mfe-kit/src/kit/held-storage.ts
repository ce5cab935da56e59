/** The keys of a storage. `Object.keys` has those of the browser's own storages only. */
export const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index)!);

/**
 * A storage that works when the browser's is full: what does not fit is held until the page is left, so that members can go on typing and
 * sending.
 */
export function heldStorage(storage: Storage): Storage {
  const held = new Map<string, string>();
  // Another window's value is newer.
  addEventListener('storage', ({ key }) => (key === null ? held.clear() : held.delete(key)));
  const keys = () => [...new Set([...keysOf(storage), ...held.keys()])];
  return {
    get length() {
      return keys().length;
    },
    key: (index) => keys()[index] ?? null,
    getItem: (key) => held.get(key) ?? storage.getItem(key),
    setItem(key, value) {
      held.delete(key);
      try {
        storage.setItem(key, value);
      } catch {
        held.set(key, value);
      }
    },
    removeItem(key) {
      held.delete(key);
      storage.removeItem(key);
    },
    clear() {
      held.clear();
      storage.clear();
    },
  };
}
