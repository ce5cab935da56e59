import type { AttachedFile } from '@paddock/contract/calls/files';
import type { ShoutCard } from '@paddock/contract/calls/shouts';

export interface Medium {
  kind: 'picture' | 'video';
  file: AttachedFile;
}

const isVideo = ({ icon, type, processing }: AttachedFile) =>
  icon === 'video' && (type === 'video/mp4' || processing !== undefined);

/** The pictures of a shout, then its videos. A video that no browser plays is a file. */
export function mediaOf({ images, files }: Pick<ShoutCard, 'images' | 'files'>): Medium[] {
  const pictures = images.map((file) => ({ kind: 'picture', file }) as const);
  return [...pictures, ...files.filter(isVideo).map((file) => ({ kind: 'video', file }) as const)];
}

/** The files to download. */
export const documentsOf = ({ files }: Pick<ShoutCard, 'files'>): AttachedFile[] =>
  files.filter((file) => !isVideo(file));

/** The media that can be opened. */
export const openableOf = (media: readonly Medium[]): Medium[] =>
  media.filter(({ file }) => file.processing === undefined);
