import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { ImageType } from '../file-types.js';
import { ImageProcess, imageLimits } from './image-process.js';
import { ImageQueue, type Sender } from './image-queue.js';

/** Leaves a core to the requests. */
const processes = Math.min(4, Math.max(1, availableParallelism() - 1));

export const thumbType = 'image/webp';

/** Redraws uploaded pictures outside this process, whose threads serve static files and hash passwords. */
@Injectable()
export class Images implements OnApplicationShutdown {
  private readonly queue = new ImageQueue(Array.from({ length: processes }, () => new ImageProcess()));

  /**
   * Writes the picture at `path` again beside it, upright, within 1920 × 1920 and without metadata, and a thumbnail of 200 × 200;
   * hands both paths to `work` and removes them afterwards.
   *
   * @throws INVALID_FILE for what is broken or above {@link imageLimits}; SERVICE_UNAVAILABLE
   */
  async redraw<T>(
    path: string,
    type: ImageType,
    { from, isStill = false }: { from: Sender; isStill?: boolean },
    work: (drawn: { image: string; thumb: string }) => Promise<T>,
  ): Promise<T> {
    const drawn = { image: `${path}.image`, thumb: `${path}.thumb` };
    try {
      await this.queue.draw(from, { path, type, isStill, limits: imageLimits, ...drawn });
      return await work(drawn);
    } finally {
      await Promise.all(Object.values(drawn).map((file) => rm(file, { force: true })));
    }
  }

  onApplicationShutdown() {
    this.queue.stop();
  }
}
