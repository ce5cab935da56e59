import { Inject, Injectable } from '@nestjs/common';
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { hourMs } from '@paddock/contract/core/durations';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { FileLinks, fileVariants, type FileVariant } from '../../infrastructure/file-links/file-links.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** An address is valid for 24 to 25 hours: it stays the same within an hour, so that browsers can cache its content. */
const lifetimeHours = 24;

export interface FileAddress {
  viewer: string;
  file: string;
  variant: FileVariant;
  /** Epoch seconds. */
  expires: number;
}

/**
 * Addresses of files: `/api/files/{viewer}/{file}?expires=…&signature=…`, with `variant=…` for all but the content in the
 * page. They name viewer, file and expiry and are signed for one community; each request checks the viewer's access again.
 */
@Injectable()
export class FileAddresses extends FileLinks {
  /** The imported key: each signature would import a text again, and a folder's page has hundreds. */
  private readonly secret: KeyObject;

  constructor(@Inject(ENVIRONMENT) environment: Environment) {
    super();
    this.secret = createSecretKey(environment.secret, 'utf8');
  }

  override fileAddress(tenant: Tenant, viewer: string, file: string, variant: FileVariant): string {
    return this.until(
      tenant,
      viewer,
      file,
      variant,
      ((Math.floor(Date.now() / hourMs) + 1 + lifetimeHours) * hourMs) / 1000,
    );
  }

  /** Like {@link fileAddress}, valid until the given instant in epoch seconds. */
  until(tenant: Tenant, viewer: string, file: string, variant: FileVariant, expires: number): string {
    const signature = this.sign(tenant.community, { viewer, file, variant, expires }).toString('base64url');
    const query = `expires=${expires}${variant === 'original' ? '' : `&variant=${variant}`}&signature=${signature}`;
    return `/api/files/${encodeURIComponent(viewer)}/${encodeURIComponent(file)}?${query}`;
  }

  /**
   * Returns the parts of a requested address.
   *
   * @throws FILE_NOT_FOUND for an address that was not signed here for this community; LINK_EXPIRED for an expired one.
   */
  verify(community: string, viewer: string, file: string, query: Readonly<Record<string, unknown>>): FileAddress {
    const { expires, signature, variant: asked = 'original' } = query;
    if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires))
      throw new PaddockError('FILE_NOT_FOUND');
    const variant = fileVariants.find((known) => known === asked);
    if (!variant) throw new PaddockError('FILE_NOT_FOUND');
    const address = { viewer, file, variant, expires: Number(expires) };
    const actual = Buffer.from(signature, 'base64url');
    const expected = this.sign(community, address);
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
      throw new PaddockError('FILE_NOT_FOUND');
    if (address.expires * 1000 <= Date.now()) throw new PaddockError('LINK_EXPIRED');
    return address;
  }

  /** JSON, so that different addresses never have the same text. */
  private sign(community: string, { viewer, file, variant, expires }: FileAddress): Buffer {
    return createHmac('sha256', this.secret)
      .update(JSON.stringify(['file', community, viewer, file, variant, expires]))
      .digest();
  }
}

/** The viewer of an address; undefined for any other text. */
export function viewerOfAddress(address: string): string | undefined {
  return /^\/api\/files\/([\w:-]{1,80})\/[^/?\s]+\?[\w&=-]+$/.exec(address)?.[1];
}

/** The file of an address, for any viewer; undefined for any other text. */
export function fileOfAddress(address: string): string | undefined {
  return /^\/api\/files\/[^/?\s]+\/([\w:-]{1,80})\?[\w&=-]+$/.exec(address)?.[1];
}
