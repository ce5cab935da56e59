import { serverNow } from '../kit/clock';
import type { Platform, PlatformFeature } from '../kit/platform';
import { PlatformError } from './platform';

/** Storage keys of the specification (A §3). No call sends the position along: URLs of GET requests are logged. */
const positionKey = 'geo';
const positionDeniedKey = 'geo_permission_denied';

/** Ms after which a link that neither hid nor blurred the page counts as opened beside it, or as blocked by the browser. */
const leavingMs = 1000;

/** The one service worker, at the root scope; it exists only while push messages are on. */
const pushWorkerPath = '/push-worker.js';

interface ContactPicker {
  select(properties: string[], options: { multiple: boolean }): Promise<{ name?: string[]; email?: string[] }[]>;
}

/** What a native shell around the page adds to it. */
interface NativeShell {
  cordova?: { platformId: Platform['kind'] };
}

/** The {@link Platform} of a web browser, and of a native shell around it; asks for each permission on first use. */
export function createWebPlatform(storage: Storage): Platform {
  const contacts = () => (navigator as { contacts?: ContactPicker }).contacts;
  const available: Record<PlatformFeature, () => boolean> = {
    share: () => 'share' in navigator || 'clipboard' in navigator,
    vibrate: () => 'vibrate' in navigator,
    position: () => 'geolocation' in navigator,
    contacts: () => contacts() !== undefined,
    calendar: () => true,
    camera: () => true,
    store: () => 'CdvPurchase' in globalThis,
    push: () => 'PushManager' in globalThis && 'serviceWorker' in navigator,
  };
  return {
    kind: (globalThis as NativeShell).cordova?.platformId ?? 'web',
    has: (feature) => available[feature](),
    onResume,
    async share(content) {
      if ('share' in navigator && navigator.canShare?.(content) !== false) {
        try {
          await navigator.share(content);
          return 'shared';
        } catch (error) {
          if (named(error, 'AbortError')) return 'cancelled';
        }
      }
      const text = content.url ?? content.text ?? content.title ?? '';
      await navigator.clipboard?.writeText(text).catch((cause) => refuse('NOT_AVAILABLE', cause));
      return 'clipboard' in navigator ? 'copied' : refuse('NOT_AVAILABLE');
    },
    vibrate: (duration) => void navigator.vibrate?.(duration),
    async position() {
      if (!available.position()) return refuse('GEO_UNAVAILABLE');
      try {
        const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
          navigator.geolocation.getCurrentPosition(resolve, reject, { maximumAge: 60_000, timeout: 10_000 }),
        );
        const place: [number, number] = [coords.longitude, coords.latitude];
        storage.setItem(positionKey, JSON.stringify(place));
        storage.removeItem(positionDeniedKey);
        return place;
      } catch (cause) {
        const permissionDenied = 1;
        if ((cause as { code?: unknown }).code !== permissionDenied) return refuse('GEO_UNAVAILABLE', cause);
        storage.setItem(positionDeniedKey, 'true');
        storage.removeItem(positionKey);
        return refuse('GEO_PERMISSION_DENIED', cause);
      }
    },
    positionAnswer() {
      if (storage.getItem(positionKey) !== null) return 'given';
      return storage.getItem(positionDeniedKey) === null ? undefined : 'denied';
    },
    forgetPosition: () => storage.removeItem(positionKey),
    async pickContacts() {
      const picked = (await contacts()?.select(['name', 'email'], { multiple: true })) ?? refuse('NOT_AVAILABLE');
      return picked.map(({ name = [], email = [] }) => ({ name: name[0] ?? '', emails: email }));
    },
    async addToCalendar(entry) {
      const { calendarFile } = await import('@paddock/contract/core/calendar-file');
      const file = new Blob([calendarFile([entry])], { type: 'text/calendar;charset=utf-8' });
      const url = URL.createObjectURL(file);
      Object.assign(document.createElement('a'), { href: url, download: `${entry.title || 'event'}.ics` }).click();
      setTimeout(() => URL.revokeObjectURL(url));
      return 'downloaded';
    },
    takePicture,
    store: async () => (await import('./native-store')).openStore(),
    push: {
      permission: () => globalThis.Notification?.permission ?? 'denied',
      async subscribe(publicKey) {
        if (!available.push()) return refuse('NOT_AVAILABLE');
        if ((await Notification.requestPermission()) !== 'granted') return refuse('PUSH_PERMISSION_DENIED');
        const options = { userVisibleOnly: true, applicationServerKey: publicKey };
        try {
          await navigator.serviceWorker.register(pushWorkerPath);
          const { pushManager } = await navigator.serviceWorker.ready;
          const subscription = await pushManager.subscribe(options).catch(async () => {
            // One of another key: the server's has changed.
            await (await pushManager.getSubscription())?.unsubscribe();
            return pushManager.subscribe(options);
          });
          return subscription.toJSON();
        } catch (cause) {
          return refuse('NOT_AVAILABLE', cause);
        }
      },
      async unsubscribe() {
        const registration = available.push() ? await navigator.serviceWorker.getRegistration() : undefined;
        for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
        await (await registration?.pushManager.getSubscription())?.unsubscribe();
        await registration?.unregister();
      },
    },
    openAndWait,
  };
}

function onResume(handler: (awayMs: number) => void): () => void {
  const hiddenSince = () => (document.visibilityState === 'hidden' ? serverNow() : undefined);
  let hiddenAt = hiddenSince();
  const follow = () => {
    const former = hiddenAt;
    hiddenAt = hiddenSince();
    if (hiddenAt === undefined && former !== undefined) handler(serverNow() - former);
  };
  document.addEventListener('visibilitychange', follow);
  return () => document.removeEventListener('visibilitychange', follow);
}

const takePicture: Platform['takePicture'] = () =>
  new Promise((resolve, reject) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept: 'image/*' });
    input.setAttribute('capture', 'environment');
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.addEventListener('error', () => reject(new PlatformError('MEDIA_PICKER_ERROR')));
    input.click();
  });

const openAndWait: Platform['openAndWait'] = (url) =>
  new Promise((resolve) => {
    let left = false;
    const leave = () => (left = true);
    const back = () => {
      if (!left || document.hidden) return;
      window.removeEventListener('blur', leave);
      window.removeEventListener('focus', back);
      document.removeEventListener('visibilitychange', seen);
      resolve();
    };
    const seen = () => (document.hidden ? leave() : back());
    window.addEventListener('blur', leave);
    window.addEventListener('focus', back);
    document.addEventListener('visibilitychange', seen);
    window.open(url, '_blank', 'noopener,noreferrer');
    setTimeout(() => {
      if (left) return;
      leave();
      back();
    }, leavingMs);
  });

const named = (error: unknown, name: string) => error instanceof Error && error.name === name;

function refuse(code: PlatformError['code'], cause?: unknown): never {
  throw new PlatformError(code, { cause });
}
