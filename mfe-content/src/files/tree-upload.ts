import { uploadFile } from '@paddock/contract/calls/files';
import { addFile, createFolder, maxFolderPage, nameKey, readFolder } from '@paddock/contract/calls/folders';
import { asApiError } from '@paddock/mfe-kit/api-error';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { createStore, type Store } from '@paddock/mfe-kit/store';
import { type DroppedEntry, readTree, type Skipped, type TreeFile } from './dropped-tree';

/** Uploads at once, so that the page's calls find a connection. */
const maxAtOnce = 2;
const retryMs = 1000;

export interface TreeState {
  /** Files to upload; undefined while the folders are read. */
  total?: number;
  done: number;
  skipped: readonly Skipped[];
  isOver: boolean;
}

export interface TreeUpload {
  id: string;
  state: Store<TreeState>;
  stop(): void;
}

type TreeKit = Pick<Kit, 'api' | 'session' | 'realtime'>;

/**
 * Uploads dropped folders into a folder, and creates those that it does not have. What is refused is named and does not stop the rest.
 * The upload goes on while its screen is closed, and waits while there is no connection; it ends with the session and its workplace.
 */
export function uploadTree(kit: TreeKit, entries: readonly DroppedEntry[], into: string): TreeUpload {
  const state = createStore<TreeState>({ done: 0, skipped: [], isOver: false });
  const stopped = new AbortController();
  const { token, workplace } = kit.session.get();
  const isStopped = () =>
    stopped.signal.aborted || kit.session.get().token !== token || kit.session.get().workplace !== workplace;
  const report = (change: Partial<TreeState>) => state.set((now) => ({ ...now, ...change }));
  const skip = (skipped: Skipped) => state.set((now) => ({ ...now, skipped: [...now.skipped, skipped] }));

  const run = async () => {
    const tree = await readTree(entries);
    report({ total: tree.files.length, skipped: tree.skipped });
    const ids = new Map<string, string>([['', into]]);
    for (const path of tree.folders) {
      const parent = ids.get(keyOf(path.slice(0, -1)));
      if (isStopped()) return;
      if (parent === undefined) continue;
      try {
        ids.set(keyOf(path), await persistent(kit, isStopped, () => folderIn(kit, parent, path.at(-1)!)));
      } catch (error) {
        skip({ name: path.join('/'), code: codeOf(error) });
      }
    }
    const left = [...tree.files];
    const work = async () => {
      for (let next = left.shift(); next && !isStopped(); next = left.shift()) {
        const parent = ids.get(keyOf(next.folders));
        try {
          if (parent !== undefined) await put(kit, isStopped, next, parent);
        } catch (error) {
          if (isStopped()) return;
          skip({ name: [...next.folders, next.file.name].join('/'), code: codeOf(error) });
        }
        state.set((now) => ({ ...now, done: now.done + 1 }));
      }
    };
    await Promise.all(Array.from({ length: maxAtOnce }, work));
  };
  void run()
    // The session has ended, or the member has stopped it.
    .catch(() => undefined)
    .finally(() => report({ isOver: true }));
  return { id: crypto.randomUUID(), state, stop: () => stopped.abort() };
}

const keyOf = (path: readonly string[]) => path.join('/');

/** Creates a folder; returns the one that is there already. */
async function folderIn({ api }: TreeKit, parent: string, name: string): Promise<string> {
  const client_id = crypto.randomUUID();
  try {
    return (await api.call(createFolder, { client_id, name, parent })).item.id;
  } catch (error) {
    if (asApiError(error).code !== 'CONFLICT') throw error;
    const known = await findFolder(api, parent, name);
    if (known === undefined) throw error;
    return known;
  }
}

async function findFolder(api: Kit['api'], parent: string, name: string): Promise<string | undefined> {
  for (let page: string | null | undefined; page !== null;) {
    const { items, next } = await api.call(readFolder, { parent, count: maxFolderPage, ...(page && { page }) });
    const found = items.find((item) => item.folder && nameKey(item.name) === nameKey(name));
    // Folders come before files.
    if (found || items.some(({ folder }) => !folder)) return found?.id;
    page = next;
  }
  return undefined;
}

async function put(kit: TreeKit, isStopped: () => boolean, { file }: TreeFile, parent: string): Promise<void> {
  const client_id = crypto.randomUUID();
  let address: string | undefined;
  const upload = () =>
    kit.api.call(
      uploadFile,
      {},
      // With progress, because an upload may take any time while bytes flow.
      { file, onProgress: () => undefined, resume: { address, onAddress: (made) => (address = made) } },
    );
  const { path } = await persistent(kit, isStopped, upload);
  // The server removes the upload of a refused file after a day.
  await persistent(kit, isStopped, () => kit.api.call(addFile, { client_id, parent, file: path }));
}

/** Repeats a work that fails for lack of a connection. */
async function persistent<T>({ realtime }: TreeKit, isStopped: () => boolean, work: () => Promise<T>): Promise<T> {
  for (;;) {
    if (isStopped()) throw new Error('stopped');
    try {
      return await work();
    } catch (error) {
      if (!asApiError(error).passing) throw error;
      await connected(realtime);
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

function connected({ connection }: Kit['realtime']): Promise<void> {
  const isThere = () => connection.get() === 'live' || connection.get() === 'polling';
  if (isThere()) return Promise.resolve();
  return new Promise((resolve) => {
    const leave = connection.subscribe(() => {
      if (!isThere()) return;
      leave();
      resolve();
    });
  });
}

function codeOf(error: unknown): Skipped['code'] {
  const { code, fields } = asApiError(error);
  if (code === 'CONFLICT') return 'TAKEN';
  if (code === 'BODY_TOO_LARGE') return 'TOO_LARGE';
  if (fields?.['parent'] === 'parent_LENGTH_PATTERN') return 'TOO_DEEP';
  return fields?.['name'] === undefined ? 'REFUSED' : 'NAME';
}
