import { addFile } from '@paddock/contract/calls/folders';
import type { Attachment, Attachments, KeptFile, Kit } from '@paddock/mfe-kit/kit-context';
import { queryKey } from '@paddock/mfe-kit/queries';
import { createStore, type Store } from '@paddock/mfe-kit/store';
import { showsFiles } from './use-files';

type PublishingKit = Pick<Kit, 'api' | 'uploads' | 'queryClient'>;
export type Publish = (file: KeptFile, as?: { replace?: true; name?: string }) => Promise<void>;

export interface FolderPublisher {
  /** Why files were refused, by their keys. They stay in the draft until the member decides, or tries again. */
  refused: Store<ReadonlyMap<string, unknown>>;
  tryAgain(): void;
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
export function publisherOf(
  draft: Attachments,
  settings: { publish: Publish; onAdded: (count: number) => void },
): FolderPublisher {
  const known = publishers.get(draft);
  if (known) return known;
  const made = createPublisher(draft, settings);
  publishers.set(draft, made);
  return made;
}

function createPublisher(
  draft: Attachments,
  { publish, onAdded }: { publish: Publish; onAdded: (count: number) => void },
): FolderPublisher {
  const refused = createStore<ReadonlyMap<string, unknown>>(new Map());
  let isBusy = false;
  async function publishAll() {
    if (isBusy || draft.items.get().some(isUnderWay)) return;
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
      }
    }
    if (done.length > 0) drop(draft, done);
    isBusy = false;
    if (done.length > 0) onAdded(done.length);
  }
  draft.items.subscribe(() => void publishAll());
  void publishAll();
  return {
    refused,
    tryAgain() {
      refused.set(new Map());
      void publishAll();
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
