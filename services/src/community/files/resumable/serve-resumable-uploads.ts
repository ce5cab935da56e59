import { maxUploadBytes, resumableUploadPath, uploadFile } from '@paddock/contract/calls/files';
import { Metadata } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Deadline } from '../../../infrastructure/calls/deadline.js';
import type { ErrorFilter } from '../../../infrastructure/errors/error-filter.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { isIdForm } from '../../../infrastructure/mongo/row.js';
import type { RateLimits } from '../../../infrastructure/rate-limits/rate-limits.js';
import type { SignedInCaller } from '../../calls/caller.js';
import type { Callers } from '../../calls/callers.js';
import { checkRole } from '../../calls/permission-check.js';
import type { ResumableUploads } from './resumable-uploads.js';

const { permission } = uploadFile;
/** The protocol's own headers; the library adds those of CORS, which no other call has. */
const protocolHeaders = /^(tus-|upload-|location$)/;

/**
 * The routes of {@link resumableUploadPath}: outside the calls of the contract, since tus has methods, headers and statuses of its
 * own. Permission, limits, errors and logs are those of {@link uploadFile}.
 */
export function serveResumableUploads(
  fastify: FastifyInstance,
  uploads: ResumableUploads,
  callers: Callers,
  limits: RateLimits,
  errors: ErrorFilter,
  deadline: Deadline,
) {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body stays unread until the upload writes it to the disk.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('tus-resumable', '1.0.0');
      try {
        const response = await answer(request);
        for (const [name, value] of response.headers) if (protocolHeaders.test(name)) reply.header(name, value);
        return await reply.code(response.status).send();
      } catch (error) {
        errors.refuse(error, request, reply);
        return reply;
      }
    };
    const bodyLimit = maxUploadBytes;
    scope.route({ method: 'POST', url: resumableUploadPath, bodyLimit, handler });
    scope.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${resumableUploadPath}/:id`, bodyLimit, handler });
    scope.options(resumableUploadPath, (_request, reply) =>
      reply
        .code(204)
        .headers({ 'tus-resumable': '1.0.0', 'tus-version': '1.0.0', 'tus-max-size': String(maxUploadBytes) })
        .header('tus-extension', 'creation,creation-with-upload,termination')
        .send(),
    );
  });

  async function answer(request: FastifyRequest): Promise<Response> {
    const answered: NonNullable<FastifyRequest['answered']> = (request.answered = { call: uploadFile });
    const { id } = request.params as { id?: string };
    if (id !== undefined && !isIdForm(id)) throw new PaddockError('FILE_NOT_FOUND');
    const workplace = workplaceOf(request);
    const caller = (answered.caller = await deadline.of(callers.of(permission, request, { workplace })));
    checkRole(permission, caller.tenant, caller.user, caller.config);
    if (caller.isReadOnly) throw new PaddockError('PREVIEW_READ_ONLY');
    if (request.method === 'POST') await limits.takeCall(uploadFile.name, caller, {});
    return uploads.answer(caller as SignedInCaller, webRequest(request), id);
  }
}

/** The workplace that an upload begins in; the later requests belong to the upload. @throws MALFORMED_REQUEST */
function workplaceOf({ headers }: FastifyRequest): string {
  const metadata = headers['upload-metadata'];
  if (typeof metadata !== 'string' || metadata === '') return '';
  try {
    return Metadata.parse(metadata)['workplace'] ?? '';
  } catch {
    throw new PaddockError('MALFORMED_REQUEST');
  }
}

/** The library's handlers take the web's requests, so that its replies pass through Fastify like all others. */
function webRequest({ method, url, headers, raw }: FastifyRequest): Request {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === 'authorization' ? [] : [[name, String(value)] as [string, string]],
  );
  const hasBody = method === 'POST' || method === 'PATCH';
  return new Request(`http://localhost${url}`, {
    method,
    headers: fields,
    ...(hasBody && { body: Readable.toWeb(raw) as ReadableStream, duplex: 'half' }),
  });
}
