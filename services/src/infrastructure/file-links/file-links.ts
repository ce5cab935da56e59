import type { Tenant } from '../tenancy/tenant.js';

export type FileVariant = 'original' | 'thumb';

/** Makes the signed address of a stored file. Implemented by `community/files`; bound to this class. */
export abstract class FileLinks {
  /** The address names viewer, file and expiry; each use checks the viewer's access again. */
  abstract fileAddress(tenant: Tenant, viewerId: string, fileId: string, variant: FileVariant): string;
}
