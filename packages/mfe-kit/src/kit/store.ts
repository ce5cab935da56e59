import { useSyncExternalStore } from 'react';
import { notify } from './notify';

/** An observable value outside React. */
export interface Store<T> {
  get(): T;
  set(next: T | ((now: T) => T)): void;
  /** @returns the unsubscribe function */
  subscribe(listener: () => void): () => void;
}

/** Creates a store. Setting an identical value (`Object.is`) notifies no listener. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const resolved = typeof next === 'function' ? (next as (now: T) => T)(value) : next;
      if (Object.is(resolved, value)) return;
      value = resolved;
      notify(listeners);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The store's value; rerenders on change. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
