import { Inject, Injectable } from '@nestjs/common';
import { createReadStream } from 'node:fs';
import { isDatabaseAway } from '../../infrastructure/errors/outage.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { newId } from '../../infrastructure/mongo/row.js';
import {
  downloadOnly,
  type ImageType,
  isImageType,
  isVideoType,
  detectFileType,
} from '../../infrastructure/storage/file-types.js';
import type { Sender } from '../../infrastructure/storage/images/image-queue.js';
import { Images } from '../../infrastructure/storage/images/images.js';
import { FILE_STORAGE, type FileStorage, newFileKey, renditionKey } from '../../infrastructure/storage/storage.js';
import { blankMetadata } from '../../infrastructure/storage/videos/blank-metadata.js';
import { VirusScanner } from '../../infrastructure/storage/virus-scanner.js';
import { canTranscode } from '../../infrastructure/storage/videos/transcoder.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { FileRepository } from './file.repository.js';
import type { FileRow } from './file.schema.js';
import { VideoJobs } from './videos/video-jobs.js';

/** A member's videos above this number stay downloads: one transcoder serves everybody. */
const maxWaitingVideos = 10;

/** A received file, at `path` until it is stored. */
export interface NewFile {
  /** Made here without one. */
  id?: string;
  owner: string;
  /** As given by the client. */
  filename: string;
  path: string;
  as: Pick<FileRow, 'audience' | 'parent'>;
}

type Content = Pick<FileRow, 'key' | 'size' | 'crc32' | 'width' | 'height' | 'thumb_key' | 'feed_key'>;

/** Stores received files by their content's type: a record, its content, and the pictures made of it. */
@Injectable()
export class FileContents {
  constructor(
    private readonly files: FileRepository,
    private readonly images: Images,
    private readonly videos: VideoJobs,
    private readonly scanner: VirusScanner,
    @Inject(FILE_STORAGE) private readonly storage: FileStorage,
  ) {}

  /**
   * A failure leaves no content and no record. If the database goes away while the record is written, both may be stored; the daily
   * sweep removes a content without a record.
   *
   * @throws INVALID_FILE when the content is not what the name's extension says, is no picture where only pictures are allowed, or
   * has a virus; SERVICE_UNAVAILABLE
   */
  async keep(
    tenant: Tenant,
    {
      id: _id = newId(),
      owner,
      filename,
      path,
      as: { imagesOnly = false, ...as },
    }: NewFile & { as: { imagesOnly?: boolean } },
  ): Promise<FileRow> {
    await this.scanner.check(path);
    const { name, type } = await detectFileType(filename, path);
    if (imagesOnly && !isImageType(type)) throw new PaddockError('INVALID_FILE');
    await blankMetadata(name, path);
    const isVideo = isVideoType(type);
    const willPlay = isVideo && canTranscode() && (await this.files.waitingVideos(tenant, owner)) < maxWaitingVideos;
    const key = newFileKey();
    try {
      const content = isImageType(type)
        ? await this.storeImage(path, type, key, {
            from: as.audience === 'sign_up' ? 'stranger' : { member: `${tenant.community} ${owner}` },
            // Profile pictures are not animated.
            isStill: imagesOnly,
          })
        : { key, ...(await this.storage.put(key, createReadStream(path))) };
      const shown = isVideo && !willPlay ? downloadOnly : type;
      const row = { _id, place: tenant.workplace, owner, name, type: shown, ...content, ...as, created: new Date() };
      const stored = await this.files.create(tenant, { ...row, ...(willPlay && { processing: 0 }) });
      if (willPlay) this.videos.wake();
      return stored;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const keys = [key, renditionKey(key, 'thumb'), renditionKey(key, 'feed')];
      await Promise.all(keys.map((one) => this.storage.delete(one)));
      throw error;
    }
  }

  /** Deletes the contents of a file whose record is gone. */
  async delete({ key, thumb_key, feed_key, poster_key }: FileRow): Promise<void> {
    const keys = [key, thumb_key, feed_key, poster_key].filter((one) => one !== undefined);
    await Promise.all(keys.map((one) => this.storage.delete(one)));
  }

  private async storeImage(
    path: string,
    type: ImageType,
    key: string,
    options: { from: Sender; isStill: boolean },
  ): Promise<Content> {
    return this.images.redraw(path, type, options, async ({ image, thumb, feed, width, height }) => {
      const [thumb_key, feed_key] = [renditionKey(key, 'thumb'), renditionKey(key, 'feed')];
      await this.storage.put(thumb_key, createReadStream(thumb));
      if (feed) await this.storage.put(feed_key, createReadStream(feed));
      const measure = await this.storage.put(key, createReadStream(image));
      return { key, ...measure, width, height, thumb_key, ...(feed && { feed_key }) };
    });
  }
}
