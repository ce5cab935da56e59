import { expect, it } from '@jest/globals';
import type { ManifestData } from '@paddock/contract/core/manifest';
import { defineMfe } from '@paddock/mfe-kit/define-mfe';
import { changeLanguage, useText } from '@paddock/mfe-kit/i18n';
import { TestHost, testKit } from '@paddock/mfe-kit/test-host';
import { act, render, screen } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { ModuleHost } from './module-host';
import { createModules } from './modules';

const Hello = () => <h1>{useText()('hello')}</h1>;

it('renders its module again when only the language changes', async () => {
  const listed = { id: 'mfe-x', version: '1.0.0', base: '/mfe-x/1.0.0/' };
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
