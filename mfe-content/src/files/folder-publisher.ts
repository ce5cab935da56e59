import { addFile } from '@paddock/contract/calls/folders';
import { asApiError } from '@paddock/mfe-kit/api-error';
import type { Attachment, Attachments, PendingFile, Kit } from '@paddock/mfe-kit/kit-context';
import { queryKey } from '@paddock/mfe-kit/queries';
import { isConnected } from '@paddock/mfe-kit/realtime';
import { createStore, type Store } from '@paddock/mfe-kit/store';
import { showsFiles } from './use-files';

type PublishingKit = Pick<Kit, 'api' | 'uploads' | 'queryClient' | 'session' | 'realtime'>;
export type Publish = (file: PendingFile, as?: { replace?: true; name?: string }) => Promise<void>;

export interface FolderPublisher {
  /** The refusals of files, by their keys. They stay in the draft until the member decides, or tries again. */
  refused: Store<ReadonlyMap<string, unknown>>;
  tryAgain(): void;
  /** Called while a page shows the draft with its refusals. */
  watch(): () => void;
}

interface PublisherSettings {
  kit: PublishingKit;
  onAdded: (count: number) => void;
  /** For a file that is refused for good while no page shows the draft. */
  onRefused: (file: PendingFile, error: unknown) => void;
}

/** Returns a function that puts an uploaded file into a folder. */
export function publishInto(parent: string, { api, uploads, queryClient }: PublishingKit): Publish {
  return async (file, as) => {
    try {
      await (
        await uploads()
      ).post([file], {
        onPercent: () => undefined,
        send: ({ image_urls = [], files = [] }) =>
          api.call(addFile, { client_id: file.key, parent, file: [...image_urls, ...files][0]!, ...as }),
      });
    } finally {
      for (const call of showsFiles) void queryClient.invalidateQueries({ queryKey: queryKey(call) });
    }
  };
}

const publishers = new WeakMap<Attachments, FolderPublisher>();

/**
 * Puts the files of a draft into the folder once all are uploaded, also while its screen is closed. A draft has one publisher for the life
 * of the page.
 */
export function publisherOf(draft: Attachments, parent: string, settings: PublisherSettings): FolderPublisher {
  const known = publishers.get(draft);
  if (known) return known;
  const made = createPublisher(draft, publishInto(parent, settings.kit), settings);
  publishers.set(draft, made);
  return made;
}

function createPublisher(
  draft: Attachments,
  publish: Publish,
  { kit: { session, realtime }, onAdded, onRefused }: PublisherSettings,
): FolderPublisher {
  const { user, workplace } = session.get();
  const isOver = () => session.get().user?.id !== user?.id || session.get().workplace !== workplace;
  let pages = 0;
  const refused = createStore<ReadonlyMap<string, unknown>>(new Map());
  let isBusy = false;
  async function publishAll() {
    if (isBusy || isOver() || draft.items.get().some(isUnderWay)) return;
    isBusy = true;
    const done: string[] = [];
    const isOpen = ({ key, state }: Attachment) => state === 'loaded' && !refused.get().has(key) && !done.includes(key);
    for (let file = draft.items.get().find(isOpen); file; file = draft.items.get().find(isOpen)) {
      const { key } = file;
      try {
        await publish(file);
        done.push(key);
      } catch (error) {
        refused.set((now) => new Map(now).set(key, error));
        if (pages === 0 && !isOver() && !asApiError(error).passing) onRefused(file, error);
      }
    }
    if (done.length > 0) drop(draft, done);
    isBusy = false;
    if (done.length > 0) onAdded(done.length);
  }
  draft.items.subscribe(() => void publishAll());
  realtime.connection.subscribe(() => {
    if (!isConnected(realtime.connection.get())) return;
    refused.set((now) => new Map([...now].filter(([, error]) => !asApiError(error).passing)));
    void publishAll();
  });
  void publishAll();
  return {
    refused,
    tryAgain() {
      refused.set(new Map());
      void publishAll();
    },
    watch() {
      pages += 1;
      return () => {
        pages -= 1;
      };
    },
  };
}

const isUnderWay = ({ state }: Attachment) => state === 'uploading' || state === 'waiting';

/** Takes files that the folder has out of their draft. */
export function drop(draft: Attachments, keys: readonly string[]): void {
  draft.putBack(draft.take().filter(({ key }) => !keys.includes(key)));
}

/**
 * The folders for which this browser keeps files of the member in the open workplace. Drafts cannot be listed, so the folders have a list
 * of their own.
 */
export function foldersWithFiles({ storage, session }: Pick<Kit, 'storage' | 'session'>): string[] {
  const { user, workplace } = session.get();
  const folders = JSON.parse(
    storage.getItem(`mfe-content.last.${user?.id}.${workplace}.upload-folders`) ?? '[]',
  ) as string[];
  return folders.filter((id) => storage.getItem(`mfe-content.files.${user?.id}.${workplace}.files/${id}`) !== null);
}

/** Adds a folder to those of {@link foldersWithFiles}. */
export function rememberFolder(kit: Pick<Kit, 'storage' | 'session'>, id: string): void {
  const { user, workplace } = kit.session.get();
  const folders = [...new Set([...foldersWithFiles(kit), id])];
  kit.storage.setItem(`mfe-content.last.${user?.id}.${workplace}.upload-folders`, JSON.stringify(folders));
}
