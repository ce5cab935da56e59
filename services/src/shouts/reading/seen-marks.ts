import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { entryIdOf } from '../../community/conversations/conversation-ids.js';
import { SeenByOthers } from '../../community/conversations/seen-by-others.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';

/** Notifies the author of a direct message that the others have read it. */
@Injectable()
export class SeenMarks implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly heads: ConversationRepository,
    private readonly seen: SeenByOthers,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({ name: 'seen-marks', kinds: ['ChatMarked'], handle: (event) => this.broadcast(event) });
  }

  private async broadcast({ tenant, user: reader, conversation: id }: Delivered<'ChatMarked'>): Promise<void> {
    const head = await this.heads.byId(tenant, id);
    if (head?.kind !== 'direct') return;
    const watching = head.participants.filter(
      (user) => user !== reader && this.realtime.viewers(tenant, { user }).length > 0,
    );
    for (const viewer of watching) {
      const seq = (await this.seen.of(tenant, viewer, [head])).get(id);
      if (seq === undefined) continue;
      this.realtime.emitTo(tenant, { user: viewer }, 'reading_recipient', {
        workplace: tenant.workplace,
        conversation: entryIdOf(head, viewer),
        seq,
      });
    }
  }
}
