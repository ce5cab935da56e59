import { expect, it } from '@jest/globals';
import type { MfeLifecycles } from '@paddock/mfe-kit/define-mfe';
import { testKit } from '@paddock/mfe-kit/test-host';
import { waitFor } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { createModules } from './modules';
import { preloadWhenIdle } from './preload';

const listed = (id: string) => ({ id, version: '1.0.0', base: `/${id}/1.0.0/`, manifest: { links: {}, tabs: [] } });

it('waits for the connection between two modules', async () => {
  const boot = { modules: [listed('mfe-x'), listed('mfe-y')] as never };
  const kit = await testKit({ module: 'shell', messages: en, boot });
  const asked: string[] = [];
  const modules = createModules({
    deployment: kit.deployment,
    refresh: async () => undefined,
    async load({ id }) {
      asked.push(id);
      kit.realtime.connection.set('offline');
      return { hasBackground: false } as MfeLifecycles;
    },
  });
  modules.provide(kit);
  Object.assign(window, { PerformanceObserver: { supportedEntryTypes: [] } });
  let idles = 0;
  Object.assign(window, { requestIdleCallback: (then: () => void) => void (idles++, setTimeout(then)) });
  const stop = preloadWhenIdle(modules, kit.deployment.get(), async () => undefined);
  // At first and before each module.
  await waitFor(() => expect(idles).toBe(3), { timeout: 5000 });
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toEqual(['mfe-x']);
  kit.realtime.connection.set('polling');
  await waitFor(() => expect(asked).toEqual(['mfe-x', 'mfe-y']));
  stop();
  Reflect.deleteProperty(window, 'requestIdleCallback');
});
