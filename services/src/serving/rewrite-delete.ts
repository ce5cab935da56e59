import type { IncomingMessage } from 'node:http';

/** Rewrites `GET /api/…?method=delete` to DELETE (A §7) before routing. */
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
