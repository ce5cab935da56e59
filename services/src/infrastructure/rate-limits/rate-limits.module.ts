import {
  type CallHandler,
  type ExecutionContext,
  Global,
  Injectable,
  Module,
  type NestInterceptor,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { RateLimits } from './rate-limits.js';

/** Counts every call after its guard, when callers and inputs are known. */
@Injectable()
class RateLimitInterceptor implements NestInterceptor {
  constructor(private readonly limits: RateLimits) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    const answered =
      context.getType() === 'http' ? context.switchToHttp().getRequest<FastifyRequest>().answered : undefined;
    if (answered?.caller) {
      try {
        await this.limits.takeCall(answered.call.name, answered.caller, answered.input ?? {});
      } catch (error) {
        // An unread upload would block the connection.
        answered.file?.stream.resume();
        throw error;
      }
    }
    return next.handle();
  }
}

@Global()
@Module({
  providers: [RateLimits, { provide: APP_INTERCEPTOR, useClass: RateLimitInterceptor }],
  exports: [RateLimits],
})
export class RateLimitsModule {}
