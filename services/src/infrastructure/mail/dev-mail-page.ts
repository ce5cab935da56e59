import type { FastifyInstance, FastifyReply } from 'fastify';
import { isIP } from 'node:net';
import { html, type Html } from '../html.js';
import type { FileTransport, WrittenMail } from './mail-transport.js';

const pagePolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A mail's HTML runs no script and has no origin; its styles are inline. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";

const sheet = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 1240px; padding: 16px; }
h1 { font-size: 21px; margin: 0 0 12px; }
a { color: inherit; }
ol { list-style: none; margin: 0; padding: 0; }
li { border-top: 1px solid light-dark(#ddd, #333); }
li a { display: grid; gap: 2px 16px; grid-template-columns: 1fr auto; padding: 10px 4px; text-decoration: none; }
li a:hover, li a:focus-visible { background: light-dark(#f2f2ef, #222); }
li b { font-weight: 600; }
small, dt, time { color: light-dark(#555, #aaa); font-size: 13px; }
dl { display: grid; gap: 2px 12px; grid-template-columns: auto 1fr; margin: 0 0 16px; }
dd { margin: 0; overflow-wrap: anywhere; }
.bodies { align-items: start; display: flex; flex-wrap: wrap; gap: 16px; }
iframe { border: 1px solid light-dark(#ccc, #444); height: 720px; max-width: 100%; }
iframe.phone { width: 390px; }
iframe.desk { width: 700px; }
pre { border: 1px solid light-dark(#ccc, #444); margin: 0; max-width: 100%; overflow-wrap: anywhere; padding: 12px; white-space: pre-wrap; }
`;

const page = (title: string, body: Html, refresh?: Html) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${refresh}
        <title>${title}</title>
        <link rel="stylesheet" href="/dev/mail/style.css" />
      </head>
      <body>
        ${body}
      </body>
    </html>`.text;

/**
 * `/dev/mail`: shows the mails written to files, in development.
 *
 * @param isOwnName - whether a host name belongs to a community. Other hosts get 404: a page of another site whose name
 * resolves to this machine (DNS rebinding) could read PINs and links.
 */
export function serveDevMail(server: FastifyInstance, mails: FileTransport, isOwnName: (host: string) => boolean) {
  void server.register(async (fastify) => {
    fastify.addHook('onRequest', async ({ hostname }, reply) => {
      if (!isThisMachine(hostname) && !isOwnName(hostname)) return replyNotFound(reply);
    });
    routes(fastify, mails);
  });
}

/** By IP address, or by the name `localhost`. */
const isThisMachine = (host: string) => host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) !== 0;

function routes(fastify: FastifyInstance, mails: FileTransport) {
  const send = (reply: FastifyReply, content: string) =>
    reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(content);

  fastify.get('/dev/mail', async (_request, reply) => {
    const list = await mails.list();
    return send(reply, page('Mail', mailListHtml(list), html`<meta http-equiv="refresh" content="5" />`));
  });

  fastify.get('/dev/mail/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(sheet));

  fastify.get<{ Params: { id: string } }>('/dev/mail/:id', async ({ params }, reply) => {
    const mail = await mails.find(params.id);
    return mail ? send(reply, page(mail.subject, mailHtml(mail))) : replyNotFound(reply);
  });

  fastify.get<{ Params: { id: string } }>('/dev/mail/:id/html', async ({ params }, reply) => {
    const mail = await mails.find(params.id);
    if (!mail) return replyNotFound(reply);
    // Links of a framed page open a new window.
    const content = mail.html.replace('<head>', '<head><base target="_blank" />');
    return reply.header('content-security-policy', mailPolicy).type('text/html; charset=utf-8').send(content);
  });

  fastify.get<{ Params: { id: string } }>('/dev/mail/:id/source', async ({ params }, reply) => {
    const source = await mails.source(params.id);
    return source === undefined ? replyNotFound(reply) : reply.type('text/plain; charset=utf-8').send(source);
  });
}

const replyNotFound = (reply: FastifyReply) => reply.code(404).type('text/plain').send('There is no such mail.');

function mailListHtml(list: readonly WrittenMail[]): Html {
  const rows = list.map(
    ({ id, at, to, subject }) =>
      html`<li>
        <a href="/dev/mail/${id}"
          ><b dir="auto">${subject}</b> <time>${at.slice(0, 16).replace('T', ' ')}</time> <small>${to}</small></a
        >
      </li>`,
  );
  return html`<h1>Mail</h1>
    ${
      rows.length > 0
        ? html`<ol>
            ${rows}
          </ol>`
        : html`<p>No mail yet.</p>`
    }`;
}

function mailHtml({ id, from, to, at, subject, text, unsubscribe }: WrittenMail): Html {
  return html`<p><a href="/dev/mail">All mails</a></p>
    <h1 dir="auto">${subject}</h1>
    <dl>
      <dt>To</dt>
      <dd>${to}</dd>
      <dt>From</dt>
      <dd>${from}</dd>
      <dt>At</dt>
      <dd>${at}</dd>
      ${
        unsubscribe &&
        html`<dt>Unsubscribe</dt>
          <dd><a href="${unsubscribe}">${unsubscribe}</a></dd>`
      }
      <dt>Also</dt>
      <dd><a href="/dev/mail/${id}/html">HTML alone</a>, <a href="/dev/mail/${id}/source">source</a></dd>
    </dl>
    <div class="bodies">
      <iframe class="phone" src="/dev/mail/${id}/html" title="On a phone"></iframe>
      <iframe class="desk" src="/dev/mail/${id}/html" title="On a desktop"></iframe>
      <pre dir="auto">${linked(text)}</pre>
    </div>`;
}

/** The text with its addresses as links. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
