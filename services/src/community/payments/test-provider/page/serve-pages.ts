import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import qs from 'qs';
import type { Params } from '../test-object.js';
import type { TestBooks } from '../test-books.js';
import type { PortalSession } from '../checkout.js';
import type { Subscription } from '../subscriptions.js';
import type { TestPages } from '../test-pages.js';
import { cardPage, challengePage, checkoutPage, closedPage, portalPage } from './page-html.js';
import { pageLanguage, pageTexts, type PageLanguage } from './page-texts.js';
import { pageStyle } from './page-style.js';

const hosted =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const framed =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-forms";

const languageOf = ({ headers, query }: FastifyRequest): PageLanguage =>
  pageLanguage((query as Params)['locale'] || headers['accept-language']);

/** Serves the test provider's script, frames and hosted pages beside the product's own pages. Never in production. */
export function servePages(server: FastifyInstance, pages: TestPages, books: TestBooks): void {
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      (_request, body, parsed) => parsed(null, qs.parse(String(body))),
    );
    serveFrames(scope, pages);
    serveHosted(scope, pages, books);
    done();
  });
}

function serveFrames(scope: FastifyInstance, pages: TestPages): void {
  // A sandboxed frame has no origin, so that its own files and calls come from another one.
  const open = (reply: FastifyReply) =>
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
  const script = (name: string, file: string) =>
    scope.get(`/test-provider/${name}`, async (_request, reply) =>
      open(reply)
        .type('text/javascript; charset=utf-8')
        .send(await readFile(join(import.meta.dirname, file))),
    );
  script('stripe.js', 'stripe.mjs');
  script('frame.js', 'frame.mjs');
  scope.get('/test-provider/style.css', (_request, reply) => open(reply).type('text/css').send(pageStyle));
  for (const [name, page] of [
    ['card', cardPage],
    ['challenge', challengePage],
  ] as const)
    scope.get(`/test-provider/${name}`, (request, reply) =>
      reply
        .header('content-security-policy', framed)
        .type('text/html; charset=utf-8')
        .send(page(languageOf(request))),
    );
  scope.post('/test-provider/confirm', async ({ body }, reply) =>
    open(reply).send(await pages.confirm(body as Params)),
  );
  scope.post('/test-provider/answer', async ({ body }, reply) => open(reply).send(await pages.answer(body as Params)));
  scope.post('/test-provider/intent', async ({ body }, reply) => open(reply).send(await pages.read(body as Params)));
}

function serveHosted(scope: FastifyInstance, pages: TestPages, books: TestBooks): void {
  const page = (reply: FastifyReply, text: string) =>
    reply.header('content-security-policy', hosted).type('text/html; charset=utf-8').send(text);
  type WithId = FastifyRequest<{ Params: { id: string } }>;

  scope.get('/test-provider/checkout/:id', async (request: WithId, reply) => {
    const session = await pages.session(request.params.id);
    const language = languageOf(request);
    return page(reply, session ? checkoutPage(language, session) : closedPage(language));
  });
  scope.post('/test-provider/checkout/:id', async (request: WithId, reply) => {
    const { id } = request.params;
    const language = languageOf(request);
    const { session, error, method } = await pages.pay(id, request.body as Params);
    if (session) return reply.redirect(session.success_url.replace('{CHECKOUT_SESSION_ID}', id), 303);
    const open = await pages.session(id);
    const text = error === 'failed' ? pageTexts(language).failed : error;
    return page(reply, open ? checkoutPage(language, open, { error: text, method }) : closedPage(language));
  });

  const portal = async (request: WithId, reply: FastifyReply, change?: Params) => {
    const language = languageOf(request);
    const account = await books.objects.accountOf(request.params.id);
    const session = await books.work(account, (store) => store.find<PortalSession>(request.params.id));
    if (session?.object !== 'billing_portal.session') return page(reply, closedPage(language));
    const { error } = change ? await pages.manage(account, session.customer, change) : {};
    const all = await books.work(account, (store) => store.list<Subscription>('subscription', session.customer));
    return page(reply, portalPage(language, session, all, error));
  };
  scope.get('/test-provider/portal/:id', (request: WithId, reply) => portal(request, reply));
  scope.post('/test-provider/portal/:id', (request: WithId, reply) => portal(request, reply, request.body as Params));
}
