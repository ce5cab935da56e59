import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { inPreview } from '../tenancy/preview.js';
import { LoadCache } from './load-cache.js';

afterEach(() => {
  jest.restoreAllMocks();
});

describe(LoadCache, () => {
  it('shares one load between concurrent and later calls', async () => {
    const cache = new LoadCache<number>(10, 1000);
    let loads = 0;
    const get = () => cache.get('a', async () => ++loads);
    expect(cache.loaded('a')).toBeUndefined();
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
    expect([await get(), cache.loaded('a')]).toEqual([1, 1]);
  });

  it('returns no value whose load began before a drop', async () => {
    const cache = new LoadCache<string>(10, 1000);
    let finish!: (value: string) => void;
    const early = cache.get('a', () => new Promise<string>((resolve) => (finish = resolve)));
    cache.drop('a');
    const late = cache.get('a', async () => 'new');
    finish('old');
    expect([await early, await late, await cache.get('a', async () => 'newer')]).toEqual(['old', 'new', 'new']);
  });

  it('does not keep an absence whose load began before a drop', async () => {
    const cache = new LoadCache<string>(10, 1000);
    let finish!: (value: null) => void;
    const early = cache.get('a', () => new Promise<null>((resolve) => (finish = resolve)));
    cache.clear();
    finish(null);
    expect([await early, await cache.get('a', async () => 'new')]).toEqual([null, 'new']);
  });

  it('keeps a value for its time from the start of the load, and an absence for 750 ms', async () => {
    let now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const cache = new LoadCache<string>(10, 5000);
    let loads = 0;
    const get = (key: string, value: string | null) => cache.get(key, async () => (loads++, value));
    const both = async () => [await get('here', 'here'), await get('gone', null)];
    await both();
    now += 740;
    expect(await both()).toEqual(['here', null]);
    expect(loads).toBe(2);
    now += 20;
    await both();
    expect(loads).toBe(3);
    now += 4300;
    await get('here', 'here');
    expect(loads).toBe(4);
  });

  it('keeps no failure, and no more values than its maximum', async () => {
    const cache = new LoadCache<string>(2, 1000);
    await expect(cache.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    for (const key of ['a', 'b', 'c']) await cache.get(key, async () => key);
    expect(await cache.get('a', async () => 'again')).toBe('again');
    expect(await cache.get('c', async () => 'again')).toBe('c');
  });

  it('gives a preview no kept value and keeps none of its own, except of rows', async () => {
    const preview = { member: 'ann', role: 'member', workplace: '', ends: new Date(), deployment: {} } as never;
    const [derived, rows] = [new LoadCache<string>(10, 1000), new LoadCache<string>(10, 1000, true)];
    const get = (cache: LoadCache<string>, key: string, value: string) => cache.get(key, async () => value);
    for (const cache of [derived, rows]) await get(cache, 'kept', 'live');
    const previewed = (cache: LoadCache<string>) =>
      inPreview(preview, async () => [
        await get(cache, 'kept', 'previewed'),
        cache.loaded('kept'),
        await get(cache, 'new', 'previewed'),
      ]);
    expect(await previewed(derived)).toEqual(['previewed', undefined, 'previewed']);
    expect(await previewed(rows)).toEqual(['live', 'live', 'previewed']);
    expect([await get(derived, 'kept', 'again'), await get(derived, 'new', 'live')]).toEqual(['live', 'live']);
  });
});
