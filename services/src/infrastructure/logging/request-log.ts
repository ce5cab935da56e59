import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from './logger.js';

/** The guard's facts about a request, for its log line and its metrics. */
export interface RequestFacts {
  call?: string;
  community?: string;
  workplace?: string;
  user?: string;
  /** The code of an error reply. */
  code?: string;
}

/**
 * Logs one line per reply. It names the route's pattern, never the address: addresses contain tokens of mail links and
 * signatures of files.
 */
export function logRequests(
  fastify: FastifyInstance,
  logger: Logger,
  factsOf: (request: FastifyRequest) => RequestFacts,
) {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { call, ...facts } = factsOf(request);
    const fields = {
      module: 'http',
      method: request.method,
      route: call ?? request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...facts,
    };
    if (reply.statusCode >= 500) logger.error(fields, 'request failed');
    else logger.info(fields, 'request answered');
    done();
  });
}
