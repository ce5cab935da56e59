import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MongoClient } from 'mongodb';
import type { RequestFacts } from '../logging/request-log.js';
import type { Delivered } from '../outbox/domain-events.js';

/** Runs the delivery of an event to a subscriber. */
type DeliveryTrace = (subscriber: string, event: Delivered, deliver: () => Promise<void>) => Promise<void>;

/** Sends traces and metrics to a collector. Spans name calls, collections and codes, never members, texts, filters or addresses. */
export interface Telemetry {
  /** A span for each API request; its trace has the id of the request. */
  traceRequests(fastify: FastifyInstance, factsOf: (request: FastifyRequest) => RequestFacts): void;
  /** A span for each database command within a request or delivery; `client` must monitor its commands. */
  traceCommands(client: MongoClient): void;
  traceDelivery: DeliveryTrace;
  /** Sends what is left. */
  stop(): Promise<void>;
}
