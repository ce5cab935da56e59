/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { MfeLifecycles } from '@paddock/mfe-kit/define-mfe';
import type { Connection, Kit } from '@paddock/mfe-kit/kit-context';
import { createStore } from '@paddock/mfe-kit/store';
import { ModuleError } from './module-error';
import { createModules } from './modules';

const release = (version: string) => ({ version, base: `/mfe-x/${version}/` });
const bootWith = (...modules: object[]) => ({ modules }) as unknown as Boot;

/** Modules whose versions load unless listed as broken. */
function host({ fallback = true, refresh = (): void => undefined } = {}) {
  const broken = new Map<string, ModuleError['code']>();
  const refused = new Set<string>();
  const tried: string[] = [];
  const deployment = createStore(
    bootWith({ id: 'mfe-x', ...release('2.0.0'), ...(fallback && { fallback: release('1.0.0') }) }),
  );
  const modules = createModules({
    deployment,
    refresh: () => Promise.resolve().then(refresh),
    load: async ({ id, version }, reload) => {
      tried.push(reload ? `${version} reloaded` : version);
      const code = broken.get(version);
      if (refused.has(version)) throw new ModuleError('MODULE_NOT_FOUND', id, version, undefined, true);
      if (code) throw new ModuleError(code, id, version);
      return { hasBackground: false } as MfeLifecycles;
    },
  });
  const state = () => modules.states.get()['mfe-x'];
  return { modules, broken, refused, tried, deployment, state };
}

describe(createModules, () => {
  it('loads a module once', async () => {
    const { modules, tried } = host();
    await Promise.all([modules.load('mfe-x'), modules.load('mfe-x')]);
    expect(tried).toEqual(['2.0.0']);
  });

  it('falls back to the previous version and reports the reason', async () => {
    const { modules, broken, state } = host();
    broken.set('2.0.0', 'MODULE_INTEGRITY');
    expect((await modules.load('mfe-x')).release.version).toBe('1.0.0');
    expect(state()).toMatchObject({ phase: 'ready', fellBackFrom: '2.0.0', error: { code: 'MODULE_INTEGRITY' } });
  });

  it('offers a temporarily refused version again, while the previous one is on the page', async () => {
    const { modules, refused, state } = host();
    refused.add('2.0.0');
    expect((await modules.load('mfe-x')).release.version).toBe('1.0.0');
    expect(state()).toMatchObject({ phase: 'ready', version: '1.0.0', offered: '2.0.0', fellBackFrom: undefined });
    refused.clear();
    expect(await modules.update('mfe-x')).toBe(true);
    expect(state()).toMatchObject({ phase: 'ready', version: '2.0.0', offered: undefined });
  });

  it('loads the previous version once for concurrent and later callers', async () => {
    const { modules, broken, tried } = host();
    broken.set('2.0.0', 'MODULE_EVALUATION');
    const first = modules.load('mfe-x');
    await Promise.resolve();
    await Promise.resolve();
    await Promise.all([first, modules.load('mfe-x')]);
    await modules.load('mfe-x');
    expect(tried).toEqual(['2.0.0', '1.0.0']);
  });

  it('loads again for the next caller when no file could be loaded', async () => {
    const { modules, broken, tried } = host({ fallback: false });
    broken.set('2.0.0', 'MODULE_NOT_FOUND');
    await modules.load('mfe-x').catch(() => undefined);
    broken.clear();
    await modules.load('mfe-x');
    expect(tried).toEqual(['2.0.0', '2.0.0']);
  });

  it('fails with the first error when both versions fail', async () => {
    const { modules, broken, state } = host();
    broken.set('2.0.0', 'MODULE_TIMEOUT').set('1.0.0', 'MODULE_NOT_FOUND');
    await expect(modules.load('mfe-x')).rejects.toMatchObject({ code: 'MODULE_TIMEOUT', version: '2.0.0' });
    expect(state()).toMatchObject({ phase: 'failed', version: '2.0.0', failures: 2 });
  });

  it('refuses a module that the boot reply does not list', () =>
    expect(host().modules.load('mfe-y')).rejects.toMatchObject({ code: 'MODULE_UNLISTED', module: 'mfe-y' }));

  it('loads a fixed module on Retry, bypassing the cache', async () => {
    const { modules, broken, tried, state } = host({ fallback: false });
    broken.set('2.0.0', 'MODULE_NOT_FOUND');
    await modules.load('mfe-x').catch(() => undefined);
    broken.clear();
    await modules.retry('mfe-x');
    expect(tried).toEqual(['2.0.0', '2.0.0 reloaded']);
    expect(state()).toMatchObject({ phase: 'ready', generation: 1 });
  });

  it('tries the current version again on Retry after a fall-back', async () => {
    const { modules, broken, state } = host();
    broken.set('2.0.0', 'MODULE_NOT_FOUND');
    await modules.load('mfe-x');
    broken.clear();
    await modules.retry('mfe-x');
    expect(state()).toMatchObject({ version: '2.0.0', fellBackFrom: undefined, error: undefined });
  });

  it('loads the version of a new boot reply once on Retry, together with the page that shows it', async () => {
    const { modules, broken, tried, deployment, state } = host({ fallback: false, refresh: () => mend() });
    const mend = () => deployment.set(bootWith({ id: 'mfe-x', ...release('2.0.1') }));
    broken.set('2.0.0', 'CONTRACT_MISMATCH');
    await modules.load('mfe-x').catch(() => undefined);
    // Like a page, which renders again before Retry continues.
    modules.states.subscribe(() => void (state()?.phase === 'idle' && modules.load('mfe-x')));
    await Promise.all([modules.retry('mfe-x'), modules.retry('mfe-x')]);
    expect(tried).toEqual(['2.0.0', '2.0.1']);
    expect(state()).toMatchObject({ phase: 'ready', version: '2.0.1' });
  });

  it('falls back when the first mount throws', async () => {
    const { modules, state } = host();
    await modules.load('mfe-x');
    modules.threw('mfe-x', 'MODULE_MOUNT', new Error('planted'));
    expect(state()).toMatchObject({ generation: 1, error: { code: 'MODULE_MOUNT' } });
    expect((await modules.load('mfe-x')).release.version).toBe('1.0.0');
  });

  it('shows the tile when the previous version throws while mounting, too', async () => {
    const { modules, state } = host();
    await modules.load('mfe-x');
    modules.threw('mfe-x', 'MODULE_MOUNT', new Error('planted'));
    await modules.load('mfe-x');
    modules.threw('mfe-x', 'MODULE_MOUNT', new Error('planted'));
    expect(state()).toMatchObject({ phase: 'failed', version: '1.0.0' });
  });

  it('shows the tile after a later crash, without a fall-back', async () => {
    const { modules, state } = host();
    await modules.load('mfe-x');
    modules.threw('mfe-x', 'MODULE_CRASHED', new Error('planted'));
    expect(state()).toMatchObject({ phase: 'failed', version: '2.0.0', error: { code: 'MODULE_CRASHED' } });
  });

  it('finds the module whose file threw an error', () => {
    const { modules } = host();
    expect(modules.ownerOf('at f (http://host/mfe-x/2.0.0/assets/a.js:1:1)')).toBe('mfe-x');
    expect(modules.ownerOf('at f (http://host/mfe-x/1.0.0/assets/a.js:1:1)')).toBe('mfe-x');
    expect(modules.ownerOf('at f (http://host/assets/core.js:1:1)')).toBeUndefined();
  });

  it('retries a failed module when the deployment names another version', async () => {
    const { modules, broken, deployment, state } = host({ fallback: false });
    broken.set('2.0.0', 'MODULE_EVALUATION');
    await modules.load('mfe-x').catch(() => undefined);
    deployment.set(bootWith({ id: 'mfe-x', ...release('2.0.1') }));
    expect(state()).toMatchObject({ phase: 'idle', version: '2.0.1' });
    expect((await modules.load('mfe-x')).release.version).toBe('2.0.1');
  });

  it('loads what an outage kept away when the connection returns, and prefers the present version', async () => {
    const { modules, broken, tried, deployment, state } = host();
    const connection = createStore<Connection>('live');
    const api = { send: async () => undefined };
    modules.provide({ api, realtime: { connection } } as unknown as Kit);
    broken.set('2.0.0', 'MODULE_NOT_FOUND').set('1.0.0', 'MODULE_TIMEOUT');
    await modules.load('mfe-x').catch(() => undefined);
    connection.set('offline');
    broken.clear();
    connection.set('polling');
    expect(state()).toMatchObject({ phase: 'loading' });
    await modules.load('mfe-x');
    connection.set('live');
    expect(tried).toEqual(['2.0.0', '1.0.0', '2.0.0']);
    expect(state()).toMatchObject({ phase: 'ready', version: '2.0.0', error: undefined });
    // A rollback to the version that the outage kept away is offered like another one.
    deployment.set(bootWith({ id: 'mfe-x', ...release('2.1.0') }));
    await modules.update('mfe-x');
    deployment.set(bootWith({ id: 'mfe-x', ...release('2.0.0') }));
    expect(state()).toMatchObject({ version: '2.1.0', offered: '2.0.0' });
  });

  it('leaves a faulty module to its Retry when the connection returns', async () => {
    const { modules, broken, tried } = host({ fallback: false });
    const connection = createStore<Connection>('offline');
    const api = { send: async () => undefined };
    modules.provide({ api, realtime: { connection } } as unknown as Kit);
    broken.set('2.0.0', 'MODULE_INTEGRITY');
    await modules.load('mfe-x').catch(() => undefined);
    connection.set('live');
    expect(tried).toEqual(['2.0.0']);
  });

  it('reports once that the present release works, unless the server knows or no member is signed in', async () => {
    const { modules, deployment } = host();
    const sent: unknown[] = [];
    let token: string | null = null;
    modules.provide({
      api: { send: async (_: unknown, facts: unknown) => void sent.push(facts) },
      session: { get: () => ({ token }) },
      realtime: { connection: createStore<Connection>('live') },
    } as unknown as Kit);
    const { release: present } = await modules.load('mfe-x');
    modules.mounted(present);
    token = 'a session';
    modules.mounted({ ...present, version: '1.0.0' });
    expect(sent).toEqual([]);
    modules.mounted(present);
    modules.mounted(present);
    expect(sent).toEqual([{ type: 'module_mounted', module: 'mfe-x', version: '2.0.0' }]);

    deployment.set(bootWith({ id: 'mfe-y', ...release('2.0.0'), proven: true }));
    modules.mounted({ ...present, id: 'mfe-y' });
    expect(sent).toHaveLength(1);
  });
});
