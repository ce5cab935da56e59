import type { Boot } from '@paddock/contract/calls/boot';
import type { TabId } from '@paddock/contract/core/tabs';
import { isWorkplaceAdmin, type Self } from '@paddock/contract/calls/users';
import { type SessionService, type SessionState, useKit, useModuleId } from '../kit/kit-context';
import { createStore, useStore } from '../kit/store';

/** The stored keys that the specification names (A §3); they belong to the shell. */
const USER = 'user';
const WORKPLACE = 'workplace';

/** The session in the browser's storage, synchronized across windows. */
export function createSession(storage: Storage): SessionService {
  const read = (): SessionState => {
    const { token = null, ...user } = parsed(storage.getItem(USER));
    const workplace = storage.getItem(WORKPLACE) ?? '';
    return token === null ? { token, user: null, workplace } : { token, user: user as unknown as Self, workplace };
  };
  const store = createStore(read());
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === USER || event.key === WORKPLACE || event.key === null) store.set(read());
  });
  return {
    ...store,
    signIn(token, user) {
      storage.setItem(USER, JSON.stringify({ ...user, token }));
      store.set((now) => ({ ...now, token, user }));
    },
    update(user) {
      const { token, user: known } = store.get();
      if (token === null || known?.id !== user.id || JSON.stringify(known) === JSON.stringify(user)) return;
      storage.setItem(USER, JSON.stringify({ ...user, token }));
      store.set((now) => ({ ...now, user }));
    },
    forget() {
      storage.removeItem(USER);
      storage.removeItem(WORKPLACE);
      store.set({ token: null, user: null, workplace: '' });
    },
    switchWorkplace(id) {
      storage.setItem(WORKPLACE, id);
      store.set((now) => ({ ...now, workplace: id }));
    },
  };
}

function parsed(text: string | null): { token?: string; [field: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return Object(value) as { token?: string };
  } catch {
    return {};
  }
}

/** Member and deployment, as screens see them. */
export interface Session extends SessionState {
  community: Boot['community'];
  look: Boot['look'];
  flags: Boot['flags'];
  workplaces: Boot['workplaces'];
  /** The language in force, one of the deployment's. */
  language: string;
  /** A workplace admin of the current workplace, super admins included (A §6). */
  isAdmin: boolean;
  signIn: SessionService['signIn'];
  /** Stores the member's record from a reply: e-mail address verified, access granted. */
  updateUser: SessionService['update'];
  /** Ends the session here and on the server, and opens the landing page. */
  signOut(): Promise<void>;
  switchWorkplace: SessionService['switchWorkplace'];
}

/** Member, workplace, community and flags; rerenders on change. */
export function useSession(): Session {
  const { session, deployment, i18n, signOut } = useKit();
  const state = useStore(session);
  const { community, look, flags, workplaces } = useStore(deployment);
  return {
    ...state,
    community,
    look,
    flags,
    workplaces,
    language: i18n.language,
    isAdmin: state.user !== null && isWorkplaceAdmin(state.user, state.workplace),
    signIn: session.signIn,
    updateUser: session.update,
    signOut,
    switchWorkplace: session.switchWorkplace,
  };
}

/** The calling module's released version, from the boot table. */
export function useModuleVersion(): string {
  const id = useModuleId();
  return useStore(useKit().deployment).modules.find((module) => module.id === id)?.version ?? '';
}

/** The deployment's name for a tab, if any; the screen's heading uses it too. */
export function useTabTitle(tab: TabId): string | undefined {
  return useStore(useKit().deployment).tabs.find(({ id }) => id === tab)?.title;
}

/** The deployment's notices tab of a namespace, if any: its title, labels and namespace. */
export function useNoticesTab(namespace: string): Boot['tabs'][number] | undefined {
  const { tabs, flags } = useStore(useKit().deployment);
  return tabs.find((tab) => tab.id === 'notices' && (tab.namespace ?? flags.sponsors_tab.namespace) === namespace);
}
