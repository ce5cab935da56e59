import type { Tenant } from '../tenancy/tenant.js';

export type FileVariant = 'original' | 'thumb';

/** Makes the signed address of a stored file. Implemented by `community/files`; bound to this class. */
export abstract class FileLinks {
  /** Names viewer, file and expiry; the right to read is checked again when it is used. */
  abstract fileAddress(tenant: Tenant, viewerId: string, fileId: string, variant: FileVariant): string;
}
