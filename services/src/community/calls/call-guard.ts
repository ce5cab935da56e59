import { Injectable } from '@nestjs/common';
import { logout } from '@paddock/contract/calls/account';
import { writeLog } from '@paddock/contract/calls/boot';
import { endPreview } from '@paddock/contract/calls/previews';
import { readJwt } from '@paddock/contract/calls/sessions';
import type { Call } from '@paddock/contract/core/call';
import { commonParameters, isCurrentApiVersion } from '@paddock/contract/core/common-parameters';
import type { Language } from '@paddock/contract/core/deployment';
import { contractVersion } from '@paddock/contract/core/contract-version';
import { ruleOf } from '@paddock/contract/core/permissions';
import type { FastifyRequest } from 'fastify';
import { inputReader } from '../../infrastructure/calls/gather-input.js';
import { languageOf } from '../../infrastructure/calls/language-of.js';
import { parseForm } from '../../infrastructure/calls/parse-form.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { selectCall } from './call-metadata.js';
import type { AdmittedCall, AnsweredCall } from './caller.js';
import { bearerOf, Callers } from './callers.js';
import { checkRole } from './permission-check.js';
import { Turns } from './turns.js';

/** Calls that end what a session shows; they run with the member's own roles. */
const leavesPreview = new Set<string>([endPreview.name, logout.name]);
/**
 * A previewing session only reads, and gets no JWT: other systems would trust the role in it. Its windows still write logs.
 */
const isOpenInPreview = ({ method, name }: Call) =>
  name === writeLog.name || (method === 'GET' && name !== readJwt.name);

const majorOf = (version: string) => Number.parseInt(version, 10);

const commonNames = new Set(Object.keys(commonParameters.shape));

/**
 * The guard of every call: gathers the input once, then checks version, community, switches, session and role, and last the
 * input against its declaration, so that callers without permission learn nothing about the input.
 */
@Injectable()
export class CallGuard {
  constructor(
    private readonly communities: Communities,
    private readonly callers: Callers,
    private readonly turns: Turns,
  ) {}

  /** The guard of the calls of one route. It notes in `answered` what error filter and log need, and throws refusals. */
  of(calls: readonly [Call, ...Call[]]) {
    const read = inputReader(calls);
    const isDeclared = new Set(calls.flatMap(({ input }) => Object.keys(input.shape)));
    return async (request: FastifyRequest, answered: AnsweredCall): Promise<AdmittedCall> => {
      await this.turns.start(calls[0].name);
      const { fields, file } = await read(request, this.communities.ofHost(request.host)?.flags);
      if (file) answered.file = file;
      const own: [string, unknown][] = [];
      const common: [string, unknown][] = [];
      for (const field of fields) {
        const isCommon = commonNames.has(field[0]);
        if (isCommon) common.push(field);
        if (!isCommon || isDeclared.has(field[0])) own.push(field);
      }
      const input = Object.fromEntries(own);
      const token = bearerOf(request) ?? fields.get('token');
      const call = (answered.call = calls.length > 1 ? selectCall(withOrWithoutToken(calls, token), input) : calls[0]);
      try {
        if (!isCurrentApiVersion(fields.get('api-version')) || isFormerWindow(fields))
          throw new PaddockError('DEPRECATED_CLIENT');
        const parameters = common.length > 0 ? parseForm(commonParameters, Object.fromEntries(common)) : {};
        const isPreviewed = !leavesPreview.has(call.name);
        const caller = (answered.caller = await this.callers.of(call.permission, request, parameters, { isPreviewed }));
        checkRole(call.permission, caller.tenant, caller.user, caller.config);
        if (caller.isReadOnly && !isOpenInPreview(call)) throw new PaddockError('PREVIEW_READ_ONLY');
        return { caller, input: parseForm(call.input, input) };
      } catch (error) {
        answered.language = this.requestedLanguage(request, fields.get('preferred_lang'));
        throw error;
      }
    };
  }

  /** The language of a refusal before the caller is known. */
  private requestedLanguage(request: FastifyRequest, wish: unknown): Language | undefined {
    const config = this.communities.ofHost(request.host);
    const named = typeof wish === 'string' ? wish : undefined;
    return config && languageOf(config, named, request.headers['accept-language']);
  }
}

/**
 * True for a window whose contract has an earlier major version: a reload replaces it. A later one passes, because an upgrade replaces the
 * shell before the processes, and a reload would bring the same shell.
 */
function isFormerWindow(fields: ReadonlyMap<string, unknown>): boolean {
  const version = fields.get('client-version');
  return (
    fields.get('device-platform') === 'web' &&
    typeof version === 'string' &&
    majorOf(version) < majorOf(contractVersion)
  );
}

/** Selects among calls that share a route: those for anyone without a token, the others with one. */
function withOrWithoutToken(calls: readonly [Call, ...Call[]], token: unknown): readonly Call[] {
  const isOpen = ({ permission }: Call) => ruleOf(permission).role === 'anyone';
  const meant = calls.filter((call) => isOpen(call) === !token);
  return meant.length > 0 ? meant : calls;
}
