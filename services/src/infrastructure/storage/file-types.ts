import { fileTypeFromFile } from 'file-type';
import { PaddockError } from '../errors/paddock-error.js';

/** Types shown in the browser; all others are downloads. */
export type ListedType = 'image/gif' | 'image/png' | 'image/jpeg' | 'application/pdf' | 'video/mp4' | 'video/quicktime';

export const downloadOnly = 'application/octet-stream';
export type StoredType = ListedType | typeof downloadOnly;

/**
 * Each listed extension of no picture (the decisions to the specification, Names and calls) with its type and the contents that
 * agree with it.
 */
const listed: Record<string, { type: ListedType; contents: readonly string[] }> = {
  pdf: { type: 'application/pdf', contents: ['application/pdf'] },
  mp4: { type: 'video/mp4', contents: ['video/mp4', 'video/quicktime', 'video/x-m4v'] },
  mov: { type: 'video/quicktime', contents: ['video/mp4', 'video/quicktime', 'video/x-m4v'] },
};

/** Contents of pictures that are drawn again, with the type and the extensions that the result has. */
const pictures: Record<string, { type: ImageType; extensions: readonly [string, ...string[]] }> = {
  'image/gif': { type: 'image/gif', extensions: ['gif'] },
  'image/png': { type: 'image/png', extensions: ['png'] },
  'image/apng': { type: 'image/png', extensions: ['png'] },
  'image/jpeg': { type: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  'image/webp': { type: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  'image/avif': { type: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
};
/** HEVC is in no build of the picture library. */
const undrawn = /^image\/hei[cf]/;
const listedPictures = new Set(['gif', 'png', 'jpg', 'jpeg']);
/** Their files were downloads before they could be drawn, and still are with any other content. */
const drawnPictures = new Set(['webp', 'avif', 'heic', 'heif']);

/** A file's safe name and type, both by its content. */
export interface StoredFile {
  name: string;
  type: StoredType;
}

/**
 * The type of a file by its name, if its content matches. A picture is what its content is, and its name gets that extension.
 *
 * @throws INVALID_FILE if a listed extension has other content, and for a picture that cannot be drawn
 */
export async function detectFileType(filename: string, path: string): Promise<StoredFile> {
  const name = safeFileName(filename);
  const [suffix, extension = ''] = /\.([^.]+)$/.exec(name.toLowerCase()) ?? [''];
  const entry = Object.hasOwn(listed, extension) ? listed[extension] : undefined;
  if (!entry && !listedPictures.has(extension) && !drawnPictures.has(extension)) return { name, type: downloadOnly };
  const content = (await fileTypeFromFile(path))?.mime ?? '';
  if (entry) {
    if (!entry.contents.includes(content)) throw new PaddockError('INVALID_FILE', { reason: 'content' });
    return { name, type: entry.type };
  }
  if (undrawn.test(content)) throw new PaddockError('INVALID_FILE', { reason: 'undrawn' });
  const picture = Object.hasOwn(pictures, content) ? pictures[content]! : undefined;
  if (picture) {
    const { type, extensions } = picture;
    const stem = name.slice(0, name.length - suffix.length);
    return { name: extensions.includes(extension) ? name : `${stem}.${extensions[0]}`, type };
  }
  if (listedPictures.has(extension)) throw new PaddockError('INVALID_FILE', { reason: 'content' });
  return { name, type: downloadOnly };
}

/**
 * A new name of a stored file, with the extension that its type comes from.
 *
 * @throws INVALID_FILE for a listed extension of a file that was stored without it: its content was not compared
 */
export function renamedTo(name: string, former: string): string {
  const kept = /\.[^.]{1,16}$/.exec(former)?.[0] ?? '';
  const title = name.toLowerCase().endsWith(kept.toLowerCase()) ? name : name + kept;
  if (isListed(title) && !isListed(former)) throw new PaddockError('INVALID_FILE', { reason: 'content' });
  return title;
}

function isListed(name: string): boolean {
  const extension = /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? '';
  return Object.hasOwn(listed, extension) || listedPictures.has(extension);
}

export type ImageType = 'image/gif' | 'image/png' | 'image/jpeg';

export const isImageType = (type: StoredType): type is ImageType => type.startsWith('image/');

export const isVideoType = (type: StoredType) => type.startsWith('video/');

/** A file's name without characters that could lead to another folder, break a header or hide its extension. */
export function safeFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1)!;
  // Control characters, and those that change the writing direction.
  const plain = last.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  const extension = /\.[^.]{1,16}$/.exec(plain)?.[0] ?? '';
  const stem = plain.slice(0, plain.length - extension.length).slice(0, 140 - extension.length);
  return /^\.*$/.test(stem + extension) ? 'file' : stem + extension;
}
