import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { FilesService } from '../../community/files/files.service.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Loop } from '../../infrastructure/outbox/loop.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Limit } from '../../infrastructure/rate-limits/limits.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow, StoredLink } from '../storage/shout.schema.js';
import { type LinkJob, LinkJobRepository } from './link-job.repository.js';
import { PagePreviews } from './page-preview.js';

/** Shouts whose links are fetched concurrently, each of another author. */
const lanes = 4;
/** How often it looks for jobs of a process that has ended; those of this process start at once. */
const pollMs = 30_000;
/** A page at which the process ends is not fetched forever. */
const maxAttempts = 3;
/** Further links stay without preview. */
const perMember: Limit = { by: 'member', points: 40, seconds: 600 };

/** What was found at the address of a link. `image` is the address of an upload. */
type FetchedPreview = Pick<StoredLink, 'url' | 'title' | 'description'> & { image?: string };

/**
 * Fetches title, description and picture of the links in shouts, after the post: a job is stored with the shout, and
 * {@link wake} starts it after the commit. An author's jobs run one after the other, so that slow pages delay only their own
 * author's previews.
 */
@Injectable()
export class LinkPreviews implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop(() => this.startDue(), pollMs);
  private readonly running = new Map<string, Promise<void>>();
  private readonly awaited = new WeakSet<ClientSession>();

  constructor(
    private readonly jobs: LinkJobRepository,
    private readonly pages: PagePreviews,
    private readonly shouts: ShoutRepository,
    private readonly files: FilesService,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
    private readonly limits: RateLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.loop.wake();
  }

  async beforeApplicationShutdown() {
    await this.loop.stop();
    await Promise.all(this.running.values());
  }

  /** Stores a job for a shout with links that have no preview, in the shout's transaction. */
  async queue(tenant: Tenant, { _id, author, links = [] }: Queued, session: ClientSession): Promise<void> {
    if (links.every(({ title }) => title !== undefined)) return;
    await this.jobs.add(tenant, { shout: _id, author }, session);
    // A retry of the transaction repeats this with the same session.
    if (this.awaited.has(session)) return;
    this.awaited.add(session);
    session.once('ended', () => this.loop.wake());
  }

  private async startDue(): Promise<void> {
    try {
      while (this.running.size < lanes) {
        const job = await this.jobs.take(new Date(), [...this.running.keys()]);
        if (!job) return;
        const fields = { module: 'links', community: job.community, shout: job.shout };
        const run = this.run(job)
          .catch((err: unknown) => this.logger.error({ ...fields, err }, 'link preview could not be stored'))
          .finally(() => {
            this.running.delete(job.author);
            this.loop.wake();
          });
        this.running.set(job.author, run);
      }
    } catch (err) {
      this.logger.error({ module: 'links', err }, 'link jobs could not be read');
    }
  }

  private async run(job: LinkJob): Promise<void> {
    const tenant = tenantOf(job.community, job.workplace);
    const row = job.attempts > maxAttempts ? null : await this.shouts.byId(tenant, job.shout);
    const missing = row?.links?.filter(({ title }) => title === undefined) ?? [];
    const found = (await Promise.all(missing.map(({ url }) => this.fetch(tenant, job.author, url)))).filter(
      (link) => link !== undefined,
    );
    if (row && found.length > 0) await this.store(tenant, row, found);
    await this.jobs.finish(job._id);
  }

  /** Undefined when the page cannot be fetched, has no title, or its author has had enough of them. */
  private async fetch(tenant: Tenant, author: string, url: string): Promise<FetchedPreview | undefined> {
    try {
      await this.limits.take('shouts.link_preview', perMember, tenant.community, author);
      const page = await this.pages.read(url);
      if (!page) return undefined;
      const { title, description } = page;
      const image = page.image && (await this.storeImage(tenant, author, page.image));
      return { url, title, ...(description !== undefined && { description }), ...(image && { image }) };
    } catch (err) {
      // The address may hold a secret; only its host is logged.
      const { host } = new URL(url);
      this.logger.info({ module: 'links', ...tenant, host, reason: reasonOf(err) }, 'link without preview');
      return undefined;
    }
  }

  /** The picture is an upload of the author: until it is attached, it is swept like any other. */
  private async storeImage(tenant: Tenant, author: string, url: string): Promise<string | undefined> {
    try {
      const image = await this.pages.image(url);
      return image && (await this.files.upload({ tenant, user: { _id: author } }, undefined, image)).path;
    } catch (err) {
      this.logger.info({ module: 'links', ...tenant, reason: reasonOf(err) }, 'link preview without picture');
      return undefined;
    }
  }

  /** The text may have changed meanwhile: only links that it still has get their preview. */
  private async store(
    tenant: Tenant,
    { _id, in_reply_to, author }: ShoutRow,
    found: readonly FetchedPreview[],
  ): Promise<void> {
    await this.mutex.transaction(in_reply_to ?? _id, async (session) => {
      const row = await this.shouts.byId(tenant, _id, { session });
      const links: StoredLink[] = [];
      for (const link of row?.links ?? []) {
        const news = link.title === undefined ? found.find(({ url }) => url === link.url) : undefined;
        if (!news) links.push(link);
        else {
          const { image: address, ...texts } = news;
          const to = { kind: 'shout', id: _id } as const;
          const [image] = address
            ? await this.files.attach(tenant, author, [address], to, { session, imagesOnly: true })
            : [];
          links.push({ ...link, ...texts, ...(image !== undefined && { image }) });
        }
      }
      if (!row || links.length === 0) return;
      await this.shouts.setLinks(tenant, _id, links, { session });
      const facts = { conversation: row.conversation, shout: _id, actor: '' };
      await this.outbox.add(session, { kind: 'ShoutUpdated', tenant, ...facts });
    });
  }
}

type Queued = Pick<ShoutRow, '_id' | 'author' | 'links'>;

function reasonOf(error: unknown): string {
  if (error instanceof PaddockError) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? error.cause.message : error.message;
}
