import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Call } from '@paddock/contract/core/call';
import { commonParameters, isCurrentApiVersion, type CommonParameters } from '@paddock/contract/core/common-parameters';
import type { Deployment, Language } from '@paddock/contract/core/deployment';
import { fieldCodes } from '@paddock/contract/core/field-codes';
import { permissions } from '@paddock/contract/core/permissions';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { SessionService } from '../sessions/session.service.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../users/user.schema.js';
import { networkOf } from '../../infrastructure/rate-limits/network-of.js';
import { CALL, callMeant } from './call-metadata.js';
import type { AnsweredCall, Caller } from './caller.js';
import { gatherInput } from '../../infrastructure/calls/gather-input.js';
import { languageOf } from '../../infrastructure/calls/language-of.js';
import { checkFeature, checkRole, checkWorkplace, mayEnter } from './permission-check.js';
import { Turns } from './turns.js';

const commonNames = new Set(Object.keys(commonParameters.shape));
const isCommon = ([name]: [string, unknown]) => commonNames.has(name);

/**
 * The guard of every call: gathers the input once, then checks version, community, switches, session and role, and last the
 * input against its declaration, so that callers without permission learn nothing about the input.
 */
@Injectable()
export class CallGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly communities: Communities,
    private readonly sessions: SessionService,
    private readonly turns: Turns,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const calls = this.reflector.get<readonly [Call, ...Call[]]>(CALL, context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const answered: AnsweredCall = (request.answered = { call: calls[0] });
    await this.turns.start(calls[0].name);
    const { fields, file } = await gatherInput(calls, request, this.communities.ofHost(request.host)?.flags);
    try {
      const own = Object.entries(fields).filter(
        (entry) => !isCommon(entry) || calls.some((call) => entry[0] in call.input.shape),
      );
      const call = (answered.call = callMeant(
        withOrWithoutToken(calls, bearerOf(request) ?? fields['token']),
        Object.fromEntries(own),
      ));
      answered.language = this.requestedLanguage(request, fields['preferred_lang']);
      if (!isCurrentApiVersion(fields['api-version'])) throw new PaddockError('DEPRECATED_CLIENT');
      const common = validated(commonParameters, Object.fromEntries(Object.entries(fields).filter(isCommon)));
      const caller = await this.callerOf(call, request, common);
      Object.assign(answered, { caller, file });
      checkRole(call.permission, caller.tenant, caller.user, caller.flags);
      Object.assign(answered, { input: validated(call.input, Object.fromEntries(own)) });
      return true;
    } catch (error) {
      file?.stream.resume();
      throw error;
    }
  }

  /** The language of a refusal before the caller is known. */
  private requestedLanguage(request: FastifyRequest, wish: unknown): Language | undefined {
    const config = this.communities.ofHost(request.host);
    const named = typeof wish === 'string' ? wish : undefined;
    return config && languageOf(config, named, request.headers['accept-language']);
  }

  private async callerOf(call: Call, request: FastifyRequest, common: CommonParameters): Promise<Caller> {
    const config = this.communities.ofHost(request.host);
    if (!config) throw new PaddockError('UNKNOWN_COMMUNITY');
    checkFeature(call.permission, config);
    const token = bearerOf(request) ?? common.token;
    const signedIn = token ? await this.signedIn(call, config, token) : undefined;
    const workplace = signedIn ? this.workplaceOf(call, config, common.workplace ?? '', signedIn.user) : '';
    const wishes = [signedIn?.user.language, common.preferred_lang, request.headers['accept-language']];
    const language = languageOf(config, ...wishes);
    const inLanguage = this.communities.inLanguage(config, language);
    return {
      tenant: tenantOf(config.id, workplace),
      config: inLanguage,
      flags: inLanguage.flags,
      language,
      ip: networkOf(request.ip),
      client: {
        agent: request.headers['user-agent'],
        platform: common['device-platform'],
        model: common['device-model'],
        version: common['device-version'],
      },
      ...signedIn,
    };
  }

  /** Session calls must succeed although the client sends a workplace that the user has left; they fall back to ''. */
  private workplaceOf(call: Call, config: Deployment, requested: string, user: UserRow): string {
    const { role } = permissions[call.permission];
    if ((role === 'anyone' || role === 'session') && !mayEnter(requested, config, user)) return '';
    checkWorkplace(requested, config, user);
    return requested;
  }

  /** A call for anyone also succeeds with an expired token: boot and sign-in must. */
  private async signedIn(call: Call, config: Deployment, token: string) {
    try {
      return await this.sessions.resolve(config.id, token);
    } catch (error) {
      if (error instanceof PaddockError && permissions[call.permission].role === 'anyone') return undefined;
      throw error;
    }
  }
}

/** Selects among calls that share a route: those for anyone without a token, the others with one. */
function withOrWithoutToken(calls: readonly [Call, ...Call[]], token: unknown): readonly Call[] {
  const isOpen = ({ permission }: Call) => permissions[permission].role === 'anyone';
  const meant = calls.filter((call) => isOpen(call) === !token);
  return meant.length > 0 ? meant : calls;
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}

function validated<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw new PaddockError('INVALID_INPUT', { fields: fieldCodes(parsed.error) });
  return parsed.data;
}
