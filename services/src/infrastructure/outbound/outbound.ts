import type { OnApplicationShutdown } from '@nestjs/common';
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, type RequestInit, fetch as send } from 'undici';
import type { Environment } from '../environment/environment.js';
import { isPublicAddress } from './private-address.js';

/** A refused or aborted fetch: the address is not allowed, or the response is too long. */
class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
}

/** Whether a fetch failed because its address is not allowed, which no later attempt changes. */
export function isOutboundRefused(error: unknown): boolean {
  return error instanceof OutboundRefused || (error instanceof Error && error.cause instanceof OutboundRefused);
}

/** The options of {@link Outbound.fetch}. */
export interface OutboundRequest {
  method?: string;
  headers?: RequestInit['headers'];
  body?: RequestInit['body'];
  signal?: AbortSignal | undefined;
  /** `manual` returns a redirection unfollowed. Only GET and HEAD ever follow one. */
  redirect?: 'follow' | 'manual';
  /** Maximal bytes of the response's body, by default 1 MiB; reading past it fails. */
  maxBytes?: number;
  /** Milliseconds for the whole exchange including the body; by default 10 s. */
  timeoutMs?: number;
}

const maxRedirects = 5;
const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

type Resolved = (error: Error | null, addresses: LookupAddress[]) => void;
type Resolver = (host: string, options: { all: true }, done: Resolved) => void;

/**
 * Fetches addresses that come from members, providers or files. Only http and https, only public addresses: the resolved
 * addresses are checked when the connection is made, so that the name cannot resolve differently in between, and again after
 * each redirection. `OUTBOUND_ALLOW` lists private `host:port` pairs that are allowed.
 */
export class Outbound implements OnApplicationShutdown {
  private readonly guarded: Agent;
  private readonly open = new Agent({ connectTimeout: 5000 });
  private readonly allowed: ReadonlySet<string>;

  constructor({ outboundAllow }: Pick<Environment, 'outboundAllow'>, resolver: Resolver = resolve) {
    this.allowed = new Set(outboundAllow.map((pair) => pair.toLowerCase()));
    this.guarded = new Agent({
      connectTimeout: 5000,
      connect: {
        lookup: (host, _options, done) => {
          resolver(host, { all: true }, (error, found) => {
            const open = (found ?? []).filter(({ address }) => isPublicAddress(address));
            if (error ?? open.length === 0) done(error ?? new OutboundRefused(`${host} has no public address`), '', 0);
            // Node requests all addresses to try one after the other.
            else (done as unknown as (error: null, all: LookupAddress[]) => void)(null, open);
          });
        },
      },
    });
  }

  /** Whether `OUTBOUND_ALLOW` names this address: then it may be private and unencrypted. */
  isExempt(url: URL): boolean {
    return this.allowed.has(`${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`);
  }

  /**
   * @throws {OutboundRefused} for an address that is not allowed, too many redirections or too long a response; the errors of
   * `fetch` for a missing or late one.
   */
  async fetch(address: string | URL, request: OutboundRequest = {}): Promise<Response> {
    const { maxBytes = 1024 * 1024, timeoutMs = 10_000, redirect = 'follow', signal, ...rest } = request;
    const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
    const follows = redirect === 'follow' && ['GET', 'HEAD', undefined].includes(rest.method);
    let url = new URL(address);
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      this.check(url);
      const answer = await send(url, {
        ...(rest as RequestInit),
        redirect: 'manual',
        signal: AbortSignal.any(signals),
        dispatcher: this.isExempt(url) ? this.open : this.guarded,
      });
      const next = answer.headers.get('location');
      if (!follows || !isRedirect(answer.status) || next === null) return limitBody(answer, maxBytes);
      await answer.body?.cancel();
      const target = new URL(next, url);
      // Headers for one server do not go to another.
      if (target.origin !== url.origin) delete rest.headers;
      url = target;
    }
    throw new OutboundRefused('too many redirections');
  }

  async onApplicationShutdown() {
    await Promise.all([this.guarded.destroy(), this.open.destroy()]);
  }

  private check(url: URL): void {
    if (!/^https?:$/.test(url.protocol)) throw new OutboundRefused(`${url.protocol} is not fetched`);
    if (url.username || url.password) throw new OutboundRefused('an address with a password is not fetched');
    if (this.isExempt(url)) return;
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    // Only names are resolved when the connection is made.
    if (isIP(literal) && !isPublicAddress(literal))
      throw new OutboundRefused(`${url.hostname} is not a public address`);
  }
}

/** The same response, whose body fails past so many bytes, for any declared length. */
function limitBody(answer: Response, maxBytes: number): Response {
  const { status, statusText, headers } = answer;
  if (!answer.body) return new Response(null, { status, statusText, headers: [...headers] });
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new OutboundRefused(`the answer has more than ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(counter), { status, statusText, headers: [...headers] });
}
