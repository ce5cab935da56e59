import { jest } from '@jest/globals';

export type Reply = Readonly<Record<string, unknown>> | [status: number, body: object];
/** By method and path, such as `GET /dues`; a function is asked for each request. */
export type Replies = Record<string, Reply | (() => Reply)>;

/** Answers requests with these replies, others with NOT_FOUND. `sent` has the requests that change something. */
export function cannedReplies(replies: Replies) {
  const sent: { request: string; body: Record<string, unknown> }[] = [];
  const fetch = jest.fn<typeof globalThis.fetch>(async (url, init) => {
    const path = new URL(String(url), location.href).pathname.replace('/api', '');
    const request = `${init?.method ?? 'GET'} ${path}`;
    if (!request.startsWith('GET'))
      sent.push({ request, body: JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown> });
    const found = replies[request] ?? [404, { code: 'NOT_FOUND', message: 'none' }];
    const reply = found instanceof Function ? found() : found;
    const [status, body] = Array.isArray(reply) ? reply : [200, reply];
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  return { fetch, sent };
}
