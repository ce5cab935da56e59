import { Injectable } from '@nestjs/common';
import type { CommonParameters } from '@paddock/contract/core/common-parameters';
import type { Deployment } from '@paddock/contract/core/deployment';
import { type AnyPermission, ruleOf } from '@paddock/contract/core/permissions';
import { workplaceOf } from '@paddock/contract/core/workplaces';
import type { FastifyRequest } from 'fastify';
import { languageOf } from '../../infrastructure/calls/language-of.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { networkOf } from '../../infrastructure/rate-limits/network-of.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { SessionService } from '../sessions/session.service.js';
import { isReadOnly, previewOf } from '../sessions/session-preview.js';
import { previewedMember } from '../users/previewed-member.js';
import type { UserRow } from '../users/user.schema.js';
import type { Caller } from './caller.js';
import { checkFeature, resolveWorkplace } from './permission-check.js';

/** Identifies the sender of a request by its host, session token and workplace. */
@Injectable()
export class Callers {
  constructor(
    private readonly communities: Communities,
    private readonly sessions: SessionService,
  ) {}

  /**
   * The role is not checked yet, see `checkRole`.
   *
   * @throws UNKNOWN_COMMUNITY, FEATURE_DISABLED, INVALID_TOKEN, TOKEN_EXPIRED; FORBIDDEN for a workplace of others.
   */
  async of(
    permission: AnyPermission,
    request: FastifyRequest,
    common: Partial<CommonParameters>,
    { isPreviewed = true }: { isPreviewed?: boolean } = {},
  ): Promise<Caller> {
    const arrived = performance.now();
    const live = this.communities.ofHost(request.host);
    if (!live) throw new PaddockError('UNKNOWN_COMMUNITY');
    const token = bearerOf(request) ?? common.token;
    const session = token ? await this.signedIn(permission, live, token) : undefined;
    const preview = session && isPreviewed ? previewOf(this.communities, session) : undefined;
    const config = preview?.deployment.config ?? live;
    checkFeature(permission, config);
    const signedIn = session && preview ? { ...session, user: previewedMember(session.user, preview) } : session;
    const workplace = signedIn ? placeOf(permission, config, common.workplace ?? '', signedIn.user) : '';
    const wishes = [signedIn?.user.language, common.preferred_lang, request.headers['accept-language']];
    const language = languageOf(config, ...wishes);
    const inLanguage = preview?.deployment.configs.get(language) ?? this.communities.inLanguage(config, language);
    return {
      tenant: tenantOf(config.id, workplace),
      config: inLanguage,
      flags: inLanguage.flags,
      arrived,
      language,
      ip: networkOf(request.ip),
      client: {
        agent: request.headers['user-agent'],
        platform: common['device-platform'],
        model: common['device-model'],
        version: common['device-version'],
      },
      ...signedIn,
      ...(preview && { preview }),
      ...(session && isPreviewed && isReadOnly(session) && { isReadOnly: true }),
    };
  }

  /** A call for anyone also succeeds with an expired token: boot and sign-in must. */
  private async signedIn(permission: AnyPermission, config: Deployment, token: string) {
    try {
      return await this.sessions.resolve(config.id, token);
    } catch (error) {
      checkFeature(permission, config);
      if (error instanceof PaddockError && ruleOf(permission).role === 'anyone') return undefined;
      throw error;
    }
  }
}

/** Session calls must succeed although the client sends a workplace that the user has left; they fall back to the user's first one. */
function placeOf(permission: AnyPermission, config: Deployment, requested: string, user: UserRow): string {
  const { role } = ruleOf(permission);
  if (role === 'anyone' || role === 'session') return workplaceOf(user, requested, config);
  return resolveWorkplace(requested, config, user);
}

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}
