import { Inject, Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { webviewOrigins } from '@paddock/contract/core/webview-origins';
import type { checkWebview } from '@paddock/contract/calls/webview';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Outbound } from '../../infrastructure/outbound/outbound.js';
import { refusesFrames } from './frame-refusal.js';

const maxRedirects = 5;
const timeoutMs = 5000;
const rememberedMs = 10 * 60_000;
const maxRemembered = 500;

/** Pages of other sites in a frame (specification A §2, Webview tab). */
@Injectable()
export class WebviewService {
  private readonly known = new Map<string, { framed: Promise<boolean>; until: number }>();

  constructor(
    private readonly outbound: Outbound,
    private readonly address: CommunityAddress,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws INVALID_INPUT for what is no web address; FORBIDDEN for a page that the deployment does not list */
  async check(
    { config, tenant }: SignedInCaller,
    { url = config.flags.webview_tab.url }: CallArguments<typeof checkWebview>,
  ): Promise<CallReply<typeof checkWebview>> {
    if (url === undefined || !URL.canParse(url))
      throw new PaddockError('INVALID_INPUT', { fields: { url: 'url_INVALID_PATTERN' } });
    const page = new URL(url);
    const origins = webviewOrigins(config);
    const own = this.address.origin(tenant.community);
    if (!isAllowed(page, origins, own)) throw new PaddockError('FORBIDDEN');
    return { url: page.href, framed: await this.remembered(page, origins, own) };
  }

  private remembered(page: URL, origins: readonly string[], own: string): Promise<boolean> {
    const key = JSON.stringify([own, origins, page.href]);
    const found = this.known.get(key);
    if (found && found.until > performance.now()) return found.framed;
    const framed = this.framed(page, origins, own);
    this.known.delete(key);
    this.known.set(key, { framed, until: performance.now() + rememberedMs });
    // The oldest is the first.
    if (this.known.size > maxRemembered) this.known.delete(this.known.keys().next().value!);
    return framed;
  }

  /** Follows redirections only to allowed pages, as the browser's frame does. */
  private async framed(page: URL, origins: readonly string[], own: string): Promise<boolean> {
    try {
      let at = page;
      for (let hop = 0; hop <= maxRedirects; hop += 1) {
        const reply = await this.outbound.fetch(at, { redirect: 'manual', timeoutMs });
        await reply.body?.cancel();
        const next = reply.headers.get('location');
        if (reply.status < 300 || reply.status >= 400 || next === null) return !refusesFrames(reply.headers, at, own);
        at = new URL(next, at);
        if (!isAllowed(at, origins, own)) return false;
      }
      return false;
    } catch (err) {
      // A site that this server cannot reach may be open to the member's browser.
      this.logger.info({ module: 'webview', host: page.host, err }, 'a page of the web view could not be checked');
      return true;
    }
  }
}

/** The community's own pages are never shown: in a frame of their own origin they could reach this one. */
function isAllowed({ origin, username, password }: URL, origins: readonly string[], own: string): boolean {
  return origins.includes(origin) && origin !== own && username === '' && password === '';
}
