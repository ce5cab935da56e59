import { Injectable } from '@nestjs/common';
import type { Permission } from '@paddock/contract/core/permissions';
import { z } from 'zod';
import { checkFeature, checkRole, resolveWorkplace } from '../calls/permission-check.js';
import { Conversations } from '../conversations/conversations.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { socketLimits } from '../../infrastructure/rate-limits/limits.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { networkOf } from '../../infrastructure/rate-limits/network-of.js';
import { previewOf } from '../sessions/session-preview.js';
import { SessionService } from '../sessions/session.service.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { type Tenant, tenantOf } from '../../infrastructure/tenancy/tenant.js';
import type { SocketOf } from '../../infrastructure/realtime/realtime.js';
import {
  communityRoom,
  conversationRoom,
  previewsRoom,
  sessionRoom,
  userRoom,
  workplaceRoom,
} from '../../infrastructure/realtime/rooms.js';

/** The permission that a window needs to receive events of conversations. */
const reading: Permission = 'shouts.read';

const credentials = z.object({ token: z.string().min(1).max(200), workplace: z.string().max(80).default('') });

/** Decides which sockets may open and which rooms they join. Clients never choose rooms. */
@Injectable()
export class SocketAdmission {
  constructor(
    private readonly communities: Communities,
    private readonly sessions: SessionService,
    private readonly conversations: Conversations,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Admits a socket; the tenant comes from the requested host.
   *
   * @throws UNKNOWN_COMMUNITY, INVALID_TOKEN (another community's too), TOKEN_EXPIRED, EMAIL_NOT_VERIFIED, PENDING_APPROVAL,
   * FORBIDDEN.
   */
  async admit(host: string, address: string, auth: unknown): Promise<SocketOf> {
    const config = this.communities.ofHost(host);
    if (!config) throw new PaddockError('UNKNOWN_COMMUNITY');
    await this.limits.take('socket.connect', socketLimits.connect, config.id, networkOf(address));
    const parsed = credentials.safeParse(auth);
    if (!parsed.success) throw new PaddockError('INVALID_TOKEN');
    const { token, workplace } = parsed.data;
    const { session, user } = await this.sessions.resolve(config.id, token);
    const isPreviewing = previewOf(this.communities, { session, user }) !== undefined;
    const tenant = tenantOf(config.id, isPreviewing ? '' : resolveWorkplace(workplace, config, user));
    checkRole(reading, tenant, user, config);
    return { tenant, user: user._id, session: session._id, isPreviewing };
  }

  /** The rooms that a window belongs in now. */
  async roomsOf({ tenant, user, session, isPreviewing }: SocketOf): Promise<Set<string>> {
    if (isPreviewing) return new Set([previewsRoom(tenant.community), sessionRoom(tenant.community, session)]);
    const { community } = tenant;
    const own = [
      communityRoom(community),
      workplaceRoom(tenant),
      userRoom(tenant, user),
      sessionRoom(community, session),
    ];
    if (!this.readsConversations(tenant)) return new Set(own);
    const conversations = await this.conversations.roomsOf(tenant, user);
    return new Set([...own, ...conversations.map((id) => conversationRoom(tenant, id))]);
  }

  private readsConversations(tenant: Tenant): boolean {
    const config = this.communities.find(tenant.community);
    try {
      if (config) checkFeature(reading, config);
      return config !== undefined;
    } catch {
      return false;
    }
  }
}
