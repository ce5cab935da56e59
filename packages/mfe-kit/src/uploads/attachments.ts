import { deleteFile, maxUploadBytes, type AttachedFile } from '@paddock/contract/calls/files';
import { asApiError } from '../kit/api-error';
import type { Kit } from '../kit/kit-context';
import { createStore } from '../kit/store';
import { type Attachment, type Attachments, type FileFault, type PendingFile, pausedReason } from '../kit/uploads';
import { isConnected } from '../realtime/realtime';
import type { FileStore } from './file-store';
import { toJpeg, isPictureName } from './pictures';

interface AttachmentsSettings extends Pick<Kit, 'api' | 'storage'> {
  connection: Kit['realtime']['connection'];
  /** The storage key of the list of files. */
  stored: string;
  kept: FileStore;
  upload: (key: string, options: { signal: AbortSignal; onProgress: (sent: number) => void }) => Promise<AttachedFile>;
}

/** Uploads under way at once: the others wait, so that the page's calls find a connection. */
const maxAtOnce = 2;

type UploadSettings = Pick<AttachmentsSettings, 'connection' | 'upload'>;

/**
 * The list of a draft's files. It changes in storage with the page, so that a reload shows the same slots. Another window may have the same
 * draft: what it has added stays in storage, and what it has removed is removed here.
 */
function createList({ storage, stored }: Pick<AttachmentsSettings, 'storage' | 'stored'>) {
  const read = () => JSON.parse(storage.getItem(stored) ?? '[]') as PendingFile[];
  const items = createStore<readonly Attachment[]>(read().map(waiting));
  const find = (key: string) => items.get().find((item) => item.key === key);
  function set(list: readonly Attachment[]) {
    const [before, known] = [items.get(), read()];
    const next = list.filter((item) => has(known, item) || !has(before, item));
    for (const item of before) if (!has(next, item)) release(item.src);
    const others = known.filter((file) => !has(before, file) && !has(list, file));
    const files = [...others, ...next.map(withoutState)];
    if (files.length === 0) storage.removeItem(stored);
    else storage.setItem(stored, JSON.stringify(files));
    items.set(next);
  }
  const without = (key: string) => items.get().filter((item) => item.key !== key);
  return {
    items,
    find,
    set,
    change: (key: string, to: Partial<Attachment>) =>
      items.set((now) => now.map((item) => (item.key === key ? { ...item, ...to } : item))),
    drop: (key: string) => set(without(key)),
    move(key: string, to: number) {
      const item = find(key);
      if (item) set(without(key).toSpliced(to, 0, item));
    },
  };
}

const has = (files: readonly PendingFile[], { key }: PendingFile) => files.some((file) => file.key === key);

type List = ReturnType<typeof createList>;

/** Uploads the waiting files of a list in order; after an outage, also those that failed for lack of a reply. */
function createQueue({ items, change, set }: List, { connection, upload }: UploadSettings) {
  const running = new Map<string, AbortController>();

  function uploadNext() {
    if (!isConnected(connection.get())) return;
    for (const { key, state } of items.get())
      if (running.size < maxAtOnce && state === 'waiting' && !running.has(key)) void start(key);
  }

  async function start(key: string) {
    const stop = new AbortController();
    running.set(key, stop);
    change(key, { state: 'uploading', percent: 0 });
    let shown = 0;
    try {
      const { thumb_path } = await upload(key, {
        signal: stop.signal,
        onProgress(sent) {
          // 100 % means that the service has replied.
          const percent = Math.min(99, Math.floor(sent * 100));
          if (percent > shown) change(key, { percent: (shown = percent) });
        },
      });
      change(key, { state: 'loaded', percent: 99, ...(thumb_path !== undefined && { src: thumb_path }) });
    } catch (error) {
      if (stop.signal.aborted) return;
      const { code, message, passing } = asApiError(error);
      // Drops files that another window has removed or posted meanwhile.
      set(items.get());
      const isOffline = passing && !isConnected(connection.get());
      change(key, {
        percent: 0,
        ...(isOffline ? { state: 'waiting' } : { state: 'failed', error: { code, message } }),
      });
    } finally {
      running.delete(key);
      uploadNext();
    }
  }

  const unfollow = connection.subscribe(() => {
    const isBack = isConnected(connection.get());
    for (const { key, state, error } of items.get())
      if (!isBack && state === 'failed' && isPassing(error?.code)) change(key, { state: 'waiting' });
    if (isBack) uploadNext();
  });
  return {
    uploadNext,
    cancel: (key: string) => running.get(key)?.abort(),
    pause: () => running.forEach((upload) => upload.abort(pausedReason)),
    unfollow,
  };
}

/** Shows the picture itself until the server's thumbnail is there. */
async function showPreview({ find, change }: List, kept: FileStore, key: string) {
  const file = (await kept.get(key))?.file;
  const item = find(key);
  if (file && item && item.src === undefined && /^image\/(jpeg|png|gif|webp|avif)$/.test(file.type))
    change(key, { src: URL.createObjectURL(file) });
}

interface TakingSettings extends Pick<AttachmentsSettings, 'kept' | 'connection'> {
  list: List;
  uploadNext: () => void;
}

/** Takes chosen files into the list; returns why one was refused. */
function createTaking({ kept, connection, list, uploadNext }: TakingSettings) {
  const { items, set, change, drop } = list;
  return async function take(
    file: File,
    { max, pictures }: { max: number; pictures?: boolean },
  ): Promise<FileFault | null> {
    const { name, type, size } = file;
    if (items.get().length >= max) return { code: 'TOO_MANY_FILES' };
    if (pictures && !isPictureName(name)) return { code: 'INVALID_FILE', name };
    if (size > maxUploadBytes) return { code: 'BODY_TOO_LARGE', name };
    const key = crypto.randomUUID();
    set([...items.get(), { key, name, type, size, state: 'uploading', percent: 0 }]);
    try {
      // A folder, or a file that is no longer there, looks like a file until it is read.
      await file.slice(0, 1).arrayBuffer();
    } catch {
      drop(key);
      return { code: 'MEDIA_PICKER_ERROR', name };
    }
    const drawn = await toJpeg(file);
    if (drawn !== file) change(key, { name: drawn.name, type: drawn.type, size: drawn.size });
    const isKept = await kept.put({ key, file: drawn });
    if (!isKept && !isConnected(connection.get())) {
      drop(key);
      return { code: 'STORAGE_FULL', name };
    }
    // It may have been removed meanwhile.
    change(key, { state: 'waiting' });
    void showPreview(list, kept, key);
    uploadNext();
    return null;
  };
}

/** The files of one draft; see {@link Attachments}. */
export function createAttachments(settings: AttachmentsSettings): Attachments & { end: () => void } {
  const { api, connection, kept } = settings;
  const list = createList(settings);
  const { items, find, set, change, drop, move } = list;
  const { uploadNext, cancel, pause, unfollow } = createQueue(list, settings);
  const fault = createStore<FileFault | undefined>(undefined);

  const showPicture = (key: string) => showPreview(list, kept, key);
  const take = createTaking({ kept, connection, list, uploadNext });

  const retry = (key: string) => {
    change(key, { state: 'waiting' });
    uploadNext();
  };
  function remove(key: string) {
    const item = find(key);
    fault.set(undefined);
    cancel(key);
    drop(key);
    void kept.get(key).then((found) => {
      void kept.remove([key]);
      // Without a reply the server removes it after a day.
      if (item?.state === 'loaded' && found?.uploaded)
        api.call(deleteFile, { id: found.uploaded.id }).catch(() => undefined);
    });
  }
  for (const { key } of items.get()) void showPicture(key);
  uploadNext();

  return {
    items,
    fault,
    async add(files, limits) {
      fault.set(undefined);
      for (const file of files) {
        const refused = await take(file, limits);
        if (!refused) continue;
        fault.set(refused);
        if (refused.code === 'TOO_MANY_FILES') return;
      }
    },
    remove,
    async replace(key, file) {
      const at = items.get().findIndex((item) => item.key === key);
      if (at < 0) return;
      remove(key);
      const taken = take(file, { max: Infinity });
      move(items.get().at(-1)!.key, at);
      fault.set((await taken) ?? undefined);
    },
    retry,
    move,
    take() {
      const files = items.get().map(withoutState);
      fault.set(undefined);
      pause();
      set([]);
      return files;
    },
    putBack(files) {
      const back = files.map(waiting);
      set([...back, ...items.get()]);
      for (const { key } of back) void showPicture(key);
      uploadNext();
    },
    end() {
      unfollow();
      pause();
      for (const { src } of items.get()) release(src);
      items.set([]);
    },
  };
}

const release = (src: string | undefined) => src?.startsWith('blob:') && URL.revokeObjectURL(src);

const waiting = (file: PendingFile): Attachment => ({ ...file, state: 'waiting', percent: 0 });

const withoutState = ({ key, name, type, size }: PendingFile): PendingFile => ({ key, name, type, size });

const isPassing = (code: string | undefined) =>
  code === 'INTERNET_DISCONNECTED' || code === 'SERVICE_UNREACHABLE' || code === 'NO_REPLY';
