import { expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { ManifestData } from '@paddock/contract/core/manifest';
import { defineMfe } from '@paddock/mfe-kit/define-mfe';
import { changeLanguage, useText } from '@paddock/mfe-kit/i18n';
import { createStore } from '@paddock/mfe-kit/store';
import { TestHost, testKit } from '@paddock/mfe-kit/test-host';
import { act, fireEvent, render, screen } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { ModuleHost } from './module-host';
import { ModuleError } from './module-error';
import { createModules } from './modules';

const Hello = () => <h1>{useText()('hello')}</h1>;

it('renders its module again when only the language changes', async () => {
  const listed = { id: 'mfe-x', version: '1.0.0', base: '/mfe-x/1.0.0/', manifest: { links: {}, tabs: [] } };
  const kit = await testKit({ module: 'shell', messages: en, boot: { modules: [listed] as never } });
  const lifecycles = defineMfe({
    manifest: { id: 'mfe-x' } as ManifestData,
    screens: { '/': Hello },
    messages: { en: { hello: 'Good morning' }, ar: () => Promise.resolve({ default: { hello: 'صباح الخير' } }) },
  });
  const modules = createModules({
    deployment: kit.deployment,
    refresh: async () => undefined,
    load: async () => lifecycles,
  });
  modules.provide(kit);
  render(
    <TestHost kit={kit} module="shell">
      <ModuleHost modules={modules} module="mfe-x" view={{ kind: 'page' }} />
    </TestHost>,
  );
  await screen.findByRole('heading', { name: 'Good morning' });
  await act(() => changeLanguage(kit.i18n, 'ar', { en, ar: en }));
  await screen.findByRole('heading', { name: 'صباح الخير' });
  expect(screen.queryByText('Good morning')).toBeNull();
});

it('shows the texts of the version that runs, also after another version ran in the page', async () => {
  const listed = (version: string) => ({
    id: 'mfe-x',
    version,
    base: `/mfe-x/${version}/`,
    manifest: { links: {}, tabs: [] },
  });
  const kit = await testKit({ module: 'shell', messages: en, boot: { modules: [listed('1.0.0')] as never } });
  const lifecycles = (hello: string) =>
    defineMfe({
      manifest: { id: 'mfe-x' } as ManifestData,
      screens: { '/': Hello },
      messages: { en: { hello } },
    });
  const releases: Record<string, ReturnType<typeof lifecycles>> = {
    '1.0.0': lifecycles('Good morning'),
    '1.1.0': lifecycles('Good evening'),
  };
  for (const version of Object.keys(releases)) {
    const modules = createModules({
      deployment: createStore<Boot>({ ...kit.deployment.get(), modules: [listed(version)] as never }),
      refresh: async () => undefined,
      load: async (release) => releases[release.version]!,
    });
    modules.provide(kit);
    const { unmount } = render(
      <TestHost kit={kit} module="shell">
        <ModuleHost modules={modules} module="mfe-x" view={{ kind: 'page' }} />
      </TestHost>,
    );
    await screen.findByRole('heading', { name: version === '1.0.0' ? 'Good morning' : 'Good evening' });
    unmount();
  }
});

it('offers an update above the page and mounts it in place, with the focus on the page', async () => {
  const listed = (version: string) => ({
    id: 'mfe-x',
    version,
    base: `/mfe-x/${version}/`,
    manifest: { links: {}, tabs: [] },
  });
  const kit = await testKit({ module: 'shell', messages: en, boot: { modules: [listed('1.0.0')] as never } });
  const modules = createModules({
    deployment: kit.deployment,
    refresh: async () => undefined,
    load: async ({ version }) =>
      defineMfe({
        manifest: { id: 'mfe-x' } as ManifestData,
        screens: { '/': Hello },
        messages: { en: { hello: `Version ${version}` } },
      }),
  });
  modules.provide(kit);
  render(
    <TestHost kit={kit} module="shell">
      <main tabIndex={-1}>
        <ModuleHost modules={modules} module="mfe-x" view={{ kind: 'page' }} />
      </main>
    </TestHost>,
  );
  await screen.findByRole('heading', { name: 'Version 1.0.0' });
  expect(screen.queryByText('An update is ready')).toBeNull();
  act(() => kit.deployment.set({ ...kit.deployment.get(), modules: [listed('1.1.0')] as never }));
  const update = await screen.findByRole('button', { name: 'Update' });
  expect(screen.getByRole('heading', { name: 'Version 1.0.0' })).toBeTruthy();
  fireEvent.click(update);
  await screen.findByRole('heading', { name: 'Version 1.1.0' });
  expect(screen.queryByText('An update is ready')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('loads a page again that an outage kept away earlier, and shows the tile of a new failure', async () => {
  const listed = {
    id: 'mfe-x',
    version: '1.0.0',
    base: '/mfe-x/1.0.0/',
    manifest: { title: 'X', links: {}, tabs: [] },
  };
  // Without a reply to the report of the failure, the page would wait for the server.
  const fetch = async () => Response.json({});
  const kit = await testKit({ module: 'shell', messages: en, boot: { modules: [listed] as never }, fetch });
  let isOut = true;
  const lifecycles = defineMfe({
    manifest: { id: 'mfe-x' } as ManifestData,
    screens: { '/': Hello },
    messages: { en: { hello: 'Good morning' } },
  });
  const modules = createModules({
    deployment: kit.deployment,
    refresh: async () => undefined,
    load: async () => {
      if (isOut) throw new ModuleError('MODULE_NOT_FOUND', 'mfe-x', '1.0.0');
      return lifecycles;
    },
  });
  modules.provide(kit);
  const page = (
    <TestHost kit={kit} module="shell">
      <ModuleHost modules={modules} module="mfe-x" view={{ kind: 'page' }} />
    </TestHost>
  );
  await modules.prepare('mfe-x').catch(() => undefined);
  const { unmount } = render(page);
  await screen.findByRole('heading', { name: 'X did not load' });
  expect(modules.states.get()['mfe-x']?.failures).toBe(2);
  unmount();
  isOut = false;
  render(page);
  await screen.findByRole('heading', { name: 'Good morning' });
});
