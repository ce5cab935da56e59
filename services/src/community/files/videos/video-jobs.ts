import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { LOGGER } from '../../../infrastructure/environment/logger-token.js';
import { isOutage } from '../../../infrastructure/errors/outage.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
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
import { FileRepository, type VideoJob, type VideoOutcome } from '../file.repository.js';
import type { FileRow } from '../file.schema.js';

/** How often it looks for videos of a process that has ended; those of this process start at once. */
const pollMs = 30_000;
/** A job whose process died is taken over after this time. */
const leaseMs = 30_000;
const renewMs = 10_000;
const maxAttempts = 3;
/** After the first and the second attempt that an outage ended. */
const pausesMs = [60_000, 30 * 60_000];
/** In which the storage returns a whole video. */
const maxReceiveMs = 10 * 60_000;
/** Between two messages about a video's progress. */
const reportMs = 1000;

/**
 * Transcodes uploaded videos, one at a time. A job is the file's record itself, with its percent; it survives the process. A video
 * that cannot be transcoded stays a download; after an outage it is tried again.
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
    const renewal = setInterval(() => void this.renew(tenant, row, lease()), renewMs);
    try {
      if ((row.attempts ?? 0) > maxAttempts) throw new Error('the process ended at each attempt');
      await this.transcode(tenant, row);
    } catch (err) {
      clearInterval(renewal);
      await this.endAttempt(tenant, row, err);
    } finally {
      clearInterval(renewal);
    }
    return true;
  }

  private async endAttempt(tenant: Tenant, row: FileRow, err: unknown): Promise<void> {
    const fields = { module: 'files', file: row._id, err };
    const pauseMs = isOutage(err) ? pausesMs[row.attempts! - 1] : undefined;
    if (this.stopping.signal.aborted) await this.files.releaseVideo(tenant, row);
    else if (pauseMs !== undefined) {
      this.logger.warn(fields, 'a video will be transcoded later');
      await this.files.leaseVideo(tenant, row, new Date(Date.now() + pauseMs));
    } else {
      this.logger.warn(fields, 'a video stays a download');
      await this.end(tenant, row, { type: downloadOnly });
    }
  }

  private async transcode(tenant: Tenant, row: FileRow): Promise<void> {
    let reported = Date.now();
    let percent = row.processing ?? 0;
    const onProgress = (now: number) => {
      if (now <= percent || Date.now() - reported < reportMs) return;
      [percent, reported] = [now, Date.now()];
      void this.report(tenant, row, percent);
    };
    const key = newFileKey();
    const outcome = await this.receive(row.key, async (path) => {
      const made = { video: `${path}.mp4`, poster: `${path}.poster` };
      try {
        const size = await transcode(path, made, { signal: this.stopping.signal, onProgress });
        return await this.store(tenant, row, key, made, size);
      } catch (error) {
        await this.deleteContents(key);
        throw error;
      } finally {
        await Promise.all(Object.values(made).map((file) => rm(file, { force: true })));
      }
    });
    // After a failure of this the record may name either content: the daily sweep removes the other one.
    const ended = await this.end(tenant, row, outcome);
    // Without a record the upload was deleted meanwhile, or another process has taken it.
    await this.deleteContents(ended ? row.key : key);
  }

  /** Passes the path of a copy of the content to `work`. @throws SERVICE_UNAVAILABLE if the storage does not return the whole content */
  private async receive<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    const content = await this.storage.get(key);
    const late = setTimeout(() => content.destroy(new Error('the storage is slow')), maxReceiveMs);
    try {
      return await this.incoming.receive(content, (path) => {
        clearTimeout(late);
        return work(path);
      });
    } catch (error) {
      throw content.errored ? Object.assign(new PaddockError('SERVICE_UNAVAILABLE'), { cause: error }) : error;
    } finally {
      clearTimeout(late);
    }
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
      const ended = await this.files.endVideo(tenant, row, outcome, { session });
      if (ended) await this.outbox.add(session, eventOf(ended));
      return ended;
    });
  }

  private async report(tenant: Tenant, job: VideoJob, percent: number): Promise<void> {
    try {
      await this.mongo.transaction(async (session) => {
        const row = await this.files.advanceVideo(tenant, job, percent, { session });
        if (row) await this.outbox.add(session, eventOf(row));
      });
    } catch (err) {
      this.logger.warn({ module: 'files', file: job._id, err }, 'the progress of a video was not reported');
    }
  }

  private async renew(tenant: Tenant, job: VideoJob, lease: Date): Promise<void> {
    await this.files.leaseVideo(tenant, job, lease).catch((err: unknown) => {
      this.logger.warn({ module: 'files', file: job._id, err }, 'the job of a video was not renewed');
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
