import type { AttachedFile } from '@paddock/contract/calls/files';
import { PlatformError } from '@paddock/mfe-kit/platform';

/** Downloads a file under its own name. @throws {PlatformError} `DOWNLOAD_ERROR` if it is gone or the network is */
export async function download({ safeFilePath, name }: Pick<AttachedFile, 'safeFilePath' | 'name'>): Promise<void> {
  // The browser reports a failed download to nobody, so the address is asked first.
  const reply = await fetch(safeFilePath, { method: 'HEAD' }).catch(() => undefined);
  if (!reply?.ok) throw new PlatformError('DOWNLOAD_ERROR');
  const link = document.createElement('a');
  link.href = safeFilePath;
  link.download = name;
  link.click();
}
