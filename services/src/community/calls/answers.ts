import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  UseGuards,
  UseInterceptors,
  type ExecutionContext,
} from '@nestjs/common';
import type { Call, CallArguments, CallReply } from '@paddock/contract/core/call';
import type { FastifyRequest } from 'fastify';
import { CallGuard } from './call-guard.js';
import { CALL } from './call-metadata.js';
import type { JsonText } from '../../infrastructure/calls/json-text.js';
import type { IncomingFile } from '../../infrastructure/calls/incoming-file.js';
import type { CallerOf } from './caller.js';
import { ReplyInterceptor } from './reply-interceptor.js';
import type { ExcessKeys } from '../../infrastructure/calls/excess-keys.js';

/** The method that handles a call: it receives the caller, the validated input, and the file of a multipart call. */
export type Handler<C extends Call> = (
  caller: CallerOf<C>,
  input: CallArguments<C>,
  ...file: [NonNullable<C['files']>] extends [never] ? [] : [IncomingFile]
) => Promise<CallReply<C> | JsonText<CallReply<C>>>;

type Replied<H extends (...args: never[]) => unknown> = Exclude<Awaited<ReturnType<H>>, JsonText<unknown>>;

/** Rejects a handler by naming the fields that its call's reply does not declare. */
type RepliesAsDeclared<C extends Call, H extends Handler<C>> = [ExcessKeys<Replied<H>, CallReply<C>>] extends [never]
  ? unknown
  : { 'The reply has fields that the call does not declare': ExcessKeys<Replied<H>, CallReply<C>> };

const Caller = createParamDecorator((_: unknown, context: ExecutionContext) => answered(context)?.caller);
const Input = createParamDecorator((_: unknown, context: ExecutionContext) => answered(context)?.input);
const File = createParamDecorator((_: unknown, context: ExecutionContext) => answered(context)?.file);
const answered = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().answered;

/**
 * Makes a controller's method the handler of a call of the contract, or of several that share method and path
 * ({@link callMeant} selects one): it sets route, method and status, the guard that validates and checks the permission, and the
 * reply's schema. A method that needs more of its caller than the permission guarantees, or returns an undeclared field, does
 * not compile.
 *
 * @example
 * ＠Answers(readEvent)
 * read(caller: SignedInCaller, input: CallArguments<typeof readEvent>) { return this.events.read(caller, input); }
 */
export function Answers<C extends Call>(...calls: readonly [C, ...C[]]) {
  const [call] = calls;
  const route = applyDecorators(
    RequestMapping({ path: call.path.replaceAll(/\{(\w+)\}/g, ':$1'), method: RequestMethod[call.method] }),
    HttpCode(call.status ?? 200),
    SetMetadata(CALL, calls),
    UseGuards(CallGuard),
    UseInterceptors(ReplyInterceptor),
  );
  return <H extends Handler<C>>(
    controller: object,
    method: string,
    descriptor: TypedPropertyDescriptor<H> & RepliesAsDeclared<C, H>,
  ): void => {
    route(controller, method, descriptor);
    for (const [index, parameter] of [Caller, Input, File].entries()) parameter()(controller, method, index);
  };
}
