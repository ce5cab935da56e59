import { describe, expect, it } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { until } from '../../../test/test-smtp.js';
import { Loop } from './loop.js';

describe(Loop, () => {
  it('runs outside the context of the request that wakes it', async () => {
    const requests = new AsyncLocalStorage<string>();
    const found: (string | undefined)[] = [];
    const loop = new Loop(() => Promise.resolve(void found.push(requests.getStore())), 10);
    requests.run('a post', () => loop.wake());
    await until(() => found.length > 2);
    await loop.stop();
    expect(new Set(found)).toEqual(new Set([undefined]));
  });
});
