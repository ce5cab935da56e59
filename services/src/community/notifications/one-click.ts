import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The form has one short field. */
const maxBytes = 1024;
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Turns off mails of a type by the token of a mail, for the community of a host; returns the status of the reply. */
export type OneClick = (request: { host: string; ip: string; type: string; token: string }) => Promise<number>;

/**
 * The POST of a mail program that unsubscribes without a page (RFC 8058), at the address in the mail. This path alone accepts a
 * form: only its one field is read, session and cookies are ignored, and the reply is empty.
 */
export function serveOneClick(fastify: FastifyInstance, unsubscribe: OneClick): void {
  void fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: maxBytes }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post(
      '/unsubscribe/:type/:token',
      async (request: FastifyRequest<{ Params: { type: string; token: string } }>, reply: FastifyReply) => {
        if (!isOneClick(request.body)) return reply.code(400).send();
        const { host, ip, params } = request;
        return reply.code(await unsubscribe({ host, ip, ...params })).send();
      },
    );
    done();
  });
}

function isOneClick(body: unknown): boolean {
  if (typeof body !== 'string') return false;
  const isPart = /name="?List-Unsubscribe"?[^\r\n]*(\r\n[^\r\n]+)*\r\n\r\nOne-Click\s/i.test(body);
  return isPart || new URLSearchParams(body).get('List-Unsubscribe') === 'One-Click';
}
