import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Stripe's events are below 256 KiB. */
const bodyLimit = 512 * 1024;

/** Takes an event's bytes and their signature; returns the status of the reply. */
export type ReceiveEvent = (body: Buffer, signature: string) => Promise<number>;

/** The address of the card provider's events. The body stays as it arrives: a parser would change the bytes that are signed. */
export function serveWebhook(fastify: FastifyInstance, receive: ReceiveEvent): void {
  void fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, parsed) => parsed(null, body));
    scope.post('/api/payments/webhook', async ({ body, headers }: FastifyRequest, reply: FastifyReply) => {
      const signature = headers['stripe-signature'];
      if (!Buffer.isBuffer(body) || typeof signature !== 'string') return reply.code(400).send();
      return reply.code(await receive(body, signature)).send();
    });
    done();
  });
}
