import { bootReply, type Boot } from '@paddock/contract/calls/boot';
import { contractVersion } from '@paddock/contract/core/contract-version';
import type { Self } from '@paddock/contract/calls/users';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { createKit } from '../src/host/create-kit';
import { addMessages, createI18n } from '../src/i18n/i18n';
import { KitProvider, type Kit, type Messages } from '../src/kit/kit-context';
import { createStore } from '../src/kit/store';
import type { Platform } from '../src/kit/platform';
import type { RealtimeSettings } from '../src/realtime/realtime';

export interface TestKitOptions {
  /** The module under test and its English texts; a missing key throws. */
  module: string;
  messages: Messages;
  /** The network: requests to the test's services at `apiBase`, or a function that returns replies. */
  fetch?: typeof fetch;
  apiBase?: string;
  /** Changes to a minimal deployment. */
  boot?: Partial<Boot>;
  flags?: Partial<Boot['flags']>;
  /** The signed-in member; default: a visitor. */
  user?: Self;
  storage?: Storage;
  /** A recording device (`createRecordingPlatform`); default: the test's browser. */
  platform?: Platform;
  /** Connects the socket of a signed-in member; default: never connects. */
  connect?: RealtimeSettings['connect'];
}

/** The real kit for a test: real query client, API client, outbox and texts. Only the network and the slots are replaced. */
export async function testKit(options: TestKitOptions): Promise<Kit> {
  const { module, messages, boot, flags, user, storage = window.localStorage } = options;
  const { connect = () => new Promise(() => undefined) } = options;
  const plain = bootReply.parse({
    community: { id: 'test', title: 'Test' },
    revision: '1',
    contract_version: contractVersion,
    languages: ['en'],
    look: { accent: '#ff5b1f', theme: 'light' },
    flags: flags ?? {},
    tabs: [],
    modules: [],
    absent: [],
    workplaces: [],
    server_time: new Date().toISOString(),
    development: true,
  });
  const i18n = createI18n({ language: 'en', strict: true });
  await addMessages(i18n, module, { en: messages });
  if (user) storage.setItem('user', JSON.stringify({ ...user, token: 'test-token' }));
  return createKit({
    deployment: createStore<Boot>({ ...plain, ...boot }),
    i18n,
    storage,
    slots: { offeredBy: () => undefined, Host: () => null },
    startPage: () => '/',
    fetch: options.fetch,
    apiBase: options.apiBase,
    platform: options.platform,
    connect,
  });
}

/** Renders a screen as the shell would: `render(<TestHost kit={kit} module="mfe-chats"><ChatList /></TestHost>)`. */
export function TestHost({ kit, module, children }: { kit: Kit; module: string; children: ReactNode }) {
  return (
    <QueryClientProvider client={kit.queryClient}>
      <KitProvider kit={kit} module={module}>
        <Router hook={useHashLocation}>{children}</Router>
      </KitProvider>
    </QueryClientProvider>
  );
}
