import { fileTypeFromFile } from 'file-type';

/** Types shown in the browser; all others are downloads. */
export type ListedType = 'image/gif' | 'image/png' | 'image/jpeg' | 'application/pdf' | 'video/mp4' | 'video/quicktime';

export const downloadOnly = 'application/octet-stream';
export type StoredType = ListedType | typeof downloadOnly;

/** Each listed extension (the decisions to the specification, Names and calls) with its type and the contents that agree with it. */
const listed: Record<string, { type: ListedType; contents: readonly string[] }> = {
  gif: { type: 'image/gif', contents: ['image/gif'] },
  png: { type: 'image/png', contents: ['image/png', 'image/apng'] },
  jpg: { type: 'image/jpeg', contents: ['image/jpeg'] },
  jpeg: { type: 'image/jpeg', contents: ['image/jpeg'] },
  pdf: { type: 'application/pdf', contents: ['application/pdf'] },
  mp4: { type: 'video/mp4', contents: ['video/mp4', 'video/quicktime', 'video/x-m4v'] },
  mov: { type: 'video/quicktime', contents: ['video/mp4', 'video/quicktime', 'video/x-m4v'] },
};

/** The type of a file by its name, if its content matches; undefined if a listed extension has other content. */
export async function storedTypeOf(name: string, path: string): Promise<StoredType | undefined> {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const entry = Object.hasOwn(listed, extension) ? listed[extension] : undefined;
  if (!entry) return downloadOnly;
  const content = await fileTypeFromFile(path);
  return content && entry.contents.includes(content.mime) ? entry.type : undefined;
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
