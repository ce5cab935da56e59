/**
 * Streams are Node's: jsdom has none.
 * @jest-environment node
 */
import { describe, expect, it } from '@jest/globals';
import { archiveChat, readChats } from '@paddock/contract/calls/chats';
import { postShout, unlikeShout } from '@paddock/contract/calls/shouts';
import { createApi } from './api';
import { ApiError } from '../kit/api-error';

/** Sets `navigator.onLine`. */
const setNetwork = (onLine: boolean) =>
  Object.defineProperty(globalThis, 'navigator', { value: { onLine }, configurable: true });

/** An API client whose network returns one reply, and the requests it sent. */
function client(answer: (url: string, init: RequestInit) => Response | Promise<Response>, timeout?: number) {
  const sent: { url: URL; init: RequestInit }[] = [];
  const outcomes: (string | undefined)[] = [];
  const api = createApi({
    base: () => '/api',
    token: () => 'secret',
    common: () => ({ workplace: 'crew', 'api-version': '0.4', geo: undefined }),
    onOutcome: (error) => outcomes.push(error?.code),
    fetch: async (url, init) => {
      sent.push({ url: new URL(String(url), 'http://host'), init: init! });
      return answer(String(url), init!);
    },
    ...(timeout !== undefined && { timeout }),
  });
  return { api, sent, outcomes };
}
const reply = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: ApiError) => ({
      code: error.code,
      message: error.message,
      status: error.status,
      fields: error.fields,
      retryAfter: error.retryAfter,
    }),
  );

describe(createApi, () => {
  it('puts path parameters into the path, the rest of a GET into the query', async () => {
    const { api, sent } = client(() => reply({}));
    await api.call(readChats, { verb: 'search', prop: 'all', query: 'a&b' });
    expect(sent[0]!.url.pathname).toBe('/api/filters/search/all');
    expect(Object.fromEntries(sent[0]!.url.searchParams)).toEqual({
      query: 'a&b',
      workplace: 'crew',
      'api-version': '0.4',
    });
  });

  it('puts the rest of a PUT into the body, common parameters too', async () => {
    const { api, sent } = client(() => reply({}));
    await api.call(archiveChat, { id: 'g/1', archive: true });
    expect(sent[0]!.url.href).toBe('http://host/api/filters/archive/g%2F1');
    expect(JSON.parse(String(sent[0]!.init.body))).toEqual({ archive: true, workplace: 'crew', 'api-version': '0.4' });
  });

  it('sends the token in the header and not in the address', async () => {
    const { api, sent } = client(() => reply({}));
    await api.call(unlikeShout, { id: '1' });
    expect(sent[0]!.init.headers).toMatchObject({ Authorization: 'Bearer secret' });
    expect(sent[0]!.url.href).not.toContain('secret');
  });

  it.each([
    [
      "a refusal with the server's message",
      reply({ code: 'FORBIDDEN', message: 'Not you' }, 403),
      'FORBIDDEN',
      'Not you',
    ],
    ['a code outside the catalogue as received', reply({ code: 'BRAND_NEW', message: 'New' }, 418), 'BRAND_NEW', 'New'],
    ['a refusal without a message', reply({ code: 'CONFLICT' }, 409), 'CONFLICT', ''],
    ['a refusal without a code as NOT_FETCHED', reply({}, 500), 'NOT_FETCHED', ''],
    ["a proxy's error page as NOT_FETCHED", new Response('<html>', { status: 404 }), 'NOT_FETCHED', ''],
    [
      "a gateway's error page as SERVICE_UNREACHABLE",
      new Response('<html>', { status: 502 }),
      'SERVICE_UNREACHABLE',
      '',
    ],
  ])('reports %s', async (_, response, code, message) => {
    const { api, outcomes } = client(() => response);
    expect(await codeOf(api.call(readChats, { verb: 'retrieve', prop: 'all' }))).toMatchObject({ code, message });
    expect(outcomes).toEqual([code]);
  });

  it('keeps the code of each faulty field', async () => {
    const { api } = client(() =>
      reply({ code: 'INVALID_INPUT', message: '', fields: { email: 'email_INVALID' } }, 400),
    );
    expect(await codeOf(api.send(postShout, {}))).toMatchObject({ fields: { email: 'email_INVALID' }, status: 400 });
  });

  it('keeps the waiting time', async () => {
    const { api } = client(() => reply({ code: 'TOO_MANY_REQUESTS', message: 'Wait', retry_after: 42 }, 429));
    expect(await codeOf(api.send(postShout, {}))).toMatchObject({ retryAfter: 42 });
  });

  describe('while the process that serves it ends', () => {
    const ending = (retry_after?: number) => reply({ code: 'SERVICE_UNAVAILABLE', message: '', retry_after }, 503);

    it('sends a call again that was not handled, unchanged', async () => {
      const replies = [ending(0.01), ending(0.01), reply({ id: '1' })];
      const { api, sent, outcomes } = client(() => replies.shift()!);
      await expect(api.send(postShout, { client_id: 'c', shout: 'box' })).resolves.toEqual({ id: '1' });
      expect(sent).toHaveLength(3);
      expect(sent[2]!.init).toBe(sent[0]!.init);
      expect(outcomes).toEqual([undefined]);
    });

    it.each([
      ['after three resends', 0.001, 4],
      ['that would wait for more than two seconds', 5, 1],
      ['that may have been handled', undefined, 1],
    ])('reports a call %s', async (_, retryAfter, requests) => {
      const { api, sent } = client(() => ending(retryAfter));
      expect(await codeOf(api.send(postShout, {}))).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
      expect(sent).toHaveLength(requests);
    });

    it('sends nothing more when its caller aborts', async () => {
      const stop = new AbortController();
      const { api, sent } = client(() => {
        setTimeout(() => stop.abort(new Error('left')), 10);
        return ending(1);
      });
      await expect(api.send(postShout, {}, { signal: stop.signal })).rejects.toThrow('left');
      expect(sent).toHaveLength(1);
    });
  });

  it.each([
    [false, 'INTERNET_DISCONNECTED'],
    [true, 'SERVICE_UNREACHABLE'],
  ])('with a network: %s, reports a call without a reply as %s with status 0', async (onLine, code) => {
    setNetwork(onLine);
    const { api } = client(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await codeOf(api.send(postShout, {}))).toMatchObject({ code, status: 0 });
    setNetwork(true);
  });

  it('times out when no byte arrives within the limit', async () => {
    const never = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) =>
        signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
      );
    const { api } = client(never, 20);
    expect(await codeOf(api.send(postShout, {}))).toMatchObject({ code: 'NO_REPLY', status: 0 });
  });

  it('waits while bytes arrive', async () => {
    const parts = ['{"a', '":', '1', '}'];
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 25));
        const part = parts.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(part));
      },
    });
    const { api } = client(() => new Response(slow), 60);
    await expect(api.send(postShout, {})).resolves.toEqual({ a: 1 });
  });

  it('reports nothing when the caller aborts', async () => {
    const stop = new AbortController();
    const { api, outcomes } = client(() => {
      stop.abort(new Error('left'));
      return Promise.reject(new TypeError('aborted'));
    });
    await expect(api.send(postShout, {}, { signal: stop.signal })).rejects.toThrow('left');
    expect(outcomes).toEqual([]);
  });
});

describe(ApiError, () => {
  it.each([
    [0, true],
    [503, true],
    [500, false],
    [429, false],
    [403, false],
  ])('with status %i passes by itself: %s', (status, passing) => {
    expect(new ApiError('X', '', status).passing).toBe(passing);
  });
});
