import { pino, type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { LogStream } from './log-stream.js';
import { withoutSecrets } from './without-secrets.js';

export type { Logger };

/**
 * The log: one JSON object per line, a constant text plus fields (`module`, `community`, `workplace`, `code`, `err`), for
 * searching. No line contains a token, password or PIN ({@link withoutSecrets}).
 */
export function createLogger(level: LevelWithSilent = 'info', destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // pino's own serialisers would copy fields of errors and requests past the formatter.
      serializers: { err: (err: unknown) => err },
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => withoutSecrets(fields) as Record<string, unknown>,
      },
      hooks: {
        logMethod(args, method) {
          const clean = args.map((arg) => (typeof arg === 'string' ? withoutSecrets(arg) : arg));
          method.apply(this, clean as Parameters<typeof method>);
        },
      },
    },
    destination ?? new LogStream(1),
  );
}
