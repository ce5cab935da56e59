import type { MultipartFile } from '@fastify/multipart';
import { pathParameters, type Call } from '@paddock/contract/core/call';
import { commonParameters } from '@paddock/contract/core/common-parameters';
import type { Flags } from '@paddock/contract/core/flags';
import type { FastifyError, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { PaddockError } from '../errors/paddock-error.js';
import { isIdForm } from '../mongo/row.js';
import type { IncomingFile } from './incoming-file.js';
import { fromText } from './from-text.js';

export interface GatheredInput {
  /** Every field under its declared name, from path, query or body. */
  fields: Map<string, unknown>;
  file?: IncomingFile;
}

/**
 * Prepares the reading of requests for calls that share a route: path, query and body become one set of fields, once, so that
 * permission check, validation and handler all see the same values. Aliases become their declared field; a field given twice must
 * have equal values; secrets in the query are ignored. The fields of all calls are known. A call's extra fields move into their
 * record.
 *
 * @returns a function that throws NOT_FOUND for a path whose id has no id's form, ID_MISMATCH, MALFORMED_REQUEST,
 * UNSUPPORTED_MEDIA_TYPE, INVALID_INPUT without the file of a multipart call.
 */
export function inputReader(calls: readonly [Call, ...Call[]]) {
  const [call] = calls;
  const inPath = pathParameters(call.path);
  const schemas = schemasOf(calls);
  const aliases = new Map(calls.toReversed().flatMap((each) => Object.entries(each.aliases ?? {})));
  // Only calls that read or delete accept the session's token in the query (A §7).
  const hasBody = call.method === 'POST' || call.method === 'PUT';
  const secrets = new Set([...calls.flatMap(({ inBody }) => inBody), ...(hasBody ? ['token'] : [])]);

  /** Adds fields; those added first take precedence. */
  const add = (fields: Map<string, unknown>, source: Readonly<Record<string, unknown>>, isText: boolean) => {
    for (const key of Object.keys(source)) {
      const name = aliases.get(key) ?? key;
      const schema = isText ? schemas.get(name) : undefined;
      const value = schema ? fromText(schema, source[key]) : source[key];
      if (!fields.has(name)) fields.set(name, value);
      else if (!areEqual(fields.get(name), value)) throw new PaddockError('ID_MISMATCH');
    }
  };
  const addQuery = (fields: Map<string, unknown>, query: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(query);
    if (names.length === 0) return;
    const isSecret = (name: string) => secrets.has(name) || secrets.has(aliases.get(name) ?? name);
    const open = names.some(isSecret) ? Object.entries(query).filter(([name]) => !isSecret(name)) : undefined;
    add(fields, open ? Object.fromEntries(open) : query, true);
  };

  return async (request: FastifyRequest, flags?: Flags): Promise<GatheredInput> => {
    const fields = new Map<string, unknown>();
    const path = request.params as Record<string, string>;
    if (path['id'] !== undefined && !isIdForm(path['id'])) throw new PaddockError('NOT_FOUND');
    add(fields, Object.fromEntries(inPath.map((name) => [name, path[name]])), true);
    addQuery(fields, request.query as Record<string, unknown>);
    if (call.files) {
      if (!request.isMultipart()) throw new PaddockError('UNSUPPORTED_MEDIA_TYPE');
      const { texts, file } = await firstFile(filesOf(calls, request) ?? call.files, request);
      try {
        add(fields, texts, true);
      } catch (error) {
        file.stream.resume();
        throw error;
      }
      return { fields, file };
    }
    if (request.isMultipart()) throw new PaddockError('UNSUPPORTED_MEDIA_TYPE');
    const { body } = request;
    if (body !== undefined && (body === null || typeof body !== 'object' || Array.isArray(body)))
      throw new PaddockError('MALFORMED_REQUEST');
    if (body !== undefined) add(fields, withExtras(calls, body as Record<string, unknown>, flags), false);
    return { fields };
  };
}

/** The payload with its extra fields moved into their record. A field given both there and beside it must have equal values. */
function withExtras(calls: readonly Call[], body: Readonly<Record<string, unknown>>, flags: Flags | undefined) {
  const extras = calls.find((call) => call.extras)?.extras;
  if (!extras || !flags) return body;
  const isDeclared = (name: string) => calls.some(({ input }) => Object.hasOwn(input.shape, name));
  const names = extras.named(flags).filter((name) => Object.hasOwn(body, name) && !isDeclared(name));
  if (names.length === 0) return body;
  const into = body[extras.into] ?? {};
  // The schema refuses it.
  if (typeof into !== 'object' || Array.isArray(into)) return body;
  const record = into as Record<string, unknown>;
  for (const name of names)
    if (Object.hasOwn(record, name) && !areEqual(record[name], body[name])) throw new PaddockError('ID_MISMATCH');
  const rest = Object.entries(body).filter(([name]) => !names.includes(name));
  const extraValues = Object.fromEntries(names.map((name) => [name, body[name]]));
  return { ...Object.fromEntries(rest), [extras.into]: { ...record, ...extraValues } };
}

/** The schemas of the calls' fields, those of the first call first, and of the common parameters. */
function schemasOf(calls: readonly Call[]): ReadonlyMap<string, z.core.$ZodType> {
  const shapes: Record<string, z.core.$ZodType>[] = [
    commonParameters.shape,
    ...calls.toReversed().map(({ input }) => input.shape),
  ];
  return new Map(shapes.flatMap((shape) => Object.entries(shape)));
}

/** A number in the body equals its text in the path. */
function areEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' && typeof b !== 'object') return String(a) === String(b);
  try {
    return JSON.stringify(a) === JSON.stringify(b);
  } catch (error) {
    // Nested deeper than the stack: no valid value is.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The file limits of the requested call, as far as known before the body is read: without a token the smaller ones. */
function filesOf(calls: readonly Call[], { headers }: FastifyRequest): Call['files'] {
  const files = calls.flatMap((call) => call.files ?? []).sort((a, b) => a.maxBytes - b.maxBytes);
  return headers.authorization === undefined ? files[0] : files.at(-1);
}

/** The fields before the file, and the file, which is not read yet; parts after it are ignored. */
async function firstFile(files: NonNullable<Call['files']>, request: FastifyRequest) {
  const limits = { fileSize: files.maxBytes, files: 1, fields: 30, fieldSize: 10_000 };
  // The parser's own errors (no boundary, an early end) carry no status.
  const part = await request.file({ limits }).catch((error: FastifyError) => {
    throw error.statusCode ? error : new PaddockError('MALFORMED_REQUEST');
  });
  if (!part || part.fieldname !== files.field) {
    part?.file.resume();
    throw new PaddockError('INVALID_INPUT', { fields: { [files.field]: `${files.field}_REQUIRED` } });
  }
  part.file.once('limit', () => part.file.destroy(new PaddockError('BODY_TOO_LARGE')));
  const stream = Readable.from(contentOf(part), { objectMode: false });
  // A stream that no handler reads must not end the process.
  stream.on('error', () => undefined);
  return { texts: textsOf(part), file: { filename: sentNameOf(part), stream } };
}

/** The parser's error for a body that ends early carries no status. */
async function* contentOf({ file }: MultipartFile) {
  try {
    yield* file;
  } catch (error) {
    throw error instanceof PaddockError ? error : new PaddockError('MALFORMED_REQUEST');
  }
}

/** Browsers write a quotation mark and line ends of a file's name percent-encoded, and nothing else. */
const sentNameOf = ({ filename }: MultipartFile) =>
  filename.replace(/%22|%0D|%0A/gi, (encoded) => decodeURIComponent(encoded));

function textsOf(part: MultipartFile): Record<string, unknown> {
  const texts: [string, unknown][] = [];
  for (const [name, field] of Object.entries(part.fields)) {
    const values = (Array.isArray(field) ? field : [field]).flatMap((one) =>
      one?.type === 'field' ? [one.value] : [],
    );
    if (values.length > 0) texts.push([name, values.length > 1 ? values : values[0]]);
  }
  return Object.fromEntries(texts);
}
