import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { LinkPreviews } from '../links/link-previews.js';
import { PollEndRepository } from '../polls/poll-end.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

/** Work that follows a new shout: the previews of its links, and the end of its poll. */
@Injectable()
export class ShoutJobs {
  constructor(
    private readonly previews: LinkPreviews,
    private readonly pollEnds: PollEndRepository,
  ) {}

  /** Stores the work in the shout's transaction. */
  async queue(tenant: Tenant, row: ShoutRow, session: ClientSession): Promise<void> {
    await this.previews.queue(tenant, row, session);
    const { _id, conversation, author, poll } = row;
    if (poll?.end) await this.pollEnds.add(tenant, { _id, conversation, author, end: poll.end }, { session });
  }
}
