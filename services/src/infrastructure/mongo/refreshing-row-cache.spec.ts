import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { tenantOf } from '../tenancy/tenant.js';
import type { Row } from './row.js';
import { RefreshingRowCache } from './refreshing-row-cache.js';

interface Named extends Row {
  name: string;
}

const tenant = tenantOf('motorsport');
const other = tenantOf('motorsport', 'pit');

/** A table with a clock, which records the ids of each query. */
function table(...ids: string[]) {
  const rows = new Map<string, Named>(ids.map((_id) => [_id, { _id, community: 'motorsport', name: _id }]));
  const loads: string[][] = [];
  let gate: Promise<void> | undefined;
  const cache = RefreshingRowCache.byId<Named>(1000, async (_, ids) => {
    loads.push([...ids]);
    const found = ids.flatMap((id) => rows.get(id) ?? []).map((row) => ({ ...row }));
    await gate;
    return found;
  });
  let now = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  return {
    rows,
    loads,
    cache,
    pass: (ms: number) => (now += ms),
    rename: (id: string, name: string) => rows.set(id, { ...rows.get(id)!, name }),
    /** Makes replies wait until the returned function is called. */
    hold: () => {
      let open!: () => void;
      gate = new Promise((resolve) => (open = resolve));
      return () => {
        gate = undefined;
        open();
      };
    },
  };
}

describe(RefreshingRowCache, () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('loads missing rows in one query shared by concurrent calls, and caches absence', async () => {
    const { cache, loads } = table('a', 'b');
    await cache.get(tenant, 'a');
    const many = () => cache.getMany(tenant, ['a', 'b', 'x']);
    const [one, two] = await Promise.all([many(), many()]);
    expect(one.map((row) => row?.name)).toEqual(['a', 'b', undefined]);
    expect(one[2]).toBeNull();
    expect(two).toEqual(one);
    expect(await cache.get(tenant, 'x')).toBeNull();
    expect(loads).toEqual([['a'], ['b', 'x']]);
  });

  it('loads the misses of one event-loop turn in one query per tenant', async () => {
    const { cache, loads } = table('a', 'b', 'c');
    const rows = await Promise.all([...['a', 'b', 'c', 'a'].map((id) => cache.get(tenant, id)), cache.get(other, 'a')]);
    expect(rows.map((row) => row?.name)).toEqual(['a', 'b', 'c', 'a', 'a']);
    expect(loads).toEqual([['a', 'b', 'c'], ['a']]);
  });

  it('renews rows in use in one query before any expires, without a wait', async () => {
    const { cache, loads, pass, rename, hold } = table('a', 'b', 'c');
    for (const id of ['a', 'b', 'c']) await cache.get(tenant, id);
    rename('b', 'new');
    pass(600);
    const answer = hold();
    expect((await cache.get(tenant, 'a'))?.name).toBe('a');
    expect((await cache.get(tenant, 'b'))?.name).toBe('b');
    answer();
    await turn();
    expect(loads.slice(3)).toEqual([['a', 'b', 'c']]);
    pass(500);
    expect((await cache.get(tenant, 'b'))?.name).toBe('new');
    expect(loads).toHaveLength(4);
  });

  it('returns no expired row, even when the renewal is late', async () => {
    const { cache, pass, rename, hold } = table('a');
    await cache.get(tenant, 'a');
    pass(600);
    const answer = hold();
    await cache.get(tenant, 'a');
    rename('a', 'new');
    pass(200);
    const late = cache.get(tenant, 'a');
    answer();
    expect((await late)?.name).toBe('new');
    // The late reply holds the row from before the change; it must not replace the newer one.
    await turn();
    expect((await cache.get(tenant, 'a'))?.name).toBe('new');
  });

  it('returns no row whose load or renewal began before a write dropped it', async () => {
    const { cache, pass, rename, hold } = table('a', 'b');
    await cache.getMany(tenant, ['a', 'b']);
    pass(600);
    const answer = hold();
    await cache.get(tenant, 'a');
    rename('a', 'new');
    cache.drop(tenant, 'a');
    const early = cache.get(tenant, 'a');
    await turn();
    rename('a', 'newer');
    cache.clear();
    const late = cache.get(tenant, 'a');
    answer();
    expect([(await early)?.name, (await late)?.name]).toEqual(['new', 'newer']);
    await turn();
    expect((await cache.get(tenant, 'a'))?.name).toBe('newer');
  });

  it('drops deleted rows, and queries them again', async () => {
    const { cache, loads, pass, rows } = table('a');
    await cache.get(tenant, 'a');
    rows.delete('a');
    pass(600);
    await cache.get(tenant, 'a');
    await turn();
    expect(await cache.get(tenant, 'a')).toBeNull();
    expect(loads).toHaveLength(3);
  });

  it('returns the same object for an unchanged row', async () => {
    const { cache, pass, rename } = table('a', 'b');
    const [a, b] = await cache.getMany(tenant, ['a', 'b']);
    rename('b', 'new');
    pass(600);
    await cache.get(tenant, 'a');
    await turn();
    const [sameA, otherB] = await cache.getMany(tenant, ['a', 'b']);
    expect(sameA).toBe(a);
    expect(otherB).not.toBe(b);
  });

  it('renews only rows in use, and keeps tenants apart', async () => {
    const { cache, loads, pass } = table('a', 'b');
    await cache.get(tenant, 'a');
    for (let ms = 0; ms < 6000; ms += 600) {
      await cache.get(other, 'b');
      await turn();
      pass(600);
    }
    expect(loads.filter((ids) => ids.includes('a')).length).toBeLessThan(6);
    expect(loads.every((ids) => ids.length === 1)).toBe(true);
    const before = loads.length;
    await cache.get(tenant, 'b');
    expect(loads.slice(before).flat()).toContain('b');
  });

  it('caches no failure, and no more rows than its capacity', async () => {
    let isDown = true;
    const find = async (_: unknown, ids: readonly string[]) => {
      if (isDown) throw new Error('down');
      return ids.map((_id) => ({ _id, community: 'motorsport' }));
    };
    const loads = jest.fn(find);
    const cache = RefreshingRowCache.byId<Row>(2, loads);
    await expect(cache.get(tenant, 'a')).rejects.toThrow('down');
    isDown = false;
    expect(await cache.getMany(tenant, ['a', 'b', 'c'])).toHaveLength(3);
    await cache.get(tenant, 'c');
    expect(loads).toHaveBeenCalledTimes(2);
    await cache.get(tenant, 'a');
    expect(loads).toHaveBeenCalledTimes(3);
  });
});
