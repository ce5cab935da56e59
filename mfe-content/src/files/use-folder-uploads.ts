import { addFile, maxUploadSlots } from '@paddock/contract/calls/folders';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { type Attachment, type Attachments, type KeptFile, useKit, useModuleId } from '@paddock/mfe-kit/kit-context';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { createStore, useStore } from '@paddock/mfe-kit/store';
import { useToast } from '@paddock/mfe-kit/toasts';
import { type DragEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DroppedEntry } from './dropped-tree';
import { useTreeUpload } from './tree-panel';
import { showsFiles } from './use-files';

const none = createStore<readonly Attachment[]>([]);
/** Names that are tried to keep both of two files. */
const maxTries = 20;

/** Uploads into a folder: kept in this browser until the folder has them, so that a reload or an outage loses none. */
export function useFolderUploads(parent: string, isAllowed: boolean) {
  const toast = useToast();
  const { flags } = useSession();
  const max = Math.min(maxUploadSlots, flags.max_files);
  const { draft, items, load } = useFolderDraft(parent, isAllowed);
  const publish = usePublish(parent);
  const publishing = usePublishing(draft, items, publish);
  const takeTree = useTreeUpload(parent);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: readonly File[]) => {
    if (isAllowed && files.length > 0) void load().then((loaded) => loaded.add(files, { max }), toast.error);
  };
  return {
    ...{ draft, items, max, input, take, publish },
    ...publishing,
    ...useDropZone(isAllowed, { take, takeTree }),
    choose: () => input.current?.click(),
  };
}
export type FolderUploads = ReturnType<typeof useFolderUploads>;

/** The files that are on their way into a folder. */
function useFolderDraft(parent: string, isAllowed: boolean) {
  const { uploads } = useKit();
  const module = useModuleId();
  const [made, setMade] = useState<{ parent: string; draft: Attachments }>();
  const load = useCallback(async () => {
    const draft = (await uploads()).draft(module, `files/${parent}`);
    setMade({ parent, draft });
    return draft;
  }, [uploads, module, parent]);
  useEffect(() => {
    // Without the network the first file tries again.
    if (isAllowed) load().catch(() => undefined);
  }, [isAllowed, load]);
  const draft = made?.parent === parent ? made.draft : undefined;
  return { draft, items: useStore(draft?.items ?? none), load };
}

type Publish = (file: KeptFile, as?: { replace?: true; name?: string }) => Promise<void>;

/** Returns a function that puts an uploaded file into the folder. */
function usePublish(parent: string): Publish {
  const { uploads } = useKit();
  const { mutateAsync: add } = useCallMutation(addFile, { invalidates: showsFiles });
  return useCallback(
    async (file, as) => {
      const send = ({ image_urls = [], files = [] }: { image_urls?: string[]; files?: string[] }) =>
        add({ client_id: file.key, parent, file: [...image_urls, ...files][0]!, ...as });
      await (await uploads()).post([file], { onPercent: () => undefined, send });
    },
    [uploads, add, parent],
  );
}

/**
 * Puts the files of a draft into the folder once all are uploaded. A file that is refused stays in the draft: one whose name is taken until
 * the member decides, another until the next attempt.
 */
function usePublishing(draft: Attachments | undefined, items: readonly Attachment[], publish: Publish) {
  const toast = useToast();
  const [refused, setRefused] = useState<ReadonlyMap<string, unknown>>(new Map());
  const isBusy = useRef(false);
  const isLoaded = ({ state }: Attachment) => state === 'loaded';
  const publishAll = useEffectEvent(async () => {
    if (!draft || isBusy.current) return;
    isBusy.current = true;
    const failures = new Map(refused);
    const done: string[] = [];
    for (;;) {
      const isOpen = ({ key }: Attachment) => !failures.has(key) && !done.includes(key);
      const file = draft.items.get().find((item) => isLoaded(item) && isOpen(item));
      if (!file) break;
      try {
        await publish(file);
        done.push(file.key);
      } catch (error) {
        failures.set(file.key, error);
      }
    }
    if (done.length > 0) drop(draft, done);
    isBusy.current = false;
    setRefused(failures);
    if (done.length > 0) toast('files.added', { count: done.length });
  });
  const isReady =
    items.some((item) => isLoaded(item) && !refused.has(item.key)) &&
    !items.some(({ state }) => state === 'uploading' || state === 'waiting');
  useEffect(() => {
    if (isReady) void publishAll();
  }, [isReady]);
  const codeOf = ({ key }: Attachment) => (refused.has(key) ? asApiError(refused.get(key)).code : undefined);
  return {
    /** A file whose name the folder has. */
    conflict: items.find((item) => codeOf(item) === 'CONFLICT'),
    /** Files that could not be put into the folder for another reason. */
    unpublished: items.filter((item) => codeOf(item) !== undefined && codeOf(item) !== 'CONFLICT'),
    errorOf: ({ key }: Attachment): unknown => refused.get(key),
    tryAgain: () => setRefused(new Map()),
  };
}

/** Takes files that the folder has out of their draft. */
export function drop(draft: Attachments, keys: readonly string[]): void {
  draft.putBack(draft.take().filter(({ key }) => !keys.includes(key)));
}

/** Adds a file under the first free name with a number. */
export async function keepBoth(file: KeptFile, publish: Publish): Promise<void> {
  const extension = /\.[^.]{1,16}$/.exec(file.name)?.[0] ?? '';
  const stem = file.name.slice(0, file.name.length - extension.length);
  for (let copy = 2; ; copy += 1)
    try {
      return await publish(file, { name: `${stem} (${copy})${extension}` });
    } catch (error) {
      if (copy > maxTries || asApiError(error).code !== 'CONFLICT') throw error;
    }
}

interface Takes {
  take: (files: readonly File[]) => void;
  /** For folders, with the files that were dropped together with them. */
  takeTree: (entries: readonly DroppedEntry[]) => void;
}

/** The handlers of an element that takes dropped files and folders. */
function useDropZone(isAllowed: boolean, { take, takeTree }: Takes) {
  const [isDropping, setDropping] = useState(false);
  const dropZone = {
    onDragOver(event: DragEvent) {
      if (!isAllowed || !event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setDropping(true);
    },
    onDragLeave: () => setDropping(false),
    onDrop(event: DragEvent) {
      if (!isAllowed) return;
      event.preventDefault();
      setDropping(false);
      const { items, files } = event.dataTransfer;
      const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
      if (entries.some(({ isDirectory }) => isDirectory)) takeTree(entries);
      else take([...files]);
    },
  };
  return { dropZone, isDropping };
}
