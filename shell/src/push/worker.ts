import type { PushMessage } from '@paddock/contract/calls/push';

/** The parts of a service worker's scope that this one uses: the web's types do not include them. */
interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface PushEvent extends WorkerEvent {
  data: { json(): unknown } | null;
}
interface ClickEvent extends WorkerEvent {
  notification: Notification;
}
interface ChangeEvent extends WorkerEvent {
  oldSubscription?: PushSubscription | null;
}
interface ListenEvent extends Event {
  data: { listens?: true };
  source: Pick<Window, 'id' | 'postMessage'>;
}
interface Window {
  id: string;
  postMessage(message: unknown): void;
  focus(): Promise<unknown>;
  visibilityState: DocumentVisibilityState;
}
interface Scope {
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Window[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<E extends Event>(type: string, listener: (event: E) => void): void;
}

const worker = globalThis as unknown as Scope;
/** A window that was reloaded with Shift has no worker, and does not listen. */
const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: false });

async function show({ tag, id, title, body, address, language }: PushMessage): Promise<void> {
  const options = { tag, body, lang: language, dir: 'auto', icon: '/icon-192.png', data: { id, address } } as const;
  await worker.registration.showNotification(title, options);
}

/** By window: it asks once for what was pressed before it listened. The worker lives for some seconds longer than its last event. */
const sent = new Map<string, string>();

/** A window takes the address over without a reload: its drafts and its place stay. */
async function open(address: string): Promise<void> {
  const all = await windows();
  const window = all.find(({ visibilityState }) => visibilityState === 'visible') ?? all[0];
  if (!window) return void (await worker.clients.openWindow(`/#${address}`));
  sent.set(window.id, address);
  window.postMessage({ address });
  await window.focus().catch(() => undefined);
}

/** Subscribes again. An open window registers it; else the next start does, because the worker has no session. */
async function renew({ oldSubscription }: ChangeEvent): Promise<void> {
  if (oldSubscription) await worker.registration.pushManager.subscribe(oldSubscription.options);
  for (const window of await windows()) window.postMessage({ renewed: true });
}

worker.addEventListener<WorkerEvent>('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener<WorkerEvent>('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener<PushEvent>('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as PushMessage));
});
worker.addEventListener<ClickEvent>('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(open((notification.data as Pick<PushMessage, 'address'>).address));
});
worker.addEventListener<ListenEvent>('message', ({ data, source }) => {
  const address = sent.get(source.id);
  if (data.listens && address !== undefined) source.postMessage({ address });
});
worker.addEventListener<ChangeEvent>('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
