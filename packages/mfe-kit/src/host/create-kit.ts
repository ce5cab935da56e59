import { logout } from '@paddock/contract/calls/account';
import type { Boot } from '@paddock/contract/calls/boot';
import { apiVersion } from '@paddock/contract/core/common-parameters';
import { minuteMs } from '@paddock/contract/core/durations';
import { createApi, type ApiSettings } from '../calls/api';
import type { ApiError } from '../kit/api-error';
import { deviceNow, learnServerTime, serverNow } from '../kit/clock';
import { createAppearance } from '../kit/appearance';
import { heldStorage } from '../kit/held-storage';
import { createBadges } from './badges';
import { deviceFacts } from '../platform/device-facts';
import { databaseOf, forgetDrafts } from '../session/drafts';
import { createNavigation } from '../navigation/navigation';
import { createOutbox } from '../calls/outbox';
import { createQueryClient } from '../calls/queries';
import { createRealtime, type RealtimeSettings } from '../realtime/realtime';
import { createSession } from '../session/session';
import { createStore, type Store } from '../kit/store';
import { createWebPlatform } from '../platform/web-platform';
import type { CallAddress, EntryParameters, Kit, SlotService, Texts } from '../kit/kit-context';
import type { Platform } from '../kit/platform';
import type { Uploads } from '../kit/uploads';

export interface KitSettings {
  deployment: Store<Boot>;
  i18n: Texts;
  storage: Storage;
  slots: SlotService;
  /** The first page of a member, and where Back ends. */
  startPage: () => string;
  /** Called for every failed call before its caller: the shell's global error handling (A §8). */
  onRefused?: (error: ApiError, address: CallAddress) => void;
  fetch?: ApiSettings['fetch'];
  apiBase?: string;
  connect?: RealtimeSettings['connect'];
  /** Default: the browser. */
  platform?: Platform;
  /** The URL parameters that the shell removed. */
  entry?: EntryParameters;
}

/** Milliseconds. */
const healthTimeoutMs = 3000;

/** Creates the shell's services and connects them. The shell has one kit; each test creates its own. */
export function createKit(settings: KitSettings): Kit {
  const { deployment, i18n, slots } = settings;
  const storage = heldStorage(settings.storage);
  const session = createSession(storage, deployment);
  const queryClient = createQueryClient();
  const api = createApi({
    base: () => settings.apiBase ?? deployment.get().flags.api_base,
    token: () => session.get().token,
    common: () => ({
      workplace: session.get().workplace || undefined,
      preferred_lang: i18n.language,
      'api-version': apiVersion,
      'local-time': localTime(),
      ...deviceFacts(),
    }),
    onOutcome(error, address, token) {
      realtime.heard(error === undefined || error.status !== 0);
      // Ignore late replies that belong to a previous session.
      if (error && token === session.get().token) settings.onRefused?.(error, address);
    },
    fetch: settings.fetch,
  });
  // The boot call was sent after the page began to load.
  learnServerTime(deployment.get().server_time, deviceNow() - performance.now());
  const realtime = createRealtime({
    session,
    deployment,
    queryClient,
    connect: settings.connect,
    probe: () => isServerUp(settings.apiBase ?? deployment.get().flags.api_base, settings.fetch),
  });
  const { connection } = realtime;
  let made: Promise<Uploads> | undefined;
  const uploads = () => {
    made ??= import('../uploads/uploads').then(
      ({ createUploads }) => createUploads({ api, session, connection, storage }),
      (error: unknown) => {
        made = undefined;
        throw error;
      },
    );
    return made;
  };
  const outbox = createOutbox({ api, session, queryClient, connection, storage, uploads });

  // Cached data of one member or workplace is never shown to the next.
  const scope = () => `${session.get().user?.id}/${session.get().workplace}`;
  let before = scope();
  session.subscribe(() => {
    if (before === scope()) return;
    before = scope();
    queryClient.clear();
    badges.set({});
  });

  const platform = settings.platform ?? createWebPlatform(storage);
  const badges = createBadges();
  const navigation = createNavigation(settings.startPage);
  return {
    deployment,
    session,
    entry: createStore(settings.entry ?? {}),
    api,
    queryClient,
    realtime,
    outbox,
    uploads,
    navigation,
    i18n,
    slots,
    badges,
    platform,
    appearance: createAppearance(storage),
    storage,
    permitLink: () => undefined,
    permitDatabase: () => undefined,
    async signOut() {
      const { token, user } = session.get();
      const ending = token === null ? undefined : api.call(logout, {});
      if (user) {
        forgetDrafts(storage, user.id);
        const { indexedDB } = globalThis;
        indexedDB?.deleteDatabase(databaseOf(user.id));
        // Databases of modules are named like drafts: `mfe-events.arrivals.<user>`.
        void indexedDB?.databases?.().then((all) => {
          for (const { name } of all) if (name?.endsWith(`.${user.id}`)) indexedDB.deleteDatabase(name);
        });
      }
      forgetDrafts(sessionStorage, '');
      platform.forgetPosition();
      session.forget();
      navigation.go('/', { replace: true });
      // Without a reply the session expires by age; this browser has forgotten it either way.
      await ending?.catch(() => undefined);
    },
  };
}

/** Checks the API server itself, even while single services are down. A gateway replies 502 to 504 when no server is up. */
async function isServerUp(apiBase: string, fetcher = fetch): Promise<boolean> {
  try {
    const address = new URL('/health', new URL(apiBase, window.location.href));
    const signal = AbortSignal.timeout(healthTimeoutMs);
    const { status } = await fetcher(address, { cache: 'no-store', credentials: 'omit', mode: 'no-cors', signal });
    return status < 502;
  } catch {
    return false;
  }
}

/** The device's wall time with its offset, e.g. `2026-10-03T18:30:00+02:00`. */
function localTime(now = new Date(serverNow())): string {
  const minutes = -now.getTimezoneOffset();
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  const wall = new Date(now.getTime() + minutes * minuteMs).toISOString().slice(0, 19);
  return `${wall}${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}
