import type { Tenant } from '../tenancy/tenant.js';

/**
 * What an address shows of a file: its content in the page or as a download, the thumbnail, the rendition for feeds, or the
 * picture of a video.
 */
export const fileVariants = ['original', 'download', 'thumb', 'feed', 'poster'] as const;
export type FileVariant = (typeof fileVariants)[number];

/** Makes the signed address of a stored file. Implemented by `community/files`; bound to this class. */
export abstract class FileLinks {
  /** The address names viewer, file and expiry; each use checks the viewer's access again. */
  abstract fileAddress(tenant: Tenant, viewerId: string, fileId: string, variant: FileVariant): string;
}
