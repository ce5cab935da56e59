import { expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { MfeLifecycles } from '@paddock/mfe-kit/define-mfe';
import { createStore } from '@paddock/mfe-kit/store';
import { watchForCrashes } from './crash-watch';
import { createModules } from './modules';

const bootWith = (version: string) =>
  ({ modules: [{ id: 'mfe-x', version, base: `/mfe-x/${version}/` }] }) as unknown as Boot;

it('shows the tile for a crash of the version on the page, and not for a timer of one that has left it', async () => {
  const deployment = createStore(bootWith('1.0.0'));
  const load = async () => ({ hasBackground: false }) as MfeLifecycles;
  const modules = createModules({ deployment, refresh: async () => undefined, load });
  watchForCrashes(modules);
  await modules.load('mfe-x');
  deployment.set(bootWith('1.1.0'));
  await modules.update('mfe-x');
  const crash = (version: string) =>
    window.dispatchEvent(
      new ErrorEvent('error', { error: new Error('planted'), filename: `http://host/mfe-x/${version}/assets/a.js` }),
    );
  crash('1.0.0');
  expect(modules.states.get()['mfe-x']).toMatchObject({ phase: 'ready', version: '1.1.0' });
  crash('1.1.0');
  expect(modules.states.get()['mfe-x']).toMatchObject({ phase: 'failed', version: '1.1.0' });
});

it('finds the module that threw among several in a stack', async () => {
  const boot = { modules: ['mfe-a', 'mfe-b'].map((id) => ({ id, version: '1.0.0', base: `/${id}/1.0.0/` })) };
  const load = async () => ({ hasBackground: false }) as MfeLifecycles;
  const deployment = createStore(boot as unknown as Boot);
  const modules = createModules({ deployment, refresh: async () => undefined, load });
  const stackOf = (...ids: string[]) => ids.map((id) => `at f (http://host/${id}/1.0.0/assets/a.js:1:1)`).join('\n');
  expect(modules.ownerOf(stackOf('mfe-b', 'mfe-a'))).toBe('mfe-b');
  expect(modules.ownerOf(stackOf('mfe-a', 'mfe-b'))).toBe('mfe-a');
  expect(modules.ownerOf('at f (http://host/assets/start.js:1:1)')).toBeUndefined();
});
