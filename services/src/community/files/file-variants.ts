import type { FileVariant } from '../../infrastructure/file-links/file-links.js';
import { downloadOnly } from '../../infrastructure/storage/file-types.js';
import { renditionType } from '../../infrastructure/storage/images/images.js';
import type { FileRow } from './file.schema.js';

/** What an address shows; without a key if the file has no such variant. */
export function contentOf(row: FileRow, variant: FileVariant): { key: string | undefined; type: string } {
  switch (variant) {
    case 'original':
    case 'download':
      // Until a video is transcoded it is a download.
      return { key: row.key, type: row.processing === undefined ? row.type : downloadOnly };
    case 'thumb':
      return { key: row.thumb_key, type: renditionType };
    case 'feed':
      return { key: row.feed_key, type: renditionType };
    case 'poster':
      return { key: row.poster_key, type: 'image/jpeg' };
  }
}
