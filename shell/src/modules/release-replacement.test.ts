/** @jest-environment node */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { MfeLifecycles } from '@paddock/mfe-kit/define-mfe';
import { createStore } from '@paddock/mfe-kit/store';
import { ModuleError } from './module-error';
import { createModules } from './modules';
import { createReplacement } from './release-replacement';

const listed = (version: string) => ({ id: 'mfe-x', version, base: `/mfe-x/${version}/` });
const bootWith = (version: string, recalled?: string, fallback?: string) =>
  ({
    modules: [{ ...listed(version), ...(fallback && { fallback: listed(fallback) }) }],
    ...(recalled && { recalled: [`mfe-x@${recalled}`] }),
  }) as unknown as Boot;

/** Loads that wait until the test lets them end; those of `broken` versions fail. */
let broken: Map<string, ModuleError['code']>;
let held: (() => void)[] | undefined;
let loads: string[];
const settled = () => new Promise((resolve) => setTimeout(resolve));

async function page(version = '1.0.0') {
  const deployment = createStore(bootWith(version));
  const modules = createModules({
    deployment,
    refresh: async () => undefined,
    load: async (release) => {
      loads.push(release.version);
      if (held) await new Promise<void>((resolve) => held!.push(resolve));
      const code = broken.get(release.version);
      if (code) throw new ModuleError(code, release.id, release.version);
      return { hasBackground: false } as MfeLifecycles;
    },
  });
  await modules.load('mfe-x');
  const state = () => modules.states.get()['mfe-x']!;
  const shown = async () => (await modules.load('mfe-x')).release.version;
  return { deployment, modules, state, shown };
}

beforeEach(() => {
  broken = new Map();
  held = undefined;
  loads = [];
});

describe(createReplacement, () => {
  it('offers a new version and keeps the present one until the member agrees', async () => {
    const { deployment, modules, state, shown } = await page();
    deployment.set(bootWith('1.1.0'));
    await settled();
    expect(state()).toMatchObject({ phase: 'ready', version: '1.0.0', offered: '1.1.0', generation: 0 });
    expect(await shown()).toBe('1.0.0');
    expect(loads).toEqual(['1.0.0']);
    expect(modules.running()).toEqual(['mfe-x@1.0.0']);

    expect(await modules.update('mfe-x')).toBe(true);
    expect(state()).toMatchObject({ phase: 'ready', version: '1.1.0', offered: undefined, generation: 1 });
    expect(await shown()).toBe('1.1.0');
    expect(modules.running()).toEqual(['mfe-x@1.1.0']);
  });

  it('shows a prepared version at the next opening of the tab, and no other', async () => {
    const { deployment, modules, state } = await page();
    deployment.set(bootWith('1.1.0'));
    expect((await modules.open('mfe-x')).release.version).toBe('1.0.0');
    await modules.prepare('mfe-x');
    expect(state()).toMatchObject({ version: '1.0.0', offered: '1.1.0' });
    expect((await modules.open('mfe-x')).release.version).toBe('1.1.0');
    expect(loads).toEqual(['1.0.0', '1.1.0']);
  });

  it('replaces a recalled version at once, with the code that already runs', async () => {
    const { deployment, modules, state, shown } = await page();
    deployment.set(bootWith('1.1.0'));
    await modules.update('mfe-x');
    deployment.set(bootWith('1.0.0', '1.1.0'));
    await settled();
    expect(state()).toMatchObject({ phase: 'ready', version: '1.0.0', offered: undefined, generation: 2 });
    expect(await shown()).toBe('1.0.0');
    expect(loads).toEqual(['1.0.0', '1.1.0']);
  });

  it('says what is recalled and what replaces it while that loads', async () => {
    const { deployment, state } = await page('1.1.0');
    held = [];
    deployment.set(bootWith('1.0.0', '1.1.0'));
    await settled();
    expect(state()).toMatchObject({ phase: 'ready', version: '1.1.0', offered: '1.0.0', isRecalled: true });
    held.forEach((end) => end());
    await settled();
    expect(state()).toMatchObject({ phase: 'ready', version: '1.0.0', isRecalled: undefined, generation: 1 });
  });

  it('shows the tile, and never the recalled version, when nothing else loads', async () => {
    const { deployment, state } = await page('1.1.0');
    broken.set('1.0.0', 'MODULE_NOT_FOUND');
    deployment.set(bootWith('1.0.0', '1.1.0'));
    await settled();
    expect(state()).toMatchObject({ phase: 'failed', version: '1.0.0', error: { code: 'MODULE_NOT_FOUND' } });
  });

  it('keeps offering a version whose files are out of reach', async () => {
    const { deployment, modules, state } = await page();
    broken.set('1.1.0', 'MODULE_TIMEOUT');
    deployment.set(bootWith('1.1.0'));
    expect(await modules.update('mfe-x')).toBe(false);
    expect(state()).toMatchObject({ phase: 'ready', version: '1.0.0', offered: '1.1.0' });
    broken.clear();
    expect(await modules.update('mfe-x')).toBe(true);
  });

  it('no longer offers a faulty version, which the page names as failed', async () => {
    const { deployment, modules, state } = await page();
    broken.set('1.1.0', 'MODULE_INTEGRITY');
    deployment.set(bootWith('1.1.0'));
    expect(await modules.update('mfe-x')).toBe(false);
    expect(state()).toMatchObject({ phase: 'ready', version: '1.0.0', offered: undefined, fellBackFrom: '1.1.0' });
    deployment.set(bootWith('1.0.0'));
    expect(state()).toMatchObject({ version: '1.0.0', fellBackFrom: undefined, error: undefined });
  });

  it('replaces a version that crashes while another one is offered', async () => {
    const { deployment, modules, state } = await page();
    deployment.set(bootWith('1.1.0'));
    modules.threw('mfe-x', 'MODULE_CRASHED', new Error('planted'));
    await settled();
    expect(state()).toMatchObject({ phase: 'ready', version: '1.1.0', generation: 1 });
  });

  it('returns to the former version, without loading it again, when the new one does not mount', async () => {
    const { deployment, modules, state, shown } = await page();
    deployment.set(bootWith('1.1.0', undefined, '1.0.0'));
    await modules.update('mfe-x');
    modules.threw('mfe-x', 'MODULE_MOUNT', new Error('planted'));
    expect(await shown()).toBe('1.0.0');
    expect(state()).toMatchObject({ phase: 'ready', fellBackFrom: '1.1.0', offered: undefined });
    expect(loads).toEqual(['1.0.0', '1.1.0']);
  });

  it('drops an update that is recalled while it loads', async () => {
    const { deployment, modules, state } = await page();
    held = [];
    deployment.set(bootWith('1.1.0'));
    const update = modules.update('mfe-x');
    deployment.set(bootWith('1.0.0'));
    held.forEach((end) => end());
    expect(await update).toBe(false);
    expect(state()).toMatchObject({ version: '1.0.0', offered: undefined, generation: 0 });
  });

  it('follows a change that arrives while a version loads', async () => {
    held = [];
    const opened = page();
    await settled();
    held.forEach((end) => end());
    const { deployment, modules, state } = await opened;
    modules.threw('mfe-x', 'MODULE_CRASHED', new Error('planted'));
    held = [];
    const again = modules.load('mfe-x');
    deployment.set(bootWith('0.9.0', '1.0.0'));
    held.forEach((end) => end());
    held = undefined;
    await again;
    await settled();
    expect(state()).toMatchObject({ phase: 'ready', version: '0.9.0' });
  });

  it.each([
    ['the tile without another fall-back', undefined, { phase: 'failed', version: '1.0.0' }],
    ['another fall-back', '0.9.0', { phase: 'ready', version: '0.9.0', fellBackFrom: '1.0.0' }],
  ])('shows %s once the fall-back of a failed version is recalled', async (_what, fallback, expected) => {
    broken.set('1.0.0', 'MODULE_EVALUATION');
    const { deployment, state } = await page('1.1.0');
    deployment.set(bootWith('1.0.0', '1.1.0', '1.1.0'));
    await settled();
    expect(state()).toMatchObject({ version: '1.1.0', fellBackFrom: '1.0.0' });
    deployment.set(bootWith('1.0.0', '1.1.0', fallback));
    await settled();
    expect(state()).toMatchObject(expected);
  });

  // The services never name a recalled release as fall-back; this bounds the damage of one that does.
  it('stops after one replacement when the fall-back is the recalled version itself', async () => {
    const { deployment, state } = await page('1.1.0');
    broken.set('1.0.0', 'MODULE_EVALUATION');
    deployment.set(bootWith('1.0.0', '1.1.0', '1.1.0'));
    await settled();
    expect(state()).toMatchObject({ phase: 'ready', version: '1.1.0', fellBackFrom: '1.0.0', generation: 1 });
  });
});
