import type { Boot } from '@paddock/contract/calls/boot';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import type { Api } from './api';
import type { Badges } from './badges';
import type { Entry } from './entry';
import type { Navigation } from './navigation';
import type { Outbox } from './outbox';
import type { Platform } from './platform';
import type { Realtime } from './realtime';
import type { SessionService } from './session';
import type { SlotService } from './slots';
import type { Store } from './store';
import type { Texts } from './texts';

/** Everything the shell gives to a module: one object, made once (`createKit`). Screens use the hooks, not this. */
export interface Kit {
  /** The boot answer in force; changes when the deployment's config does. */
  deployment: Store<Boot>;
  session: SessionService;
  /** Read by {@link useEntry}; `{ token }` set here signs in as landing's `?token=` does. */
  entry: Store<Entry>;
  signOut(): Promise<void>;
  api: Api;
  queryClient: QueryClient;
  realtime: Realtime;
  outbox: Outbox;
  navigation: Navigation;
  i18n: Texts;
  slots: SlotService;
  badges: Badges;
  platform: Platform;
  /** What drafts and unsent items are kept in. */
  storage: Storage;
}

const KitContext = createContext<{ kit: Kit; module: string } | null>(null);

/** Gives the kit to the components of one module. */
export function KitProvider({ kit, module, children }: { kit: Kit; module: string; children: ReactNode }) {
  return <KitContext value={{ kit, module }}>{children}</KitContext>;
}

function useKitContext() {
  const context = useContext(KitContext);
  if (!context) throw new Error('this component stands outside the shell: render it in a TestHost or a module');
  return context;
}

/** The shell's services. */
export const useKit = (): Kit => useKitContext().kit;

/** The id of the module this component belongs to, e.g. `mfe-chats`: its namespace in texts and stored keys. */
export const useModuleId = (): string => useKitContext().module;
