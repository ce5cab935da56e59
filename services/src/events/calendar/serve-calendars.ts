import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deadline } from '../../infrastructure/calls/deadline.js';
import type { ErrorFilter } from '../../infrastructure/errors/error-filter.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { networkOf } from '../../infrastructure/rate-limits/network-of.js';
import type { Communities } from '../../infrastructure/tenancy/communities.js';
import type { CalendarFiles } from './calendar-files.js';

/**
 * `GET /api/calendars/{token}`: outside the calls of the contract, since it returns a calendar file and its token, not a session,
 * identifies the member (calendar programs send no header).
 */
export function serveCalendars(
  fastify: FastifyInstance,
  files: CalendarFiles,
  communities: Communities,
  deadline: Deadline,
  errors: ErrorFilter,
): void {
  fastify.get('/api/calendars/:token', async (request: FastifyRequest<{ Params: { token: string } }>, reply) => {
    try {
      const community = communities.ofHost(request.host);
      if (!community) throw new PaddockError('UNKNOWN_COMMUNITY');
      const file = await deadline.of(files.file(community.id, request.params.token, networkOf(request.ip)));
      return await reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="events.ics"')
        .header('x-content-type-options', 'nosniff')
        .send(file);
    } catch (error) {
      errors.refuse(error, request, reply);
      return reply;
    }
  });
}
