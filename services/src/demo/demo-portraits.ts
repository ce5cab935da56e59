import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { FilesService } from '../community/files/files.service.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import type { DemoContent } from './demo-content.js';

/** Uploads the members' portraits, as a sign-up does. @returns their addresses by username */
export async function storePortraits(
  files: FilesService,
  folder: string,
  tenant: Tenant,
  members: DemoContent['members'],
): Promise<Map<string, string>> {
  const portraits = new Map<string, string>();
  // One after another: the queue of pictures is short on purpose.
  for (const { username } of members.filter(({ portrait }) => portrait)) {
    const filename = `${username}.png`;
    const stream = createReadStream(join(folder, 'images/portraits', tenant.community, filename));
    const { profile_image } = await files.uploadSignUpImage(tenant, { filename, stream });
    portraits.set(username, profile_image);
  }
  return portraits;
}
