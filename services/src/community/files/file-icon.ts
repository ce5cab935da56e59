import type { FileIcon } from '@paddock/contract/calls/files';

const extensions: Readonly<Partial<Record<FileIcon, string>>> = {
  image: 'gif png jpg jpeg webp avif heic heif bmp tif tiff svg ico psd',
  video: 'mp4 mov m4v avi mkv webm wmv mpg mpeg 3gp 3g2 flv ogv',
  audio: 'mp3 wav m4a aac ogg oga opus flac wma aif aiff mid',
  pdf: 'pdf',
  document: 'doc docx odt rtf pages',
  spreadsheet: 'xls xlsx xlsm ods csv tsv numbers',
  presentation: 'ppt pptx odp key',
  archive: 'zip gz tgz tar bz2 xz 7z rar zst',
  text: 'txt md log json xml yml yaml html htm css js ts gpx ics',
};
const icons = new Map(
  Object.entries(extensions).flatMap(([icon, names]) => names.split(' ').map((name) => [name, icon as FileIcon])),
);

/** The type as which a frame of the app shows a text; undefined for any other file. The policy of its reply lets it do nothing. */
export function framedTypeOf(name: string): string | undefined {
  if (fileIconOf(name) !== 'text') return undefined;
  return /\.html?$/i.test(name) ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
}

/** The icon of a file by the extension of its name. */
export function fileIconOf(name: string): FileIcon {
  return icons.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? 'file';
}
