import type { Boot } from '@paddock/contract/calls/boot';
import { tabOfPage } from '@paddock/contract/core/pages';
import type { TabId } from '@paddock/contract/core/tabs';
import { isWorkplaceAdmin, type Self } from '@paddock/contract/calls/users';
import { workplaceOf } from '@paddock/contract/core/workplaces';
import { type SessionService, type SessionState, useKit, useTextNamespace } from '../kit/kit-context';
import { createStore, type Store, useStore } from '../kit/store';

/** The stored keys that the specification names (A §3); they belong to the shell. */
const userKey = 'user';
const workplaceKey = 'workplace';

/**
 * The session in the browser's storage, synchronized across windows. A signed-in member is always in one of their workplaces
 * ({@link workplaceOf}): the stored one or their first.
 */
export function createSession(storage: Storage, deployment: Store<Boot>): SessionService {
  const placed = (state: SessionState): SessionState => {
    if (!state.user) return state;
    const workplace = workplaceOf(state.user, state.workplace, deployment.get());
    if (workplace === state.workplace) return state;
    storage.setItem(workplaceKey, workplace);
    return { ...state, workplace };
  };
  const read = (): SessionState => {
    const { token = null, ...user } = parseStoredUser(storage.getItem(userKey));
    const workplace = storage.getItem(workplaceKey) ?? '';
    return placed({ token, user: token === null ? null : (user as unknown as Self), workplace });
  };
  const store = createStore(read());
  deployment.subscribe(() => store.set(placed));
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === userKey || event.key === workplaceKey || event.key === null) store.set(read());
  });
  return {
    ...store,
    signIn(token, user) {
      storage.setItem(userKey, JSON.stringify({ ...user, token }));
      store.set((now) => placed({ ...now, token, user }));
    },
    update(user) {
      const { token, user: known } = store.get();
      if (token === null || known?.id !== user.id || JSON.stringify(known) === JSON.stringify(user)) return;
      storage.setItem(userKey, JSON.stringify({ ...user, token }));
      store.set((now) => placed({ ...now, user }));
    },
    forget() {
      storage.removeItem(userKey);
      // The workplace stays: the next sign-in returns to it if it is still the member's.
      store.set(({ workplace }) => ({ token: null, user: null, workplace }));
    },
    switchWorkplace(id) {
      storage.setItem(workplaceKey, id);
      store.set((now) => ({ ...now, workplace: id }));
    },
  };
}

function parseStoredUser(text: string | null): { token?: string; [field: string]: unknown } {
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

/** The title of the member's workplace; undefined in the default one and while signed out. */
export function useWorkplaceTitle(): string | undefined {
  const { user, workplace, workplaces } = useSession();
  return user === null ? undefined : workplaces.find(({ id }) => id === workplace)?.title;
}

/** The version of the calling module's release that runs: the deployment's, or another one in a window that kept or replaced it. */
export const useModuleVersion = (): string => useTextNamespace().split('@')[1] ?? '';

/** The deployment's name for a tab, if any; the screen's heading uses it too. */
export function useTabTitle(tab: TabId): string | undefined {
  return useStore(useKit().deployment).tabs.find(({ id }) => id === tab)?.title;
}

/** The deployment's notices tab of a namespace, if any: its title, labels and namespace. */
export const useNoticesTab = (namespace: string): Boot['tabs'][number] | undefined =>
  tabOfPage(useStore(useKit().deployment), { page: { type: 'sponsor', namespace } });
