import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Writes Nest's log lines to the same log, with its context as `module`. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]) {
    this.write('debug', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]) {
    this.write('warn', message, rest);
  }
  error(message: unknown, ...rest: unknown[]) {
    this.write('error', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]) {
    this.write('fatal', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]) {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]) {
    this.write('trace', message, rest);
  }

  /** Nest passes the context last and, for errors, a stack before it. */
  private write(level: 'trace' | 'debug' | 'warn' | 'error' | 'fatal', message: unknown, rest: unknown[]) {
    const module = typeof rest.at(-1) === 'string' ? rest.at(-1) : undefined;
    const stack = rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined;
    if (message instanceof Error) this.logger[level]({ module, err: message }, message.message);
    else this.logger[level]({ module, ...(stack && { stack }) }, String(message));
  }
}
