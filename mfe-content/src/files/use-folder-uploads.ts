import { maxNameLength, maxUploadSlots } from '@paddock/contract/calls/folders';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { type Attachment, type Attachments, type PendingFile, useKit, useModuleId } from '@paddock/mfe-kit/kit-context';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { createStore, useStore } from '@paddock/mfe-kit/store';
import { useToast } from '@paddock/mfe-kit/toasts';
import { type DragEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DroppedEntry } from './dropped-tree';
import {
  foldersWithFiles,
  type FolderPublisher,
  type Publish,
  publisherOf,
  publishInto,
  rememberFolder,
} from './folder-publisher';
import { addressOf } from './use-files';
import { useTreeUpload } from './tree-panel';

const noAttachments = createStore<readonly Attachment[]>([]);
const noRefusals = createStore<ReadonlyMap<string, unknown>>(new Map());
/** Names that are tried to keep both of two files. */
const maxTries = 20;
/** Characters for the number and a longer extension. */
const reservedLength = 8;

/**
 * Uploads into a folder. This browser keeps the files until the folder has them, so that a reload or an outage loses none. Uploads of
 * other folders, left by a closed page, continue too.
 */
export function useFolderUploads(parent: string, isAllowed: boolean) {
  const toast = useToast();
  const { flags } = useSession();
  const max = Math.min(maxUploadSlots, flags.max_files);
  const { draft, publisher, publish, items, add } = useFolderDraft(parent, isAllowed);
  const takeTree = useTreeUpload(parent);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: readonly File[]) => {
    if (isAllowed && files.length > 0) add(files, { max }).catch(toast.error);
  };
  return {
    ...{ draft, items, max, input, take, publish },
    ...usePublishing(publisher, items),
    ...useDropZone(isAllowed, { take, takeTree }),
    choose: () => input.current?.click(),
  };
}
export type FolderUploads = ReturnType<typeof useFolderUploads>;

/** The files that are on their way into a folder. */
function useFolderDraft(parent: string, isAllowed: boolean) {
  const kit = useKit();
  const module = useModuleId();
  const toast = useToast();
  const t = useText();
  const errorText = useErrorText();
  const { workplace } = useSession();
  const [made, setMade] = useState<{ parent: string; draft: Attachments; publisher: FolderPublisher }>();
  const draftOf = useCallback(
    async (folder: string) => {
      const draft = (await kit.uploads()).draft(module, `files/${folder}`);
      const publisher = publisherOf(draft, folder, {
        kit,
        onAdded: (count) => toast('files.added', { count }),
        onRefused: ({ name }, error) =>
          toast(
            'files.not_added',
            { name, reason: errorText(error), kind: 'bad' },
            { label: t('files.open_folder'), onPress: () => kit.navigation.go(addressOf(folder)) },
          ),
      });
      return { draft, publisher };
    },
    [kit, module, toast, t, errorText],
  );
  const load = useCallback(async () => {
    const loaded = await draftOf(parent);
    setMade({ parent, ...loaded });
    return loaded;
  }, [draftOf, parent]);
  useEffect(() => {
    // Without the network the first file tries again.
    if (isAllowed)
      load()
        .then(({ publisher }) => publisher.tryAgain())
        .catch(() => undefined);
  }, [isAllowed, load]);
  useEffect(() => {
    for (const folder of foldersWithFiles(kit)) if (folder !== parent) draftOf(folder).catch(() => undefined);
  }, [kit, workplace, parent, draftOf]);
  const { draft, publisher } = made?.parent === parent ? made : {};
  useEffect(() => publisher?.watch(), [publisher]);
  const publish = useMemo(() => publishInto(parent, kit), [parent, kit]);
  const add: Attachments['add'] = async (files, limits) => {
    const loaded = await load();
    rememberFolder(kit, parent);
    await loaded.draft.add(files, limits);
  };
  return { draft, publisher, publish, items: useStore(draft?.items ?? noAttachments), add };
}

/** What the folder refused: a file whose name is taken until the member decides, another until the next attempt. */
function usePublishing(publisher: FolderPublisher | undefined, items: readonly Attachment[]) {
  const refused = useStore(publisher?.refused ?? noRefusals);
  const codeOf = ({ key }: Attachment) => (refused.has(key) ? asApiError(refused.get(key)).code : undefined);
  return {
    /** A file whose name the folder has. */
    conflict: items.find((item) => codeOf(item) === 'CONFLICT'),
    /** Files that could not be put into the folder for another reason. */
    unpublished: items.filter((item) => codeOf(item) !== undefined && codeOf(item) !== 'CONFLICT'),
    errorOf: ({ key }: Attachment): unknown => refused.get(key),
    tryAgain: () => publisher?.tryAgain(),
  };
}

/** Adds a file under the first free name with a number. */
export async function keepBoth(file: PendingFile, publish: Publish): Promise<void> {
  // The service adds the extension of the stored file, which may differ from the browser's.
  const stem = file.name.replace(/\.[^.]{1,16}$/, '');
  const room = maxNameLength - (file.name.length - stem.length) - reservedLength;
  // Without half of a character at the end.
  const short = stem.slice(0, room).replace(/[\uD800-\uDBFF]$/, '');
  for (let copy = 2; ; copy += 1)
    try {
      return await publish(file, { name: `${short} (${copy})` });
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
