import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { LOGGER } from '../../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../../infrastructure/logging/logger.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Loop } from '../../../infrastructure/outbox/loop.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { downloadOnly } from '../../../infrastructure/storage/file-types.js';
import { Images } from '../../../infrastructure/storage/images/images.js';
import { Incoming } from '../../../infrastructure/storage/incoming.js';
import { FILE_STORAGE, type FileStorage, newFileKey, renditionKey } from '../../../infrastructure/storage/storage.js';
import { canTranscode, transcode } from '../../../infrastructure/storage/videos/transcoder.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import { type Tenant, tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { FileRepository, type VideoOutcome } from '../file.repository.js';
import type { FileRow } from '../file.schema.js';

/** How often it looks for videos of a process that has ended; those of this process start at once. */
const pollMs = 30_000;
/** A job whose process died is taken over after this time. */
const leaseMs = 30_000;
const renewMs = 10_000;
const maxAttempts = 3;
/** Between two messages about a video's progress. */
const reportMs = 1000;

/**
 * Transcodes uploaded videos, one at a time. A job is the file's record itself, with its percent; it survives the process. A video
 * that cannot be transcoded stays a download.
 */
@Injectable()
export class VideoJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop(() => this.work(), pollMs);
  private readonly stopping = new AbortController();
  /** Members take turns: the next video is another member's, if one waits. */
  private lastOwner = '';

  constructor(
    private readonly files: FileRepository,
    private readonly images: Images,
    private readonly incoming: Incoming,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    private readonly communities: Communities,
    @Inject(FILE_STORAGE) private readonly storage: FileStorage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    if (!canTranscode()) this.logger.warn({ module: 'files' }, 'there is no ffmpeg on the PATH: videos stay downloads');
    this.loop.wake();
  }

  async beforeApplicationShutdown() {
    this.stopping.abort();
    await this.loop.stop();
  }

  /** Starts with a new video. */
  wake(): void {
    this.loop.wake();
  }

  private async work(): Promise<void> {
    try {
      let worked = true;
      while (worked && !this.stopping.signal.aborted) {
        worked = false;
        for (const { id } of this.communities.all()) if (await this.workIn(tenantOf(id))) worked = true;
      }
    } catch (err) {
      this.logger.error({ module: 'files', err }, 'videos could not be transcoded');
    }
  }

  /** Transcodes the next video of a community; false if there is none. */
  private async workIn(tenant: Tenant): Promise<boolean> {
    if (this.stopping.signal.aborted) return false;
    const lease = () => new Date(Date.now() + leaseMs);
    const row =
      (this.lastOwner && (await this.files.takeVideo(tenant, lease(), { notOf: this.lastOwner }))) ||
      (await this.files.takeVideo(tenant, lease()));
    if (!row) return false;
    this.lastOwner = row.owner;
    const renewal = setInterval(() => void this.renew(tenant, row._id, lease()), renewMs);
    try {
      if ((row.attempts ?? 0) > maxAttempts) throw new Error('the process ended at each attempt');
      await this.transcode(tenant, row);
    } catch (err) {
      if (this.stopping.signal.aborted) await this.files.releaseVideo(tenant, row._id);
      else {
        this.logger.warn({ module: 'files', file: row._id, err }, 'a video stays a download');
        await this.end(tenant, row, { type: downloadOnly });
      }
    } finally {
      clearInterval(renewal);
    }
    return true;
  }

  private async transcode(tenant: Tenant, row: FileRow): Promise<void> {
    let reported = Date.now();
    let percent = row.processing ?? 0;
    const onProgress = (now: number) => {
      if (now <= percent || Date.now() - reported < reportMs) return;
      [percent, reported] = [now, Date.now()];
      void this.report(tenant, row, percent);
    };
    const content = await this.storage.get(row.key);
    await this.incoming.receive(content, async (path) => {
      const made = { video: `${path}.mp4`, poster: `${path}.poster` };
      const key = newFileKey();
      try {
        const size = await transcode(path, made, { signal: this.stopping.signal, onProgress });
        const outcome = await this.store(tenant, row, key, made, size);
        const ended = await this.end(tenant, row, outcome);
        // Without a record the upload was deleted meanwhile.
        await this.deleteContents(ended ? row.key : key);
      } catch (error) {
        await this.deleteContents(key);
        throw error;
      } finally {
        await Promise.all(Object.values(made).map((file) => rm(file, { force: true })));
      }
    });
  }

  private async store(
    { community }: Tenant,
    { owner, name }: FileRow,
    key: string,
    made: { video: string; poster: string },
    pixels: { width: number; height: number },
  ): Promise<VideoOutcome> {
    const [thumb_key, poster_key] = [renditionKey(key, 'thumb'), renditionKey(key, 'poster')];
    const from = { member: `${community} ${owner}` };
    await this.images.redraw(made.poster, 'image/jpeg', { from }, async ({ image, thumb }) => {
      await this.storage.put(poster_key, createReadStream(image));
      await this.storage.put(thumb_key, createReadStream(thumb));
    });
    const measure = await this.storage.put(key, createReadStream(made.video));
    // The name's extension agrees with the content.
    const named = name.replace(/\.[^.]+$/, '.mp4');
    return { type: 'video/mp4', name: named, key, ...measure, ...pixels, thumb_key, poster_key };
  }

  private async deleteContents(key: string): Promise<void> {
    const keys = [key, renditionKey(key, 'thumb'), renditionKey(key, 'poster')];
    await Promise.all(keys.map((one) => this.storage.delete(one)));
  }

  /** The result and its event in one transaction; null if the file is gone. */
  private end(tenant: Tenant, row: FileRow, outcome: VideoOutcome): Promise<FileRow | null> {
    return this.mongo.transaction(async (session) => {
      const ended = await this.files.endVideo(tenant, row._id, outcome, { session });
      if (ended) await this.outbox.add(session, eventOf(ended));
      return ended;
    });
  }

  private async report(tenant: Tenant, { _id }: FileRow, percent: number): Promise<void> {
    try {
      await this.mongo.transaction(async (session) => {
        const row = await this.files.advanceVideo(tenant, _id, percent, { session });
        if (row) await this.outbox.add(session, eventOf(row));
      });
    } catch (err) {
      this.logger.warn({ module: 'files', file: _id, err }, 'the progress of a video was not reported');
    }
  }

  private async renew(tenant: Tenant, id: string, lease: Date): Promise<void> {
    await this.files.renewVideo(tenant, id, lease).catch((err: unknown) => {
      this.logger.warn({ module: 'files', file: id, err }, 'the job of a video was not renewed');
    });
  }
}

/** The event belongs to the workplace of the record that the file is attached to. */
function eventOf({ community, place, _id, attached }: FileRow) {
  const tenant = tenantOf(community, place);
  return {
    ...({ kind: 'FileProcessed', tenant, file: _id } as const),
    ...(attached?.kind === 'shout' && { shout: attached.id }),
  };
}
