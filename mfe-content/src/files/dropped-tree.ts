import { maxUploadBytes } from '@paddock/contract/calls/files';
import { isFileName, maxDepth, maxNameLength } from '@paddock/contract/calls/folders';

/** Files of one drop. */
export const maxTreeFiles = 1000;
/** What systems leave in folders. */
const clutter = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** Why something of a dropped folder is not uploaded; the codes of the service come as they are. */
export type SkipCode = 'NAME' | 'TAKEN' | 'TOO_LARGE' | 'UNREADABLE' | 'TOO_DEEP' | 'TOO_MANY' | 'REFUSED';

export interface Skipped {
  /** With the folders above. */
  name: string;
  code: SkipCode;
}

export interface TreeFile {
  /** Names of the folders above. */
  folders: readonly string[];
  file: File;
}

/** What was dropped: each folder after the one that contains it. */
export interface DroppedTree {
  folders: (readonly string[])[];
  files: TreeFile[];
  skipped: Skipped[];
}

/** The part of `FileSystemEntry` that is read. */
export type DroppedEntry = Pick<FileSystemEntry, 'name' | 'isDirectory'> &
  Partial<Pick<FileSystemFileEntry, 'file'> & Pick<FileSystemDirectoryEntry, 'createReader'>>;

/** Reads dropped folders with all that they contain. What cannot be uploaded is named and skipped. */
export async function readTree(entries: readonly DroppedEntry[]): Promise<DroppedTree> {
  const tree: DroppedTree = { folders: [], files: [], skipped: [] };
  for (const entry of entries) await read(entry, [], tree);
  return tree;
}

async function read(entry: DroppedEntry, above: readonly string[], tree: DroppedTree): Promise<void> {
  const { name, isDirectory } = entry;
  const skip = (code: SkipCode) => void tree.skipped.push({ name: [...above, name].join('/'), code });
  if (clutter.has(name)) return;
  if (name.length > maxNameLength || !isFileName(name)) return skip('NAME');
  try {
    if (isDirectory) {
      if (above.length >= maxDepth) return skip('TOO_DEEP');
      const path = [...above, name];
      tree.folders.push(path);
      for (const child of await childrenOf(entry)) await read(child, path, tree);
      return;
    }
    if (tree.files.length >= maxTreeFiles) return skip('TOO_MANY');
    const file = await new Promise<File>((resolve, reject) => entry.file!(resolve, reject));
    if (file.size > maxUploadBytes) return skip('TOO_LARGE');
    tree.files.push({ folders: above, file });
  } catch {
    skip('UNREADABLE');
  }
}

/** Browsers return up to a hundred entries at a time, and an empty list at the end. */
async function childrenOf(entry: DroppedEntry): Promise<DroppedEntry[]> {
  const reader = entry.createReader!();
  const children: DroppedEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return children.sort((one, other) => one.name.localeCompare(other.name));
    children.push(...some);
  }
}
