import type { FastifyInstance } from 'fastify';
import { html, type Html } from '../html.js';
import type { FileTransport } from './mail-transport.js';

const pagePolicy = "default-src 'none'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A mail's own HTML runs nothing and is nobody's page. */
const mailPolicy = "default-src 'none'; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";

const page = (title: string, body: Html | Html[]) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body>
        <h1>${title}</h1>
        ${body}
      </body>
    </html>`.text;

/** `/dev/mail`: the mails that were written to files, to be read in development. */
export function serveDevMail(fastify: FastifyInstance, mails: FileTransport) {
  fastify.get('/dev/mail', async (_request, reply) => {
    const list = await mails.list();
    const rows = list.map(
      ({ id, at, to, subject }) => html`<li>${at} ${to} <a href="/dev/mail/${id}">${subject}</a></li>`,
    );
    return reply
      .header('content-security-policy', pagePolicy)
      .type('text/html; charset=utf-8')
      .send(
        page(
          'Mail',
          rows.length > 0
            ? html`<ul>
                ${rows}
              </ul>`
            : html`<p>No mail yet.</p>`,
        ),
      );
  });

  fastify.get<{ Params: { id: string } }>('/dev/mail/:id', async ({ params }, reply) => {
    const mail = await mails.find(params.id);
    if (!mail) return reply.code(404).type('text/plain').send('There is no such mail.');
    const body = html`<p>To ${mail.to}, from ${mail.from}, ${mail.at}</p>
      <pre>${linked(mail.text)}</pre>
      <iframe src="/dev/mail/${mail.id}/html" title="HTML" width="700" height="400"></iframe>`;
    return reply
      .header('content-security-policy', pagePolicy)
      .type('text/html; charset=utf-8')
      .send(page(mail.subject, body));
  });

  fastify.get<{ Params: { id: string } }>('/dev/mail/:id/html', async ({ params }, reply) => {
    const mail = await mails.find(params.id);
    if (!mail) return reply.code(404).type('text/plain').send('There is no such mail.');
    return reply.header('content-security-policy', mailPolicy).type('text/html; charset=utf-8').send(mail.html);
  });
}

/** The text with its addresses as links. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
