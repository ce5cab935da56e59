import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { ErrorCode, ErrorReply } from '@paddock/contract/core/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MongoError } from 'mongodb';
import { LOGGER } from '../environment/logger-token.js';
import type { Logger } from '../logging/logger.js';
import { isDuplicateKey } from '../mongo/mongo.js';
import { fileFaultText } from './file-faults.js';
import { messageOf } from './messages.js';
import { isDatabaseAway, isStorageFull } from './outage.js';
import { PaddockError } from './paddock-error.js';

/** Statuses that Fastify and Nest return themselves, before a handler runs. */
const codeOfStatus: Record<number, ErrorCode> = {
  400: 'MALFORMED_REQUEST',
  404: 'NOT_FOUND',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Turns every error into a reply: the catalogue's code, its status and text, never a stack. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost) {
    const http = host.switchToHttp();
    this.refuse(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** For routes outside Nest, too. */
  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const refusal = refusalOf(error);
    const { code, details } = refusal;
    if (request.answered) request.answered.code = code;
    if (refusal.status >= 500)
      this.logger.error(
        { module: 'calls', request: request.id, call: request.answered?.call.name, code, err: error },
        'call failed',
      );
    if (details.retryAfter) reply.header('retry-after', Math.ceil(details.retryAfter));
    const language = request.answered?.caller?.language ?? request.answered?.language;
    const reason = details.reason && fileFaultText(details.reason, language);
    const body: ErrorReply = {
      code,
      message: details.message ?? reason ?? messageOf(code, language, details.retryAfter),
      ...(details.fields && { fields: details.fields }),
      ...(details.retryAfter && { retry_after: Math.ceil(details.retryAfter) }),
    };
    // Reads the rest of a refused upload, or the connection's next request would wait behind it.
    if (!request.raw.complete) request.raw.unpipe().resume();
    void reply.status(refusal.status).header('cache-control', 'no-store').send(body);
  }
}

function refusalOf(error: unknown): PaddockError {
  if (error instanceof PaddockError) return error;
  if (isStorageFull(error)) return new PaddockError('STORAGE_FULL');
  if (isDatabaseAway(error)) return new PaddockError('SERVICE_UNAVAILABLE');
  if (isDuplicateKey(error)) return new PaddockError('CONFLICT');
  if (error instanceof MongoError) return new PaddockError('INTERNAL_ERROR');
  const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number })?.statusCode;
  return new PaddockError(
    codeOfStatus[status ?? 500] ?? (status && status < 500 ? 'MALFORMED_REQUEST' : 'INTERNAL_ERROR'),
  );
}
