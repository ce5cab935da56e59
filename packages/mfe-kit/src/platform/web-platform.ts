import { serverNow } from '../kit/clock';
import type { Platform, PlatformFeature } from '../kit/platform';
import { PlatformError } from './platform';

/** Storage keys of the specification (A §3); every call sends the first as `geo`. */
const GEO = 'geo';
const GEO_DENIED = 'geo_permission_denied';

/** Ms after which a link that neither hid nor blurred the page counts as opened beside it, or as blocked by the browser. */
const LEAVING = 1000;

interface ContactPicker {
  select(properties: string[], options: { multiple: boolean }): Promise<{ name?: string[]; email?: string[] }[]>;
}

/** The {@link Platform} of a web browser; asks for each permission on first use. */
export function createWebPlatform(storage: Storage): Platform {
  const contacts = () => (navigator as { contacts?: ContactPicker }).contacts;
  const noStore = () => Promise.reject(new PlatformError('NO_NAVIGATOR_STORE'));
  const available: Record<PlatformFeature, () => boolean> = {
    share: () => 'share' in navigator || 'clipboard' in navigator,
    vibrate: () => 'vibrate' in navigator,
    position: () => 'geolocation' in navigator,
    contacts: () => contacts() !== undefined,
    calendar: () => true,
    camera: () => true,
    store: () => false,
    push: () => 'PushManager' in globalThis && 'serviceWorker' in navigator,
  };
  return {
    kind: 'web',
    has: (feature) => available[feature](),
    onBack: () => () => undefined,
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
        storage.setItem(GEO, JSON.stringify(place));
        storage.removeItem(GEO_DENIED);
        return place;
      } catch (cause) {
        const PERMISSION_DENIED = 1;
        if ((cause as { code?: unknown }).code !== PERMISSION_DENIED) return refuse('GEO_UNAVAILABLE', cause);
        storage.setItem(GEO_DENIED, 'true');
        storage.removeItem(GEO);
        return refuse('GEO_PERMISSION_DENIED', cause);
      }
    },
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
    store: { plans: noStore, purchase: noStore, restore: noStore },
    push: {
      permission: () => globalThis.Notification?.permission ?? 'denied',
      async subscribe(publicKey) {
        const registration = available.push() ? await navigator.serviceWorker.getRegistration() : undefined;
        if (!registration) return refuse('NOT_AVAILABLE');
        if ((await Notification.requestPermission()) !== 'granted') return refuse('PUSH_PERMISSION_DENIED');
        const options = { userVisibleOnly: true, applicationServerKey: publicKey };
        return (await registration.pushManager.subscribe(options)).toJSON();
      },
      async unsubscribe() {
        const registration = available.push() ? await navigator.serviceWorker.getRegistration() : undefined;
        await (await registration?.pushManager.getSubscription())?.unsubscribe();
      },
    },
    openAndWait,
  };
}

function onResume(handler: (away: number) => void): () => void {
  let hidden = document.hidden ? serverNow() : undefined;
  const follow = () => {
    if (document.hidden) hidden = serverNow();
    else if (hidden !== undefined) {
      const away = serverNow() - hidden;
      hidden = undefined;
      handler(away);
    }
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
    }, LEAVING);
  });

const named = (error: unknown, name: string) => error instanceof Error && error.name === name;

function refuse(code: PlatformError['code'], cause?: unknown): never {
  throw new PlatformError(code, { cause });
}
