import { useKit, useModuleId } from '@paddock/mfe-kit/kit-context';
import type { Attachments, FileFault, PendingFile } from '@paddock/mfe-kit/kit-context';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { useSession } from '@paddock/mfe-kit/session';
import { createStore, useStore } from '@paddock/mfe-kit/store';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useCallback, useEffect, useState } from 'react';
import { whenIdle } from '../timeline/when-idle';

const loadSlots = () => import('./attached-slots');
const loadTexts = () => import('./attach-texts');

/** The slots of the chosen files. */
export const AttachedSlots = lazyPart(loadSlots, 'AttachedSlots', loadTexts);

const noAttachments: Attachments['items'] = createStore<ReturnType<Attachments['items']['get']>>([]);
const noFault = createStore<FileFault | undefined>(undefined);

/** The files of a draft; their code loads when the browser is idle, so that files can be chosen offline too. */
export function useAttachments(id: string) {
  const { uploads } = useKit();
  const module = useModuleId();
  const { flags } = useSession();
  const toast = useToast();
  const [made, setMade] = useState<{ id: string; draft: Attachments }>();
  const load = useCallback(async () => {
    const draft = (await uploads()).draft(module, id);
    setMade({ id, draft });
    return draft;
  }, [uploads, module, id]);
  useEffect(() => {
    const begin = () => {
      // Without the network the first file tries again.
      load().catch(() => undefined);
      Promise.all([loadSlots(), loadTexts()]).catch(() => undefined);
    };
    return whenIdle(begin);
  }, [load]);

  const draft = made?.id === id ? made.draft : undefined;
  const items = useStore(draft?.items ?? noAttachments);
  const fault = useStore(draft?.fault ?? noFault);
  const max = flags.max_files;
  return {
    draft,
    items,
    fault,
    /** Nothing is sent while a file is uploaded, has failed, or is one too many. */
    held: items.length > max || items.some(({ state }) => state === 'uploading' || state === 'failed'),
    add(files: readonly File[], pictures = false) {
      if (files.length > 0) load().then((of) => of.add(files, { max, pictures }), toast.error);
    },
    take: (): PendingFile[] => draft?.take() ?? [],
    putBack(files: readonly PendingFile[]) {
      if (files.length > 0) load().then((of) => of.putBack(files), toast.error);
    },
  };
}
