import { createStore, type Store } from './store';

/** Light, dark, or as the device is set. */
export const appearances = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof appearances)[number];

/** The shell's own key: its early script reads it before any other code has loaded. */
const appearanceKey = 'shell.appearance';

/** The choice of this browser for all its members; kept over visits, and the same in all of its windows. */
export function createAppearance(storage: Storage): Store<Appearance> {
  const read = () => appearances.find((one) => one === storage.getItem(appearanceKey)) ?? 'system';
  const store = createStore<Appearance>(read());
  store.subscribe(() => storage.setItem(appearanceKey, store.get()));
  window.addEventListener('storage', ({ key }) => {
    if (key === appearanceKey) store.set(read());
  });
  return store;
}
