import { uploadFile, type UploadedFile } from '@paddock/contract/calls/files';
import { ApiError, asApiError } from '../kit/api-error';
import type { Kit, SessionService } from '../kit/kit-context';
import type { Attachments, Uploads } from '../kit/uploads';
import { draftKey } from '../session/drafts';
import { createAttachments } from './attachments';
import { createKeptFiles, type KeptFiles } from './kept-files';

export interface UploadsSettings extends Pick<Kit, 'api' | 'storage'> {
  session: Pick<SessionService, 'get' | 'subscribe'>;
  connection: Kit['realtime']['connection'];
}

/** Types of the pictures that the server draws and posts contain as `image_urls`. */
const pictureTypes = ['image/gif', 'image/jpeg', 'image/png'];

/** The uploads of a member in one workplace: files belong to the workplace in which they are uploaded. */
interface Own {
  user: string;
  workplace: string;
  kept: KeptFiles;
  drafts: Map<string, Attachments & { end: () => void }>;
}

/** Creates the {@link Uploads} of a page; the files of one member are never shown to the next. */
export function createUploads({ api, session, connection, storage }: UploadsSettings): Uploads {
  let own: Own | undefined;
  const scope = () => ({ user: session.get().user?.id ?? '', workplace: session.get().workplace });
  const isOver = () => own?.user !== scope().user || own.workplace !== scope().workplace;
  const ofMember = (): Own => {
    if (own && !isOver()) return own;
    end();
    const made = { ...scope(), kept: createKeptFiles(scope().user), drafts: new Map() };
    void sweep(made.kept);
    return (own = made);
  };
  const end = () => {
    own?.drafts.forEach((draft) => draft.end());
    own = undefined;
  };
  session.subscribe(() => isOver() && end());

  /** Removes files that no draft and no unsent post names. */
  async function sweep(kept: KeptFiles) {
    const keys = await kept.keys();
    const named = Object.keys(storage).map((key) => storage.getItem(key) ?? '');
    await kept.remove(keys.filter((key) => !named.some((text) => text.includes(key))));
  }

  /** Uploads a kept file once, also when several windows try. */
  async function upload({ kept }: Own, key: string, options: UploadOptions = {}): Promise<UploadedFile> {
    return alone(key, async () => {
      const found = await kept.get(key);
      if (!found) throw new ApiError('DOWNLOAD_ERROR', '', 400);
      if (found.uploaded) return found.uploaded;
      const resume = {
        address: found.address,
        onAddress: (address: string) => void kept.change(key, { address }),
      };
      try {
        // With progress, because an upload may take any time while bytes flow.
        const { signal, onProgress = () => undefined } = options;
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
    async post(files, send) {
      const mine = ofMember();
      const keys = files.map(({ key }) => key);
      const attempt = async () => {
        const uploaded: UploadedFile[] = [];
        for (const key of keys) uploaded.push(await upload(mine, key));
        const isPicture = ({ type }: UploadedFile) => pictureTypes.includes(type);
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

export interface UploadOptions {
  signal?: AbortSignal;
  onProgress?: (sent: number) => void;
}

/** Runs `work` in one window at a time. */
const alone = <T>(key: string, work: () => Promise<T>): Promise<T> =>
  // Absent from pages without HTTPS.
  'locks' in navigator ? navigator.locks.request(`paddock.upload.${key}`, work) : work();
