import { beforeEach, expect, it } from '@jest/globals';
import { heldStorage, keysOf } from './held-storage';

beforeEach(() => localStorage.clear());

/** A storage of the browser that takes nothing while `isFull`. */
function windowStorage() {
  const place = { isFull: false };
  const browser = {
    getItem: (key: string) => localStorage.getItem(key),
    key: (index: number) => localStorage.key(index),
    removeItem: (key: string) => localStorage.removeItem(key),
    setItem(key: string, value: string) {
      if (place.isFull) throw new DOMException('full', 'QuotaExceededError');
      localStorage.setItem(key, value);
    },
    get length() {
      return localStorage.length;
    },
  } as Storage;
  return { place, storage: heldStorage(browser) };
}

it('holds what does not fit, in place of what the browser has', () => {
  const { place, storage } = windowStorage();
  storage.setItem('text', 'old');
  place.isFull = true;
  storage.setItem('text', 'new');
  storage.setItem('other', 'more');
  expect([storage.getItem('text'), storage.getItem('other'), storage.length]).toEqual(['new', 'more', 2]);
  expect(keysOf(storage)).toEqual(['text', 'other']);
  expect(localStorage.getItem('text')).toBe('old');
});

it('removes a held value together with the stored one', () => {
  const { place, storage } = windowStorage();
  storage.setItem('text', 'old');
  place.isFull = true;
  storage.setItem('text', 'new');
  storage.removeItem('text');
  expect([storage.getItem('text'), localStorage.length, storage.length]).toEqual([null, 0, 0]);
});

it('stores again once there is room', () => {
  const { place, storage } = windowStorage();
  place.isFull = true;
  storage.setItem('text', 'new');
  place.isFull = false;
  storage.setItem('text', 'newer');
  expect([storage.getItem('text'), localStorage.getItem('text')]).toEqual(['newer', 'newer']);
});

it('holds no value that another window has stored or removed since', () => {
  const { place, storage } = windowStorage();
  storage.setItem('text', 'old');
  place.isFull = true;
  storage.setItem('text', 'new');
  localStorage.setItem('text', 'of another window');
  dispatchEvent(new StorageEvent('storage', { key: 'text' }));
  expect(storage.getItem('text')).toBe('of another window');
  storage.setItem('text', 'new');
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
  expect([storage.getItem('text'), storage.length]).toEqual([null, 0]);
});
