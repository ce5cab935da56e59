import { z } from 'zod';
import { commonParameters } from './common-parameters.js';
import type { ErrorCode } from './errors.js';
import type { Flags } from './flags.js';
import type { Permission } from './permissions.js';
import { secretsOf } from './secret.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Shape = z.core.$ZodShape;

/** Files a call takes as multipart parts beside its fields. They are streamed, never buffered. */
export interface FileParts {
  /** Name of the multipart field, e.g. `file`. */
  field: string;
  /** Most bytes of one file. */
  maxBytes: number;
}

/**
 * One call of the API, declared once: controller, client, OpenAPI document, form validation and the permission tests
 * all come from this object.
 */
export interface Call<
  Input extends z.ZodObject = z.ZodObject,
  Reply extends z.ZodType = z.ZodType,
  Needs extends Permission = Permission,
  Files extends FileParts | undefined = FileParts | undefined,
> {
  /** Unique, `<feature>.<verb>`; the operation id of the OpenAPI document. */
  readonly name: `${string}.${string}`;
  readonly method: Method;
  /** Below `/api`, with `{parameters}`: `/shouts/{id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Path parameters and fields in one object; where each travels follows from path and method, see {@link placeInput}. */
  readonly input: Input;
  readonly reply: Reply;
  readonly permission: Needs;
  /** Codes besides those every call can answer ({@link commonErrors}). */
  readonly errors: readonly ErrorCode[];
  readonly files?: Files;
  /**
   * A create: its input has an optional {@link clientId}, unique per member, so that a resend with the same one returns the
   * first reply and does nothing again.
   */
  readonly idempotent?: true;
  /** Other spellings that payloads may use, each with the field it stands for (`inReplyToId` → `in_reply_to`). */
  readonly aliases?: Readonly<Record<string, string>>;
  /**
   * Fields of the deployment's own, which a payload may have beside the declared ones: they are gathered into the input's `into`,
   * a record by name.
   */
  readonly extras?: { readonly into: string; readonly named: (flags: Flags) => readonly string[] };
  /** Fields that are {@link secret}: they count in the body only, also of a DELETE. Derived from their schemas. */
  readonly inBody: readonly string[];
  /** Status of a good reply; 200 unless said otherwise. */
  readonly status?: number;
}

/** What a caller passes: parsed-from types, so defaults may be left out. */
export type CallInput<C extends Call> = z.input<C['input']>;
/** What a handler gets after validation. */
export type CallArguments<C extends Call> = z.output<C['input']>;
/** What a handler returns and a caller receives. */
export type CallReply<C extends Call> = z.output<C['reply']>;

/** Errors any call may answer, so that a declaration lists only its own. */
export const commonErrors = [
  'MALFORMED_REQUEST',
  'INVALID_INPUT',
  'ID_MISMATCH',
  'NOT_FOUND',
  'BODY_TOO_LARGE',
  'DEPRECATED_CLIENT',
  'TOO_MANY_REQUESTS',
  'UNKNOWN_COMMUNITY',
  'SERVICE_UNAVAILABLE',
  'STORAGE_FULL',
  'INTERNAL_ERROR',
] as const satisfies readonly ErrorCode[];

/** Declares a call. The shape is strict: a field that is not declared is refused with `INVALID_INPUT`. */
export function defineCall<
  S extends Shape,
  Reply extends z.ZodType,
  Needs extends Permission,
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

/** The client-made id of a create. Without one the server makes it, and a resend is then a create of its own. */
export const clientId = z
  .uuid()
  .optional()
  .transform((given) => given ?? crypto.randomUUID());

/** An id as the server makes or takes it: never empty, no path or operator characters. */
export const id = z.string().regex(/^[\w:-]{1,80}$/, { error: 'INVALID_PATTERN' });

/** An instant as it goes out: ISO 8601 in UTC. */
export const instant = z.iso.datetime();

const year0 = Date.parse('0000-01-01T00:00:00Z');
const year10000 = Date.parse('+010000-01-01T00:00:00Z');

/** An instant as it comes in: ISO 8601 with offset, or epoch milliseconds (the decisions to the specification, Names and calls). */
export const instantInput = z
  .union([
    z.iso.datetime({ offset: true }),
    z.number().int(),
    z
      .string()
      .regex(/^-?\d{1,16}$/)
      .transform(Number),
  ])
  // Outside of these years there is no date at all, or none that goes out as an {@link instant}.
  .refine((value) => +new Date(value) >= year0 && +new Date(value) < year10000, { abort: true })
  .transform((value) => new Date(value).toISOString());

/** An empty good reply. */
export const done = z.object({ ok: z.literal(true) });
