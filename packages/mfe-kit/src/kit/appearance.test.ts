import { afterEach, describe, expect, it } from '@jest/globals';
import { createAppearance } from './appearance';

afterEach(() => localStorage.clear());

describe(createAppearance, () => {
  it.each([
    [null, 'system'],
    ['dark', 'dark'],
    ['sepia', 'system'],
  ])('reads %s as %s', (stored, appearance) => {
    if (stored) localStorage.setItem('shell.appearance', stored);
    expect(createAppearance(localStorage).get()).toBe(appearance);
  });

  it('stores the choice, and follows that of another window', () => {
    const appearance = createAppearance(localStorage);
    appearance.set('light');
    expect(localStorage.getItem('shell.appearance')).toBe('light');
    localStorage.setItem('shell.appearance', 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'shell.appearance' }));
    expect(appearance.get()).toBe('dark');
  });
});
