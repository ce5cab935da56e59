import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { WorkplaceWindows } from '../../community/realtime/workplace-windows.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { GatheredMessages } from '../../infrastructure/realtime/gathered-messages.js';
import { Realtime, type Audience } from '../../infrastructure/realtime/realtime.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import { EventAccess, type Guarded } from '../reading/event-access.js';
import { EventViews } from '../reading/event-views.js';
import { DeletedEventRepository } from '../storage/deleted-event.repository.js';

type Kinds = 'EventPosted' | 'EventUpdated' | 'EventDeleted' | 'EventCounted' | 'EventsSynced';

/** Changed counters are sent this late, together: hundreds of members may join at once. */
const countsAfterMs = 500;

/** Broadcasts changed events to the windows of members who may read them. */
@Injectable()
export class EventBroadcast implements OnModuleInit, BeforeApplicationShutdown {
  private readonly gathered = new GatheredMessages(countsAfterMs);

  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly communities: Communities,
    private readonly windows: WorkplaceWindows,
    private readonly events: EventRepository,
    private readonly deleted: DeletedEventRepository,
    private readonly access: EventAccess,
    private readonly views: EventViews,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'events-realtime',
      kinds: ['EventPosted', 'EventUpdated', 'EventDeleted', 'EventCounted', 'EventsSynced'],
      handle: (event) => this.handle(event),
    });
  }

  beforeApplicationShutdown() {
    return this.gathered.stop();
  }

  private async handle(event: Delivered<Kinds>) {
    const { tenant } = event;
    if (event.kind === 'EventsSynced') return this.sendSync(tenant);
    if (event.kind === 'EventCounted') return this.sendLater(tenant, event.event);
    if (event.kind === 'EventDeleted') return this.sendDeletion(tenant, event.event);
    if (event.kind === 'EventUpdated' && event.former) await this.hide(tenant, event.event, event.former);
    await this.send(tenant, event.event);
  }

  private sendSync(tenant: Tenant): void {
    this.windows.send(tenant, 'syncing_events', { workplace: tenant.workplace });
  }

  private sendLater(tenant: Tenant, id: string): void {
    // The next change of the event, or the next read, shows counters that could not be sent.
    this.gathered.add(id, () => this.send(tenant, id, { counted: true }).catch(() => undefined));
  }

  private async send(tenant: Tenant, id: string, facts: { counted?: true } = {}): Promise<void> {
    const flags = this.communities.find(tenant.community)?.flags;
    const row = await this.events.byId(tenant, id);
    if (!row || !flags) return;
    const { readers, groups } = await this.readers(tenant, row);
    const viewOf = await this.views.forEach({ tenant, flags }, readers, row, groups);
    this.realtime.emitToEach(tenant, 'workplace', 'updating_event', (viewer) => {
      const event = viewOf.get(viewer);
      return event && { workplace: tenant.workplace, event, ...facts };
    });
  }

  private async sendDeletion(tenant: Tenant, id: string): Promise<void> {
    const row = await this.deleted.byId(tenant, id);
    if (!row) return;
    const readers = new Set((await this.readers(tenant, row)).readers.map(({ _id }) => _id));
    this.sendGone(tenant, id, 'workplace', (viewer) => readers.has(viewer));
  }

  /** Removes an event from the windows of former readers. */
  private async hide(
    tenant: Tenant,
    id: string,
    { group, users }: { readonly group?: string; readonly users?: readonly string[] },
  ): Promise<void> {
    const row = await this.events.byId(tenant, id);
    if (!row) return;
    const readers = new Set((await this.readers(tenant, row)).readers.map(({ _id }) => _id));
    const to = group === undefined ? 'workplace' : { conversation: group };
    this.sendGone(tenant, id, to, (viewer) => !readers.has(viewer) && (users === undefined || users.includes(viewer)));
  }

  private sendGone(tenant: Tenant, id: string, to: Audience, isFor: (viewer: string) => boolean): void {
    this.realtime.emitToEach(tenant, to, 'deleting_event', (viewer) =>
      isFor(viewer) ? { workplace: tenant.workplace, id } : undefined,
    );
  }

  /** The members with a window in the workplace who may read the event. */
  private async readers(tenant: Tenant, row: Guarded) {
    return this.access.readersAmong(tenant, await this.windows.members(tenant), row);
  }
}
