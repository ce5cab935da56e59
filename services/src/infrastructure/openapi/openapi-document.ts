import { type Call, commonErrors, placeInput } from '@paddock/contract/core/call';
import { chatEntry } from '@paddock/contract/calls/chats';
import { commonParameters } from '@paddock/contract/core/common-parameters';
import { contractVersion } from '@paddock/contract/core/contract-version';
import { errorCatalogue, type ErrorCode } from '@paddock/contract/core/errors';
import { attachedFile } from '@paddock/contract/calls/files';
import { groupCard } from '@paddock/contract/calls/groups';
import { nameOfPermission, ruleOf } from '@paddock/contract/core/permissions';
import { conversation, shout, shoutCard } from '@paddock/contract/calls/shouts';
import { self, userCard } from '@paddock/contract/calls/users';
import { z } from 'zod';
import { fileVariants } from '../file-links/file-links.js';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';

/** Entities of many replies, named once in the document. */
const entities = {
  UserCard: userCard,
  Self: self,
  GroupCard: groupCard,
  ShoutCard: shoutCard,
  Shout: shout,
  Conversation: conversation,
  ChatEntry: chatEntry,
  AttachedFile: attachedFile,
};

const errorReply = z.object({
  code: z.string().meta({ description: 'From the error catalogue (docs/errors.md)' }),
  message: z.string().meta({ description: 'Readable text in the caller’s language' }),
  fields: z.record(z.string(), z.string()).optional().meta({ description: 'A code for each faulty field' }),
  retry_after: z.number().int().optional().meta({
    description: 'Seconds to wait, with TOO_MANY_REQUESTS, and with SERVICE_UNAVAILABLE of a process that ends',
  }),
});

/** The OpenAPI 3.1 document of the given calls, below `/api`. All locations and codes come from the calls' declarations. */
export function openApiDocument(calls: readonly Call[]) {
  const paths: ZodOpenApiPathsObject = { '/files/{viewer}/{file}': { get: readContent } };
  for (const call of calls) {
    const path = (paths[call.path] ??= {});
    const there = path[methodOf(call)];
    path[methodOf(call)] = there ? together(there, operation(call)) : operation(call);
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Paddock',
      version: contractVersion,
      description:
        'Every reply other than 2xx is an error reply; callers decide by its code. A DELETE may be sent as a GET of the same path with `method=delete`, ' +
        'the token then given explicitly. The community is the one of the host name.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { ...entities, ErrorReply: errorReply },
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  });
}

/** Not a call: it returns bytes, and its signature instead of a session identifies the viewer. */
const readContent: ZodOpenApiOperationObject = {
  operationId: 'files.content',
  tags: ['files'],
  summary: 'The content of a file',
  description:
    'Addresses come in replies, signed for one member and some 24 hours; that member’s right is checked again at each request. ' +
    'One byte range may be asked for.',
  security: [{}],
  requestParams: {
    path: z.object({ viewer: z.string(), file: z.string() }),
    query: z.object({ expires: z.string(), signature: z.string(), variant: z.enum(fileVariants).optional() }),
  },
  responses: {
    '200': { description: 'The content', content: { 'application/octet-stream': {} } },
    '206': { description: 'The part that was asked for', content: { 'application/octet-stream': {} } },
    ...repliesOf(['LINK_EXPIRED', 'FILE_NOT_FOUND', 'UNKNOWN_COMMUNITY']),
    '416': { description: 'There is no such part' },
  },
};

const methodOf = (call: Call) => call.method.toLowerCase() as Lowercase<Call['method']>;

function operation(call: Call): ZodOpenApiOperationObject {
  const places = placeInput(call);
  const shape: Record<string, z.core.$ZodType> = { ...commonParameters.shape, ...call.input.shape };
  const fields = (names: string[]) =>
    z.strictObject(Object.fromEntries(names.filter((name) => name in shape).map((name) => [name, shape[name]!])));
  const { role } = ruleOf(call.permission);
  return {
    operationId: call.name,
    tags: [call.name.split('.')[0]!],
    summary: call.summary,
    description: describe(call),
    security: role === 'anyone' ? [{}, { session: [] }] : [{ session: [] }],
    requestParams: {
      ...(places.path.length > 0 && { path: fields(places.path) }),
      ...(places.query.length > 0 && { query: fields(places.query.filter((name) => inDocument(call, name))) }),
    },
    ...(places.body.length > 0 && {
      requestBody: requestBody(call, fields(places.body.filter((name) => inDocument(call, name)))),
    }),
    responses: {
      [String(call.status ?? 200)]: {
        description: 'Good reply',
        content: { 'application/json': { schema: call.reply } },
      },
      ...repliesOf(codesOf(call)),
    },
  };
}

/**
 * Calls that share method and path, distinguished by their body (`verb`) or the caller's token: one operation that accepts
 * either.
 */
function together(a: ZodOpenApiOperationObject, b: ZodOpenApiOperationObject): ZodOpenApiOperationObject {
  const either = (parts: unknown[]) => {
    const contents = parts.map((part) => (part as { content: Record<string, { schema: z.ZodType }> }).content);
    const [type = ''] = Object.keys(contents[0]!);
    // A third call joins the two that are together already.
    const schemas = contents.map((content) => content[type]!.schema);
    return { content: { [type]: { schema: z.union(schemas.flatMap(optionsOf)) } } };
  };
  return {
    ...a,
    operationId: `${a.operationId}_or_${b.operationId}`,
    summary: `${a.summary}; or: ${b.summary}`,
    description: `${a.description} Or: ${b.description}`,
    requestBody: { required: true, ...either([a.requestBody, b.requestBody]) },
    responses: {
      ...bothReplies(a.responses, b.responses),
      '200': { description: 'Good reply', ...either([a.responses?.['200'], b.responses?.['200']]) },
    },
  };
}

const optionsOf = (schema: z.ZodType): z.ZodType[] =>
  schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]) : [schema];

/** Replies by status; a description names the codes of both calls. */
function bothReplies(a: ZodOpenApiResponsesObject = {}, b: ZodOpenApiResponsesObject = {}): ZodOpenApiResponsesObject {
  const statuses = Object.keys({ ...b, ...a }) as (keyof ZodOpenApiResponsesObject)[];
  return Object.fromEntries(
    statuses.map((status) => {
      const replies = [a[status], b[status]].filter((reply) => reply !== undefined) as { description: string }[];
      const codes = new Set(replies.flatMap(({ description }) => description.split(', ')));
      return [status, { ...replies[0], description: [...codes].join(', ') }];
    }),
  );
}

/** `method=delete` belongs only to the GET form of a DELETE. */
const inDocument = (call: Call, field: string) => field !== 'method' || call.method === 'DELETE';

function describe(call: Call): string {
  const { role, tabs, unless, needs } = ruleOf(call.permission);
  const sentences = [`Permission \`${nameOfPermission(call.permission)}\`: ${role}.`];
  if (tabs) sentences.push(`Needs one of the tabs ${tabs.join(', ')}.`);
  if (unless) sentences.push(`Off with ${unless.join(', ')}.`);
  if (needs) sentences.push(`Needs ${needs.join(', ')}.`);
  if (call.idempotent)
    sentences.push('A resend with the same `client_id` returns the first reply and changes nothing.');
  if (call.method === 'DELETE') sentences.push('Also as GET with `?method=delete`.');
  for (const [alias, field] of Object.entries(call.aliases ?? {}))
    sentences.push(`\`${alias}\` is read as \`${field}\`.`);
  return sentences.join(' ');
}

function requestBody(call: Call, fields: z.ZodObject): ZodOpenApiOperationObject['requestBody'] {
  const required = Object.values(fields.shape).some((field) => !z.safeParse(field, undefined).success);
  if (!call.files) return { required, content: { 'application/json': { schema: fields } } };
  const file = z.string().meta({ format: 'binary', description: `At most ${call.files.maxBytes} bytes` });
  return {
    required: true,
    content: { 'multipart/form-data': { schema: fields.extend({ [call.files.field]: file }) } },
  };
}

/** The codes that a call can return: its own, the common ones, and those of its permission. */
export function codesOf(call: Call): ErrorCode[] {
  const { role, tabs, unless, needs } = ruleOf(call.permission);
  const codes = new Set<ErrorCode>([...commonErrors, ...call.errors]);
  if (role !== 'anyone') codes.add('INVALID_TOKEN').add('TOKEN_EXPIRED');
  if (role !== 'anyone' && role !== 'session')
    codes.add('EMAIL_NOT_VERIFIED').add('PENDING_APPROVAL').add('ACCESS_DENIED').add('SUBSCRIPTION_REQUIRED');
  if (role === 'workplace_admin' || role === 'super_admin') codes.add('FORBIDDEN');
  if (tabs || unless || needs) codes.add('FEATURE_DISABLED');
  if (call.files) codes.add('UNSUPPORTED_MEDIA_TYPE');
  return [...codes].sort();
}

function repliesOf(codes: readonly ErrorCode[]): ZodOpenApiOperationObject['responses'] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, its]) => [
      String(status),
      {
        description: its.join(', '),
        content: {
          'application/json': {
            schema: { allOf: [{ $ref: '#/components/schemas/ErrorReply' }, { properties: { code: { enum: its } } }] },
          },
        },
      },
    ]),
  );
}
