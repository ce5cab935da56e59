import { expect, it } from '@jest/globals';
import { createStore } from './store';

it('notifies all listeners, also after one that throws', () => {
  const errors: unknown[] = [];
  Object.assign(globalThis, { reportError: (error: unknown) => errors.push(error) });
  const store = createStore(1);
  const fault = new Error('the listener of a module');
  const seen: number[] = [];
  store.subscribe(() => {
    throw fault;
  });
  store.subscribe(() => seen.push(store.get()));
  store.set(2);
  expect([seen, errors]).toEqual([[2], [fault]]);
});
