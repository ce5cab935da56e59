import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { ImageType } from '../file-types.js';
import { ImageProcess, imageLimits } from './image-process.js';
import { ImageQueue, type Sender } from './image-queue.js';

/** Leaves a core to the requests. */
const processes = Math.min(4, Math.max(1, availableParallelism() - 1));

/** Of thumbnails and of renditions for feeds. */
export const renditionType = 'image/webp';

/** Paths of the drawn pictures, and the pixels of `image`. */
export interface DrawnPicture {
  image: string;
  thumb: string;
  /** Within 960 × 960; undefined for an animation. */
  feed: string | undefined;
  width: number;
  height: number;
}

/** Redraws uploaded pictures outside this process, whose threads serve static files and hash passwords. */
@Injectable()
export class Images implements OnApplicationShutdown {
  private readonly queue = new ImageQueue(Array.from({ length: processes }, () => new ImageProcess()));

  /**
   * Writes the picture at `path` again beside it, upright, within 1920 × 1920 and without metadata, with a
   * rendition for feeds and a thumbnail of 200 × 200; hands their paths to `work` and removes them afterwards.
   *
   * @throws INVALID_FILE for what is broken or above {@link imageLimits}; SERVICE_UNAVAILABLE
   */
  async redraw<T>(
    path: string,
    type: ImageType,
    { from, isStill = false }: { from: Sender; isStill?: boolean },
    work: (drawn: DrawnPicture) => Promise<T>,
  ): Promise<T> {
    const paths = { image: `${path}.image`, feed: `${path}.feed`, thumb: `${path}.thumb` };
    try {
      const { hasFeed, ...size } = await this.queue.draw(from, { path, type, isStill, limits: imageLimits, ...paths });
      return await work({ ...paths, ...size, feed: hasFeed ? paths.feed : undefined });
    } finally {
      await Promise.all(Object.values(paths).map((file) => rm(file, { force: true })));
    }
  }

  onApplicationShutdown() {
    this.queue.stop();
  }
}
