import { Injectable } from '@nestjs/common';
import type { PushMessage } from '@paddock/contract/calls/push';
import { missingAccess } from '@paddock/contract/calls/users';
import { languageOf } from '../../../infrastructure/calls/language-of.js';
import { CommunityAddress } from '../../../infrastructure/links/community-address.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import { SessionRepository } from '../../sessions/session.repository.js';
import type { UserRow } from '../../users/user.schema.js';
import { pushText } from './push-text.js';
import { isQuiet } from './quiet-hours.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../users/user.repository.js';
import { addressOf, type NotificationRow } from '../notification.schema.js';
import { PushDeviceRepository } from './push-device.repository.js';
import type { Reachable } from './push-device.schema.js';
import type { PushJob } from './push-job.repository.js';

/** Writes the message of a notification for a device, if it is still to be sent. */
@Injectable()
export class PushMessages {
  constructor(
    private readonly devices: PushDeviceRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly communities: Communities,
    private readonly addresses: CommunityAddress,
  ) {}

  /** Undefined if it is not to be sent any more: read or taken back, in quiet hours, or its session has ended. */
  async for(
    tenant: Tenant,
    { order }: PushJob,
    device: Reachable,
    notification: NotificationRow,
  ): Promise<PushMessage | undefined> {
    const now = new Date();
    if (notification.read || notification.order !== order) return undefined;
    const [session, user] = await Promise.all([
      this.sessions.byId(tenant, device._id),
      this.users.byId(tenant, notification.user),
    ]);
    if (!session || session.expires <= now) {
      await this.devices.end(tenant, [device._id]);
      return undefined;
    }
    return user && !isQuiet(user.quiet_hours, now) ? this.write(tenant, device, notification, user) : undefined;
  }

  private write(
    { community }: Tenant,
    device: Reachable,
    notification: NotificationRow,
    user: UserRow,
  ): PushMessage | undefined {
    const config = this.communities.find(community);
    if (!config || missingAccess(user, config) !== undefined) return undefined;
    const language = languageOf(config, user.language, device.language);
    const body = pushText(notification, language);
    if (body === undefined) return undefined;
    const { title } = this.communities.inLanguage(config, language);
    const address = addressOf(this.addresses, notification);
    return { tag: notification._id, id: notification.order, title, body, address, language };
  }
}
