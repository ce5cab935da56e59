import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { finalize, map, type Observable } from 'rxjs';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { JsonText } from '../../infrastructure/calls/json-text.js';

/** Sends each reply through its call's schema, so that private fields cannot leak by accident. */
@Injectable()
export class ReplyInterceptor implements NestInterceptor {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { call, file } = http.getRequest<FastifyRequest>().answered!;
    return next.handle().pipe(
      map((value: unknown) => {
        if (value instanceof JsonText) {
          http.getResponse<FastifyReply>().header('content-type', 'application/json; charset=utf-8');
          return value.text;
        }
        const reply = call.reply.safeParse(value);
        if (reply.success) return reply.data;
        const paths = reply.error.issues.map((issue) => issue.path.join('.'));
        this.logger.error({ module: 'calls', call: call.name, paths }, 'reply does not fit its declaration');
        throw new PaddockError('INTERNAL_ERROR');
      }),
      // An unread file of a refused call would block the connection.
      finalize(() => file?.stream.resume()),
    );
  }
}
