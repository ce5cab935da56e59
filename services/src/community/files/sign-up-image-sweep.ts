import { Injectable } from '@nestjs/common';
import { hourMs, minuteMs } from '@paddock/contract/core/durations';
import { CommunityJobs } from '../../infrastructure/tenancy/community-jobs.js';
import { FilesService } from './files.service.js';

/** How long a picture stays without an account. */
const retentionMs = hourMs;
const everyMs = 10 * minuteMs;

/** Removes pictures of sign-ups that were never completed. */
@Injectable()
export class SignUpImageSweep {
  readonly sweep: (now?: Date) => Promise<void>;

  constructor(files: FilesService, jobs: CommunityJobs) {
    this.sweep = jobs.add({
      name: 'files.sign_up_pictures',
      everyMs,
      failure: 'pictures of sign-ups could not be swept',
      run: (tenant, now) => files.sweepSignUpImages(tenant, new Date(now.getTime() - retentionMs)),
    });
  }
}
