import { Global, Module } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../environment/environment.js';
import { createLogger } from './logger.js';

/** Injection token of the process's `Logger`. */
export const LOGGER = Symbol('logger');

@Global()
@Module({
  providers: [
    { provide: LOGGER, inject: [ENVIRONMENT], useFactory: ({ logLevel }: Environment) => createLogger(logLevel) },
  ],
  exports: [LOGGER],
})
export class LoggingModule {}
