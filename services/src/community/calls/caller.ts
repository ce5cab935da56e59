import type { Call, CallArguments } from '@paddock/contract/core/call';
import type { Deployment, Language } from '@paddock/contract/core/deployment';
import type { Flags } from '@paddock/contract/core/flags';
import type { permissions } from '@paddock/contract/core/permissions';
import type { IncomingFile } from '../../infrastructure/calls/incoming-file.js';
import type { ClientFacts } from '../sessions/device-name.js';
import type { SessionRow } from '../sessions/session.schema.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../users/user.schema.js';

/** Who calls, from where and under which config: the first argument of every handler. */
export interface Caller {
  readonly tenant: Tenant;
  readonly config: Deployment;
  readonly flags: Flags;
  /** The language to answer in. */
  readonly language: Language;
  /** As limits count it: of a version 6 address the network. */
  readonly ip: string;
  /** What the client says of itself, for the list of signed-in devices. */
  readonly client: ClientFacts;
  readonly session?: SessionRow;
  readonly user?: UserRow;
}

/** The caller of a call that needs at least a session. */
export interface SignedInCaller extends Caller {
  readonly session: SessionRow;
  readonly user: UserRow;
}

/** What the declared permission of a call guarantees about its caller. */
export type CallerOf<C extends Call> = (typeof permissions)[C['permission']]['role'] extends 'anyone'
  ? Caller
  : SignedInCaller;

/** What the guard found out about a request; the handler, the reply, the error filter and the log read it. */
export interface AnsweredCall<C extends Call = Call> {
  /** Of calls that share a route the one that is meant, once the input is gathered. */
  call: C;
  /** What a refusal is said in before the caller is known. */
  language?: Language | undefined;
  caller?: Caller;
  input?: CallArguments<C>;
  file?: IncomingFile;
  /** The code it was refused with. */
  code?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    answered?: AnsweredCall;
  }
}
