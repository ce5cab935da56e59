import { SetMetadata } from '@nestjs/common';
import type { Call, CallArguments, CallReply } from '@paddock/contract/core/call';
import { CALL } from './call-metadata.js';
import type { IncomingFile } from '../../infrastructure/calls/incoming-file.js';
import type { CallerOf } from './caller.js';
import type { ExcessKeys } from '../../infrastructure/calls/excess-keys.js';

/** The method that handles a call: it receives the caller, the validated input, and the file of a multipart call. */
export type Handler<C extends Call> = (
  caller: CallerOf<C>,
  input: CallArguments<C>,
  ...file: [NonNullable<C['files']>] extends [never] ? [] : [IncomingFile]
) => Promise<CallReply<C>>;

type Replied<H extends (...args: never[]) => unknown> = Awaited<ReturnType<H>>;

/** Rejects a handler by naming the fields that its call's reply does not declare. */
type RepliesAsDeclared<C extends Call, H extends Handler<C>> = [ExcessKeys<Replied<H>, CallReply<C>>] extends [never]
  ? unknown
  : { 'The reply has fields that the call does not declare': ExcessKeys<Replied<H>, CallReply<C>> };

/**
 * Makes a controller's method the handler of a call of the contract, or of several that share method and path
 * ({@link selectCall} selects one). {@link CallRoutes} serves it with the guard and the reply's schema. A method that needs more of its
 * caller than the permission guarantees, or returns an undeclared field, does not compile.
 *
 * @example
 * ＠Answers(readEvent)
 * read(caller: SignedInCaller, input: CallArguments<typeof readEvent>) { return this.events.read(caller, input); }
 */
export function Answers<C extends Call>(...calls: readonly [C, ...C[]]) {
  const mark = SetMetadata(CALL, calls);
  return <H extends Handler<C>>(
    controller: object,
    method: string,
    descriptor: TypedPropertyDescriptor<H> & RepliesAsDeclared<C, H>,
  ): void => void mark(controller, method, descriptor);
}
