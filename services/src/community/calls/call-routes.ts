import { Inject, Injectable, type Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { Call } from '@paddock/contract/core/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Deadline } from '../../infrastructure/calls/deadline.js';
import type { IncomingFile } from '../../infrastructure/calls/incoming-file.js';
import { replyRenderer } from '../../infrastructure/calls/reply-renderer.js';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { ErrorFilter } from '../../infrastructure/errors/error-filter.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { inPreview } from '../../infrastructure/tenancy/preview.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { CallGuard } from './call-guard.js';
import { CALL } from './call-metadata.js';
import type { AnsweredCall, Caller } from './caller.js';

type Calls = readonly [Call, ...Call[]];
type Handle = (caller: Caller, input: object, file?: IncomingFile) => Promise<unknown>;

/** The handler of a controller's route: one or several calls that share method and path. */
interface CallRoute {
  readonly calls: Calls;
  readonly handle: Handle;
}

/**
 * Serves the calls that controllers answer (`@Answers`), each route by one function: guard, limits, handler, renderer. Nest's own
 * pipeline of guards, interceptors and filters takes longer than all of these together.
 */
@Injectable()
export class CallRoutes {
  /** Modules whose calls another process answers. */
  private elsewhere: ReadonlySet<unknown> = new Set();

  constructor(
    private readonly controllers: DiscoveryService,
    private readonly methods: MetadataScanner,
    private readonly guard: CallGuard,
    private readonly limits: RateLimits,
    private readonly errors: ErrorFilter,
    private readonly deadline: Deadline,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  serve(fastify: FastifyInstance, elsewhere: ReadonlySet<Type>): void {
    this.elsewhere = elsewhere;
    for (const { calls, handle } of this.routes()) {
      const [{ method, path }] = calls;
      const url = `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      const answer = this.answerer(calls, handle);
      fastify.route({ method, url, handler: (request, reply) => void answer(request, reply) });
    }
  }

  routes(): CallRoute[] {
    const own = this.controllers.getControllers().filter(({ host }) => !this.elsewhere.has(host?.metatype));
    return own.flatMap(({ instance }) => {
      const controller = instance as Record<string, Handle>;
      return this.methods.getAllMethodNames(Object.getPrototypeOf(controller) as object).flatMap((name) => {
        const calls = Reflect.getMetadata(CALL, controller[name]!) as Calls | undefined;
        return calls ? [{ calls, handle: controller[name]!.bind(controller) }] : [];
      });
    });
  }

  private answerer(calls: Calls, handle: Handle) {
    const admit = this.guard.of(calls);
    const renderers = new Map(calls.map((call) => [call, this.rendererOf(call)]));
    const isTimed = calls.every(({ files, slow }) => !files && !slow);
    return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const answered: AnsweredCall = (request.answered = { call: calls[0] });
      let isAnswered = false;
      const refuse = (error: unknown) => {
        if (!isAnswered) this.errors.refuse(error, request, reply);
        isAnswered = true;
      };
      const deadline = setTimeout(() => refuse(new PaddockError('SERVICE_UNAVAILABLE')), this.deadline.ms);
      try {
        const { caller, input } = await admit(request, answered);
        // The client has its refusal already: nothing may be written, and a file's stream has no source any more.
        if (isAnswered) return;
        if (!isTimed) clearTimeout(deadline);
        const { call, file } = answered;
        await this.limits.takeCall(call.name, caller, input);
        const result = await inPreview(caller.preview, () => handle(caller, input, file)).catch(
          async (error: unknown) => {
            await this.limits.giveBackCall(call.name, caller, input);
            throw error;
          },
        );
        if (isAnswered) return;
        const text = renderers.get(call)!(result);
        reply
          .code(call.status ?? 200)
          .header('content-type', 'application/json; charset=utf-8')
          .send(text);
      } catch (error) {
        refuse(error);
      } finally {
        clearTimeout(deadline);
        // An unread file of a refused call would block the connection.
        answered.file?.stream.resume();
      }
    };
  }

  /** Tests also validate replies, which the renderer does not. */
  private rendererOf({ reply }: Call) {
    const render = replyRenderer(reply);
    return this.environment.test ? (value: unknown) => render(reply.parse(value)) : render;
  }
}
