import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deadline } from '../../infrastructure/calls/deadline.js';
import { messageOf } from '../../infrastructure/errors/messages.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Communities } from '../../infrastructure/tenancy/communities.js';
import type { CalendarFeed } from './calendar-feed.js';

/**
 * `GET /api/calendars/{token}`: outside the calls of the contract, since it returns a calendar file and its token, not a session,
 * identifies the member (calendar programs send no header).
 */
export function serveCalendars(
  fastify: FastifyInstance,
  feed: CalendarFeed,
  communities: Communities,
  deadline: Deadline,
): void {
  fastify.get(
    '/api/calendars/:token',
    async ({ host, params }: FastifyRequest<{ Params: { token: string } }>, reply) => {
      try {
        const community = communities.ofHost(host);
        if (!community) throw new PaddockError('UNKNOWN_COMMUNITY');
        const file = await deadline.of(feed.file(community.id, params.token));
        return await reply
          .type('text/calendar; charset=utf-8')
          .header('content-disposition', 'inline; filename="events.ics"')
          .header('x-content-type-options', 'nosniff')
          .send(file);
      } catch (error) {
        if (!(error instanceof PaddockError)) throw error;
        return reply.code(error.status).send({ code: error.code, message: messageOf(error.code) });
      }
    },
  );
}
