import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Loop } from '../../infrastructure/outbox/loop.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { FilesService } from './files.service.js';

/** How long a picture stays without an account. */
const keptMs = 3_600_000;
const everyMs = 10 * 60_000;

/** Removes pictures of sign-ups that were never completed. */
@Injectable()
export class SignUpImageSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop(() => this.sweep(), everyMs);

  constructor(
    private readonly files: FilesService,
    private readonly communities: Communities,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.loop.wake();
  }

  beforeApplicationShutdown() {
    return this.loop.stop();
  }

  async sweep(now = new Date()): Promise<void> {
    try {
      for (const { id } of this.communities.all())
        await this.files.sweepSignUpImages(tenantOf(id), new Date(now.getTime() - keptMs));
    } catch (err) {
      this.logger.error({ module: 'files', err }, 'pictures of sign-ups could not be swept');
    }
  }
}
