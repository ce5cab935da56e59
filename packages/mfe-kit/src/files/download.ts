import type { AttachedFile } from '@paddock/contract/calls/files';
import { PlatformError } from '../platform/platform';

/** Downloads a file under its own name. @throws {PlatformError} `DOWNLOAD_ERROR` if it is gone or the network is */
export async function download({ safeFilePath, name }: Pick<AttachedFile, 'safeFilePath' | 'name'>): Promise<void> {
  // No script learns of a failed download, so one byte is fetched first; an empty file has none.
  const one = { headers: { range: 'bytes=0-0' }, cache: 'no-store' } as const;
  const reply = await fetch(safeFilePath, one).catch(() => undefined);
  await reply?.body?.cancel();
  if (!reply?.ok && reply?.status !== 416) throw new PlatformError('DOWNLOAD_ERROR');
  const link = document.createElement('a');
  link.href = safeFilePath;
  link.download = name;
  link.click();
}

/** Saves a text that the page already has as a file. */
export function saveText(text: string, name: string, type: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // Some browsers read it only after the press.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
