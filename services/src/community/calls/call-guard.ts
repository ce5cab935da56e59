import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Call } from '@paddock/contract/core/call';
import { commonParameters, isCurrentApiVersion } from '@paddock/contract/core/common-parameters';
import type { Language } from '@paddock/contract/core/deployment';
import { fieldCodes } from '@paddock/contract/core/field-codes';
import { permissions } from '@paddock/contract/core/permissions';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { CALL, callMeant } from './call-metadata.js';
import type { AnsweredCall } from './caller.js';
import { bearerOf, Callers } from './callers.js';
import { gatherInput } from '../../infrastructure/calls/gather-input.js';
import { languageOf } from '../../infrastructure/calls/language-of.js';
import { checkRole } from './permission-check.js';
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
    private readonly callers: Callers,
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
      const caller = await this.callers.of(call.permission, request, common);
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
}

/** Selects among calls that share a route: those for anyone without a token, the others with one. */
function withOrWithoutToken(calls: readonly [Call, ...Call[]], token: unknown): readonly Call[] {
  const isOpen = ({ permission }: Call) => permissions[permission].role === 'anyone';
  const meant = calls.filter((call) => isOpen(call) === !token);
  return meant.length > 0 ? meant : calls;
}

function validated<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw new PaddockError('INVALID_INPUT', { fields: fieldCodes(parsed.error) });
  return parsed.data;
}
