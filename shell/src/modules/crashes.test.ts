/** @jest-environment node */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { MfeLifecycles } from '@paddock/mfe-kit/define-mfe';
import { createStore } from '@paddock/mfe-kit/store';
import { createModules } from './modules';

const base = 'http://host/mfe-x/1.0.0/';

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { document: { baseURI: 'http://host/' } });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** A module on the page, whose late file the server answers with these statuses, the last one for ever. */
async function page(...statuses: number[]) {
  const opened: string[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const status = statuses.length > 1 ? statuses.shift()! : statuses[0]!;
    return new Response('', { status });
  });
  const integrity = { 'late.js': 'sha384-', 'other.js': 'sha384-' };
  const modules = createModules({
    deployment: createStore({ modules: [{ id: 'mfe-x', version: '1.0.0', base, integrity }] } as unknown as Boot),
    refresh: () => Promise.resolve(),
    load: async ({ version }) => {
      opened.push(version);
      return { hasBackground: false } as MfeLifecycles;
    },
  });
  await modules.load('mfe-x');
  const lose = (file = 'late.js') =>
    modules.threw('mfe-x', 'MODULE_CRASHED', { name: 'ChunkLoadError', request: base + file });
  const settle = () => jest.advanceTimersByTimeAsync(60_000);
  return { opened, lose, settle, state: () => modules.states.get()['mfe-x']! };
}

describe('a late file that a server refuses', () => {
  it('is requested again, and the module runs again', async () => {
    const { opened, lose, settle, state } = await page(503, 503, 200);
    lose();
    expect(state()).toMatchObject({ phase: 'ready', generation: 1 });
    await settle();
    expect(opened).toEqual(['1.0.0', '1.0.0']);
    expect(state()).toMatchObject({ phase: 'ready', failures: 0 });
  });

  it('opens the module once for several pieces that lose it', async () => {
    const { opened, lose, settle } = await page(503, 200);
    lose();
    lose('other.js');
    await settle();
    expect(opened).toHaveLength(2);
  });

  it('shows the tile while the server goes on refusing', async () => {
    const { opened, lose, settle, state } = await page(503);
    lose();
    await settle();
    expect(opened).toHaveLength(1);
    expect(state()).toMatchObject({ phase: 'failed', error: { code: 'MODULE_NOT_FOUND' } });
  });

  it('shows the tile when the module loses the same file again', async () => {
    const { lose, settle, state } = await page(200);
    lose();
    await settle();
    lose();
    await settle();
    expect(state()).toMatchObject({ phase: 'failed', failures: 1 });
  });

  it('shows the tile at once when the file does not exist', async () => {
    const { opened, lose, state } = await page(404);
    lose();
    await jest.advanceTimersByTimeAsync(0);
    expect([opened.length, state().phase]).toEqual([1, 'failed']);
  });
});
