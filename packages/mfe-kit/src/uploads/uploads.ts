import { uploadFile, type AttachedFile } from '@paddock/contract/calls/files';
import { withLock } from '../calls/window-lock';
import { ApiError, asApiError } from '../kit/api-error';
import { keysOf } from '../kit/held-storage';
import type { Kit, SessionService } from '../kit/kit-context';
import type { Attachments, PendingFile, Uploads } from '../kit/uploads';
import { draftKey } from '../session/drafts';
import { createAttachments } from './attachments';
import { createFileStore, type FileStore } from './file-store';

export interface UploadsSettings extends Pick<Kit, 'api' | 'storage'> {
  session: Pick<SessionService, 'get' | 'subscribe'>;
  connection: Kit['realtime']['connection'];
}

/** Types of the pictures that the server draws and posts contain as `image_urls`. */
const pictureTypes = ['image/gif', 'image/jpeg', 'image/png'];

/** Uploads of posts at once, so that a few large ones hold back neither a small one nor the page's calls. */
const maxPostUploads = 3;

/** The uploads of a member in one workplace: files belong to the workplace in which they are uploaded. */
interface Own {
  user: string;
  workplace: string;
  kept: FileStore;
  drafts: Map<string, Attachments & { end: () => void }>;
}

/** Creates the {@link Uploads} of a page; the files of one member are never shown to the next. */
export function createUploads({ api, session, connection, storage }: UploadsSettings): Uploads {
  let own: Own | undefined;
  /** They outlive a switch of the workplace: a post that waits there may need them, and the browser may have no database. */
  let files: Pick<Own, 'user' | 'kept'> | undefined;
  const scope = () => ({ user: session.get().user?.id ?? '', workplace: session.get().workplace });
  const isOver = (some = own) => some?.user !== scope().user || some.workplace !== scope().workplace;
  const ofMember = (): Own => {
    if (own && !isOver()) return own;
    end();
    const { user, workplace } = scope();
    files ??= { user, kept: createFileStore(user) };
    const made = { ...files, workplace, drafts: new Map() };
    void sweep(made.kept, storage);
    return (own = made);
  };
  const end = () => {
    own?.drafts.forEach((draft) => draft.end());
    own = undefined;
  };
  session.subscribe(() => {
    if (files?.user !== scope().user) files = undefined;
    if (isOver()) end();
  });

  const inTurn = createTurns(maxPostUploads);

  const upload = (mine: Own, key: string, options: UploadOptions = {}) =>
    uploadStoredFile(api, key, { ...options, kept: mine.kept, isOver: () => isOver(mine) });

  return {
    draft(module, id) {
      const mine = ofMember();
      const { user, workplace, kept, drafts } = mine;
      const stored = draftKey(module, 'files', user, `${workplace}.${id}`);
      const draft =
        drafts.get(stored) ??
        createAttachments({
          ...{ api, connection, storage, stored, kept },
          upload: (key, options) => upload(mine, key, options),
        });
      drafts.set(stored, draft);
      return draft;
    },
    async post(files, { send, onPercent }) {
      const mine = ofMember();
      const keys = files.map(({ key }) => key);
      const attempt = async () => {
        const uploaded: AttachedFile[] = [];
        let shown = -1;
        const onProgress = (part: number) => {
          const percent = percentOf(files, uploaded.length, part);
          if (percent > shown) onPercent((shown = percent));
        };
        for (const { key } of files) {
          onProgress(0);
          const found = (await mine.kept.get(key))?.uploaded;
          uploaded.push(found ?? (await inTurn(() => upload(mine, key, { onProgress }))));
        }
        const isPicture = ({ type }: AttachedFile) => pictureTypes.includes(type);
        return send({
          image_urls: uploaded.filter(isPicture).map(({ path }) => path),
          files: uploaded.filter((file) => !isPicture(file)).map(({ path }) => path),
        });
      };
      const reply = await attempt().catch(async (error: unknown) => {
        if (asApiError(error).code !== 'FILE_NOT_FOUND') throw error;
        // The server removes uploads that no post used for a day; the kept files are uploaded again.
        await Promise.all(keys.map((key) => mine.kept.change(key, { uploaded: undefined, address: undefined })));
        return attempt();
      });
      await mine.kept.remove(keys);
      return reply;
    },
    async preview(key) {
      const found = await ofMember().kept.get(key);
      return found && URL.createObjectURL(found.file);
    },
  };
}

/** Uploads a kept file once, also when several windows try. */
async function uploadStoredFile(
  api: Kit['api'],
  key: string,
  { kept, isOver, signal, onProgress = () => undefined }: UploadOptions & { kept: FileStore; isOver: () => boolean },
): Promise<AttachedFile> {
  return withLock(`upload.${key}`, async () => {
    // The other uploads of a post may have lasted longer than the member's stay in this workplace.
    if (isOver()) throw new ApiError('NO_REPLY', '', 0);
    const found = await kept.get(key);
    if (!found) throw new ApiError('DOWNLOAD_ERROR', '', 400);
    if (found.uploaded) return found.uploaded;
    const resume = {
      address: found.address,
      onAddress: (address: string) => void kept.change(key, { address }),
    };
    try {
      // With progress, because an upload may take any time while bytes flow.
      const uploaded = await api.call(
        uploadFile,
        {},
        { ...(signal && { signal }), onProgress, file: found.file, resume },
      );
      await kept.change(key, { uploaded });
      return uploaded;
    } catch (error) {
      // A refused upload starts from the beginning when it is tried again.
      if (!asApiError(error).passing) await kept.change(key, { address: undefined });
      throw error;
    }
  });
}

/** Removes files that no draft and no unsent post names. */
async function sweep(kept: FileStore, storage: Storage) {
  const keys = await kept.keys();
  const named = keysOf(storage).map((key) => storage.getItem(key) ?? '');
  await kept.remove(keys.filter((key) => !named.some((text) => text.includes(key))));
}

/** Runs at most so many works at once; the others wait for their turn. */
function createTurns(free: number) {
  const turns: (() => void)[] = [];
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => turns.push(resolve));
    try {
      return await work();
    } finally {
      const next = turns.shift();
      if (next) next();
      else free++;
    }
  };
}

export interface UploadOptions {
  signal?: AbortSignal;
  onProgress?: (sent: number) => void;
}

/** How much of some files has arrived: the first `complete` ones and a part of the next. 100 % means that the service has replied. */
function percentOf(files: readonly PendingFile[], complete: number, part: number): number {
  const sum = (some: readonly PendingFile[]) => some.reduce((total, { size }) => total + size, 0);
  const arrived = sum(files.slice(0, complete)) + (files[complete]?.size ?? 0) * part;
  return Math.min(99, Math.floor((arrived / Math.max(1, sum(files))) * 100));
}
