import type { MultipartFile } from '@fastify/multipart';
import { pathParameters, type Call } from '@paddock/contract/core/call';
import { commonParameters } from '@paddock/contract/core/common-parameters';
import type { Flags } from '@paddock/contract/core/flags';
import type { FastifyError, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { PaddockError } from '../errors/paddock-error.js';
import { isIdForm } from '../mongo/row.js';
import type { IncomingFile } from './incoming-file.js';
import { fromText } from './from-text.js';

export interface GatheredInput {
  /** Every field under its declared name, from path, query or body. */
  fields: Record<string, unknown>;
  file?: IncomingFile;
}

/**
 * Reads path, query and body of a request into one object, once: permission check, validation and handler all see the same
 * value. Aliases become their declared field; a field given twice must have equal values; secrets in the query are ignored. For
 * calls that share the route, the fields of all are known. A call's extra fields move into their record.
 *
 * @throws NOT_FOUND for a path whose id has no id's form, ID_MISMATCH, MALFORMED_REQUEST, UNSUPPORTED_MEDIA_TYPE, INVALID_INPUT
 * without the file of a multipart call.
 */
export async function gatherInput(
  calls: readonly [Call, ...Call[]],
  request: FastifyRequest,
  flags?: Flags,
): Promise<GatheredInput> {
  const [call] = calls;
  const fields = new Map<string, unknown>();
  const add = (source: Readonly<Record<string, unknown>>, isText: boolean) => {
    for (const [key, raw] of Object.entries(source)) {
      const name = aliasTarget(calls, key);
      const schema = schemaOf(calls, name);
      const value = isText && schema ? fromText(schema, raw) : raw;
      if (!fields.has(name)) fields.set(name, value);
      else if (!areEqual(fields.get(name), value)) throw new PaddockError('ID_MISMATCH');
    }
  };

  // The path first: its values take precedence.
  const path = request.params as Record<string, string>;
  if (path['id'] !== undefined && !isIdForm(path['id'])) throw new PaddockError('NOT_FOUND');
  add(Object.fromEntries(pathParameters(call.path).map((name) => [name, path[name]])), true);
  // Only calls that read or delete accept the session's token in the query (A §7).
  const hasBody = call.method === 'POST' || call.method === 'PUT';
  const isSecret = (name: string) =>
    (hasBody && name === 'token') || calls.some(({ inBody }) => inBody.includes(aliasTarget(calls, name)));
  const query = Object.entries(request.query as Record<string, unknown>);
  add(Object.fromEntries(query.filter(([name]) => !isSecret(name))), true);
  if (call.files) {
    if (!request.isMultipart()) throw new PaddockError('UNSUPPORTED_MEDIA_TYPE');
    const { texts, file } = await firstFile(filesOf(calls, request) ?? call.files, request);
    try {
      add(texts, true);
    } catch (error) {
      file.stream.resume();
      throw error;
    }
    return { fields: Object.fromEntries(fields), file };
  }
  if (request.isMultipart()) throw new PaddockError('UNSUPPORTED_MEDIA_TYPE');
  const { body } = request;
  if (body !== undefined && (body === null || typeof body !== 'object' || Array.isArray(body)))
    throw new PaddockError('MALFORMED_REQUEST');
  add(withExtras(call, (body ?? {}) as Record<string, unknown>, flags), false);
  return { fields: Object.fromEntries(fields) };
}

/** The payload with its extra fields moved into their record. A field given both there and beside it must have equal values. */
function withExtras({ extras, input }: Call, body: Readonly<Record<string, unknown>>, flags: Flags | undefined) {
  if (!extras || !flags) return body;
  const names = extras.named(flags).filter((name) => Object.hasOwn(body, name) && !Object.hasOwn(input.shape, name));
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

/** Own properties only: a field called `constructor` is undeclared like any other. */
function schemaOf(calls: readonly Call[], name: string): z.core.$ZodType | undefined {
  const shapes: Record<string, z.core.$ZodType>[] = [...calls.map(({ input }) => input.shape), commonParameters.shape];
  return shapes.find((shape) => Object.hasOwn(shape, name))?.[name];
}

function aliasTarget(calls: readonly Call[], name: string): string {
  const aliases = calls.map((call) => call.aliases).find((known) => known && Object.hasOwn(known, name));
  return aliases?.[name] ?? name;
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
  return { texts: textsOf(part), file: { filename: part.filename, stream: part.file } };
}

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
