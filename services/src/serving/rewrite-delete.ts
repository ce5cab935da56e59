import type { IncomingMessage } from 'node:http';

/** Turns `GET /api/…?method=delete` into the DELETE that it stands for (A §7), before a route is looked for. */
export function rewriteDelete(request: IncomingMessage | { method?: string; url?: string }): string {
  const url = request.url ?? '/';
  const query = url.indexOf('?');
  const isDelete =
    request.method === 'GET' &&
    url.startsWith('/api/') &&
    query > 0 &&
    new URLSearchParams(url.slice(query)).get('method') === 'delete';
  if (isDelete) request.method = 'DELETE';
  return url;
}
