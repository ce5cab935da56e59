import { z } from 'zod';
import { commonParameters } from './common-parameters.js';
import type { ErrorCode } from './errors.js';
import type { Flags } from './flags.js';
import type { AnyPermission } from './permissions.js';
import { secretsOf } from './secret.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Shape = z.core.$ZodShape;

/** Files that a call takes as multipart parts beside its fields. They are streamed, never buffered. */
export interface FileParts {
  /** Name of the multipart field, e.g. `file`. */
  field: string;
  /** Maximal bytes of one file. */
  maxBytes: number;
}

/**
 * One call of the API, declared once: controller, client, OpenAPI document, form validation and the permission tests all derive
 * from this object.
 */
export interface Call<
  Input extends z.ZodObject = z.ZodObject,
  Reply extends z.ZodType = z.ZodType,
  Needs extends AnyPermission = AnyPermission,
  Files extends FileParts | undefined = FileParts | undefined,
> {
  /** Unique, `<feature>.<verb>`; the operation id of the OpenAPI document. */
  readonly name: `${string}.${string}`;
  readonly method: Method;
  /** Below `/api`, with `{parameters}`: `/shouts/{id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Path parameters and fields in one object; path and method decide where each travels, see {@link placeInput}. */
  readonly input: Input;
  readonly reply: Reply;
  readonly permission: Needs;
  /** Codes besides those that every call can return ({@link commonErrors}). */
  readonly errors: readonly ErrorCode[];
  readonly files?: Files;
  /**
   * A create: its input has an optional {@link clientId}, unique per member, so that a resend with the same one returns the
   * first reply and changes nothing.
   */
  readonly idempotent?: true;
  /** Other accepted spellings, each with its declared field (`inReplyToId` → `in_reply_to`). */
  readonly aliases?: Readonly<Record<string, string>>;
  /**
   * Fields that the deployment defines and that a payload may have beside the declared ones: they are moved into the record
   * `into` of the input, by name.
   */
  readonly extras?: { readonly into: string; readonly named: (flags: Flags) => readonly string[] };
  /** Fields that are {@link secret}: accepted in the body only, also of a DELETE. Derived from their schemas. */
  readonly inBody: readonly string[];
  /** May take longer than other calls, which are refused with SERVICE_UNAVAILABLE after some seconds. */
  readonly slow?: true;
  /** Status of a successful reply; 200 by default. */
  readonly status?: number;
}

/** Input types before parsing, so that callers can omit fields with defaults. */
export type CallInput<C extends Call> = z.input<C['input']>;
/** What a handler gets after validation. */
export type CallArguments<C extends Call> = z.output<C['input']>;
/** What a handler returns and a caller receives. */
export type CallReply<C extends Call> = z.output<C['reply']>;

/** Errors that any call may return, so that a declaration lists only its own. */
export const commonErrors = [
  'MALFORMED_REQUEST',
  'INVALID_INPUT',
  'ID_MISMATCH',
  'NOT_FOUND',
  'BODY_TOO_LARGE',
  'DEPRECATED_CLIENT',
  'TOO_MANY_REQUESTS',
  'PREVIEW_READ_ONLY',
  'UNKNOWN_COMMUNITY',
  'SERVICE_UNAVAILABLE',
  'STORAGE_FULL',
  'INTERNAL_ERROR',
] as const satisfies readonly ErrorCode[];

/** Declares a call. The shape is strict: undeclared fields are refused with `INVALID_INPUT`. */
export function defineCall<
  S extends Shape,
  Reply extends z.ZodType,
  Needs extends AnyPermission,
  Files extends FileParts | undefined = undefined,
>(
  call: Omit<Call<z.ZodObject<S>, Reply, Needs, Files>, 'input' | 'errors' | 'inBody'> & {
    input: S;
    errors?: readonly ErrorCode[];
  },
): Call<z.ZodObject<S, z.core.$strict>, Reply, Needs, Files> {
  return { ...call, errors: call.errors ?? [], input: z.strictObject(call.input), inBody: secretsOf(call.input) };
}

/** Names of the `{parameters}` of a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}

/** The fields of a call split by where they travel: the path, the query (GET, DELETE) or the body (POST, PUT). */
export function placeInput(call: Call): { path: string[]; query: string[]; body: string[] } {
  const path = pathParameters(call.path);
  const rest = [...Object.keys(call.input.shape), ...Object.keys(commonParameters.shape)].filter(
    (field) => !path.includes(field),
  );
  const inQuery = call.method === 'GET' || call.method === 'DELETE';
  const isSecret = (field: string) => call.inBody.includes(field);
  return {
    path,
    query: inQuery ? rest.filter((field) => !isSecret(field)) : [],
    body: inQuery ? rest.filter(isSecret) : rest,
  };
}

/** The client-made id of a create. Without one the server makes it, and a resend creates a second record. */
export const clientId = z
  .uuid()
  .optional()
  .transform((clientId) => clientId ?? crypto.randomUUID());

/** An id that the server makes or accepts: never empty, no path or operator characters. */
export const id = z.string().regex(/^[\w:-]{1,80}$/, { error: 'INVALID_PATTERN' });

/** A boolean, also as the text that a query has. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => value === true || value === 'true');

/** An instant in replies: ISO 8601 in UTC. */
export const instant = z.iso.datetime();

const year0 = Date.parse('0000-01-01T00:00:00Z');
const year10000 = Date.parse('+010000-01-01T00:00:00Z');

/**
 * An instant in requests: ISO 8601 with offset, or epoch milliseconds (the decisions to the specification, Names and calls).
 */
export const instantInput = z
  .union(
    [
      z.iso.datetime({ offset: true }),
      z.number().int(),
      z
        .string()
        .regex(/^-?\d{1,16}$/)
        .transform(Number),
    ],
    { error: ({ input }) => (input === undefined || input === '' ? 'REQUIRED' : 'INVALID_PATTERN') },
  )
  // Outside these years there is no date, or none that an {@link instant} can express.
  .refine((value) => +new Date(value) >= year0 && +new Date(value) < year10000, { abort: true })
  .transform((value) => new Date(value).toISOString());

/** A successful reply without data. */
export const done = z.object({ ok: z.literal(true) });
