import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Environment } from '../environment/environment.js';
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
      request: request.id,
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

const proxyId = /^[\w-]{8,64}$/;

/** A request's id: the one that the trusted proxy sends as `X-Request-Id`, so that its log names the same request, else a new one. */
export function requestId({ trustedProxy }: Pick<Environment, 'trustedProxy'>) {
  return ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = trustedProxy.length > 0 ? headers['x-request-id'] : undefined;
    return typeof given === 'string' && proxyId.test(given) ? given : randomUUID();
  };
}
