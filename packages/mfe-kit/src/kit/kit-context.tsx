import { createContext, type ReactNode, useContext } from 'react';
import type { Kit } from './kit';

export type * from './kit';

const KitContext = createContext<{ kit: Kit; module: string } | null>(null);

/** Provides the kit to the components of one module. */
export function KitProvider({ kit, module, children }: { kit: Kit; module: string; children: ReactNode }) {
  return <KitContext value={{ kit, module }}>{children}</KitContext>;
}

function useKitContext() {
  const context = useContext(KitContext);
  if (!context) throw new Error('this component is outside the shell: render it in a TestHost or a module');
  return context;
}

/** The shell's services. */
export const useKit = (): Kit => useKitContext().kit;

/** The id of the module this component belongs to, e.g. `mfe-chats`: its namespace in texts and stored keys. */
export const useModuleId = (): string => useKitContext().module;
