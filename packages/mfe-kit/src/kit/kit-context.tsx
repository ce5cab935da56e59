import type { Boot } from '@paddock/contract/calls/boot';
import type {
  ClientEvent,
  ClientEventPayload,
  ServerEvent,
  ServerEventPayload,
} from '@paddock/contract/calls/realtime';
import type { Self } from '@paddock/contract/calls/users';
import type { Call, CallInput, CallReply } from '@paddock/contract/core/call';
import type { LinkId, SlotId, Slots } from '@paddock/contract/core/links';
import type { TabKey } from '@paddock/contract/core/tabs';
import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { Appearance } from './appearance';
import type { Platform } from './platform';
import type { Store } from './store';
import type { PendingFile, Uploads } from './uploads';

export type { Attachment, Attachments, FileFault, PendingFile } from './uploads';

/** The services that the shell provides to modules, made once by `createKit`. Screens use the hooks instead. */
export interface Kit {
  /** The current boot reply; changes with the deployment's configuration. */
  deployment: Store<Boot>;
  session: SessionService;
  /** Read by `useEntry`; `{ token }` set here signs in like landing's `?token=`. */
  entry: Store<EntryParameters>;
  signOut(): Promise<void>;
  api: Api;
  queryClient: QueryClient;
  realtime: Realtime;
  outbox: Outbox;
  /** The member's uploads; their code loads with the first call. Rejects when it cannot be loaded. */
  uploads: () => Promise<Uploads>;
  navigation: Navigation;
  i18n: Texts;
  slots: SlotService;
  badges: Badges;
  platform: Platform;
  appearance: Store<Appearance>;
  /** Stores drafts and unsent items. A module reads every key, and writes those that begin with its id. */
  storage: Storage;
  /** @throws {Error} for a link that the module's manifest does not declare */
  permitLink(link: LinkId): void;
  /** @throws {Error} for a database in IndexedDB whose name does not begin with the module's id */
  permitDatabase(name: string): void;
}

export interface SessionState {
  token: string | null;
  user: Self | null;
  /** The chosen workplace's id; '' is the default (no workplace) option. */
  workplace: string;
}

export interface SessionService extends Store<SessionState> {
  /** Starts a session; drops everything cached for the previous one. */
  signIn(token: string, user: Self): void;
  /** Updates the signed-in member's record; ignores another member's. */
  update(user: Self): void;
  /** Removes the session from this browser; `useSession().signOut` also ends it on the server. */
  forget(): void;
  switchWorkplace(id: string): void;
}

/**
 * URL parameters of this visit that must not stay in the URL. The shell removes them before it loads anything, and keeps them in
 * memory.
 */
export interface EntryParameters {
  /** Landing's `?token=`, which the shell exchanges for a session. */
  token?: string;
  /** The authorization code of a provider's redirect to `/loading`, with the `state` of the request. */
  code?: string;
  state?: string;
  /** The provider that redirects (RFC 9207). */
  iss?: string;
  /** From a provider that returns no `code`, in query or fragment. */
  id_token?: string;
  /** The provider's error code, e.g. `access_denied`. */
  error?: string;
  /** The workplace that a link names; '' is the default one. */
  workplace?: string;
}

/** The part of a call needed to send it; small enough to store (see {@link Outbox}). */
export type CallAddress = Pick<Call, 'name' | 'method' | 'path'> & Partial<Pick<Call, 'inBody' | 'permission'>>;

export interface CallOptions {
  /** Aborts the call; its promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** The file of a call that declares one, sent under its declared field. */
  file?: File;
  /** Receives the sent part of the file, 0 to 1. The upload has no time limit while bytes flow. */
  onProgress?: (sent: number) => void;
  /** Where an interrupted upload of a large file continues; `onAddress` receives the address of a new one. */
  resume?: { address: string | undefined; onAddress: (address: string) => void };
}

export interface Api {
  /**
   * Makes a call as the contract declares it.
   * @throws {ApiError} for every error reply, and for no reply
   */
  call<C extends Call>(call: C, input: CallInput<C>, options?: CallOptions): Promise<CallReply<C>>;
  /** Makes a call of which only the address is known. */
  send(address: CallAddress, input: Record<string, unknown>, options?: CallOptions): Promise<unknown>;
}

/**
 * `live`: events arrive. `polling`: no socket, lists poll every 6 s. `offline`: the device has no network. `unreachable`: it has
 * one, but the server does not reply.
 */
export type Connection = 'live' | 'polling' | 'offline' | 'unreachable';

export interface Realtime {
  connection: Store<Connection>;
  on<E extends ServerEvent>(event: E, listener: (payload: ServerEventPayload<E>) => void): () => void;
  /** Sends an event; drops it without a socket, because every event sent here (typing) is stale a second later. */
  emit<E extends ClientEvent>(event: E, payload: ClientEventPayload<E>): void;
  /** The API client reports whether a call got a reply. */
  heard(answered: boolean): void;
  /** A list reports that it shows its rows: the socket no longer delays the first screen. */
  shown(): void;
}

/** A create that the server has not confirmed. */
export interface OutboxItem<Input = Record<string, unknown>> {
  /** Makes the create idempotent: the server returns the first reply to a resend. */
  client_id: string;
  module: string;
  /** The member and workplace that wrote the item; it is sent only in their session. */
  owner: string;
  call: CallAddress;
  input: Input;
  /** Files to upload before it is sent; their addresses become its `image_urls` and `files`. */
  files?: readonly PendingFile[];
  /** The uploaded part of the files in percent, 0 to 99, while they are uploaded. */
  percent?: number | undefined;
  /** Items of the same queue are sent in the order they were written. */
  queue?: string;
  created: string;
  /** `waiting`: no reply, retried automatically. `failed`: the server refused it, the member decides. */
  status: 'sending' | 'waiting' | 'failed';
  /** The error of a failed item. */
  error?: { code: string; message: string };
  /** Names of the calls to refetch once the item is sent. */
  invalidates: readonly string[];
}

export interface Outbox {
  items: Store<readonly OutboxItem[]>;
  add(item: Pick<OutboxItem, 'module' | 'call' | 'input' | 'invalidates' | 'files' | 'queue'>): OutboxItem;
  retry(clientId: string): void;
  discard(clientId: string): void;
  /** Calls the listener for each sent item. */
  onSent(listener: (item: OutboxItem, reply: unknown) => void): () => void;
}

/** Navigates to addresses below the hash: `/main/chats`. Modules write their own; `useHref` gives those of other modules. */
export interface Navigation {
  go(address: string, options?: { replace?: boolean }): void;
  /** Goes one step back in this visit's stack of at most 10 (A §2); from its end to `parent`, by default the start page. */
  back(parent?: string): void;
}

/** Texts of one language: nested objects; plurals by `_one`, `_other` … */
export type Messages = { readonly [key: string]: string | Messages };

/** Returns the text of a key: `t('members', { count: 3 })`. Formats `count` for the text's language. */
export type Text = (key: string, values?: Record<string, unknown>) => string;

/**
 * The texts of every module and the current language. The subset of i18next's API in use, under its names. A namespace is a
 * module and its version (`mfe-chats@1.4.0`: two versions can run in one page), or that of a feature with texts of its own
 * (`mfe-chats@1.4.0/groups`), which the module's text function finds too.
 */
export interface Texts {
  readonly language: string;
  /** The texts of a namespace; the same function until its texts or the language change. */
  getFixedT(language: null, namespace: string): Text;
  hasResourceBundle(language: string, namespace: string): boolean;
  addResourceBundle(language: string, namespace: string, messages: Messages): void;
  changeLanguage(language: string): void;
  /**
   * Calls the listener when the language or the texts change.
   * @returns the unsubscribe function
   */
  subscribe(listener: () => void): () => void;
}

/** Fills slots: the shell mounts the offering module's component as a separate parcel. */
export interface SlotService {
  /** The id of the module that offers a slot in this deployment. */
  offeredBy(slot: SlotId): string | undefined;
  /** Loads and mounts the slot's component; shows the slim error tile on failure. */
  Host: ComponentType<{ module: string; slot: SlotId; slotProps: Slots[SlotId] }>;
}

/** The badge counts of tab bar, rail and menu. */
export type Badges = Store<Partial<Record<TabKey, number>>>;

const KitContext = createContext<{ kit: Kit; module: string; texts: string } | null>(null);

/** Provides the kit to the components of one module; `texts` is the namespace of its texts (default: its id). */
export function KitProvider(props: { kit: Kit; module: string; texts?: string; children: ReactNode }) {
  const { kit, module, texts = module, children } = props;
  return <KitContext value={{ kit, module, texts }}>{children}</KitContext>;
}

function useKitContext() {
  const context = useContext(KitContext);
  if (!context) throw new Error('this component is outside the shell: render it in a TestHost or a module');
  return context;
}

/** The shell's services. */
export const useKit = (): Kit => useKitContext().kit;

/** The id of the module this component belongs to, e.g. `mfe-chats`: its namespace in stored keys. */
export const useModuleId = (): string => useKitContext().module;

/** The namespace of the texts of the module this component belongs to, e.g. `mfe-chats@1.4.0`. */
export const useTextNamespace = (): string => useKitContext().texts;
