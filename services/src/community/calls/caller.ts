import type { Call } from '@paddock/contract/core/call';
import type { Deployment, Language } from '@paddock/contract/core/deployment';
import type { Flags } from '@paddock/contract/core/flags';
import type { AnyPermission, Permission, permissions } from '@paddock/contract/core/permissions';
import type { IncomingFile } from '../../infrastructure/calls/incoming-file.js';
import type { ClientFacts } from '../sessions/device-name.js';
import type { SessionRow } from '../sessions/session.schema.js';
import type { Preview } from '../../infrastructure/tenancy/preview.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../users/user.schema.js';

/** The caller, their tenant and config: the first argument of every handler. */
export interface Caller {
  readonly tenant: Tenant;
  readonly config: Deployment;
  readonly flags: Flags;
  /** When the request arrived, by `performance.now()`: what was committed before it is shown. */
  readonly arrived: number;
  /** The language of the reply. */
  readonly language: Language;
  /** The address that rate limits count: for IPv6 its network. */
  readonly ip: string;
  /** The client's own description, for the list of signed-in devices. */
  readonly client: ClientFacts;
  readonly session?: SessionRow;
  /** Has the role of the preview, if there is one. */
  readonly user?: UserRow;
  /** The caller's session sees the community in this preview. */
  readonly preview?: Preview | undefined;
  /** The session holds a preview, also one that is off because the deployment would refuse its file now. */
  readonly isReadOnly?: boolean;
}

/** The caller of a call that needs at least a session. */
export interface SignedInCaller extends Caller {
  readonly session: SessionRow;
  readonly user: UserRow;
}

/** The caller type that a call's permission guarantees. */
export type CallerOf<C extends Call> = RoleOf<C['permission']> extends 'anyone' ? Caller : SignedInCaller;
type RoleOf<P extends AnyPermission> = (P extends Permission ? (typeof permissions)[P] : P) extends { role: infer R }
  ? R
  : never;

/** What the guard admits: the arguments of the handler. */
export interface AdmittedCall {
  caller: Caller;
  input: Record<string, unknown>;
}

/** What is known of a request, read by error filter and log. */
export interface AnsweredCall {
  /** The requested call among those that share the route, once the input is gathered. */
  call: Call;
  /** The language of a refusal before the caller is known. */
  language?: Language | undefined;
  caller?: Caller;
  file?: IncomingFile;
  /** The error code of a refusal. */
  code?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    answered?: AnsweredCall;
  }
}
