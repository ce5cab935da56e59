import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A form's one short field. */
const maxBytes = 1024;
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Ends mails of a type by the token of a mail, for the community of a host; answers the status of the reply. */
export type OneClick = (request: { host: string; ip: string; type: string; token: string }) => Promise<number>;

/**
 * The POST by which a mail program unsubscribes without a page (RFC 8058), at the very address that stands in the mail. It is the
 * one path that takes a form: nothing of it is read but the field that says what it is, no session and no cookie count, and the
 * reply says nothing.
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
