import { Injectable } from '@nestjs/common';
import { CommunityJobs } from '../../infrastructure/tenancy/community-jobs.js';
import { FilesService } from './files.service.js';

/** How long a picture stays without an account. */
const retentionMs = 3_600_000;
const everyMs = 10 * 60_000;

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
