import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { WorkplaceWindows } from '../../../community/realtime/workplace-windows.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import type { Delivered } from '../../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { GatheredMessages } from '../../../infrastructure/realtime/gathered-messages.js';
import { type Audience, Realtime } from '../../../infrastructure/realtime/realtime.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { type Guarded, SponsorAccess } from '../sponsor-access.js';
import { SponsorViews } from '../sponsor-views.js';
import { SponsorRepository } from '../sponsor.repository.js';

type Kinds = 'SponsorPosted' | 'SponsorUpdated' | 'SponsorDeleted' | 'SponsorCounted' | 'SponsorAcknowledged';

/** Changed counts are sent this late, together: a thousand members may acknowledge at once. */
const countsAfterMs = 500;

/** Sends changed notices to the windows of members who may read them. */
@Injectable()
export class SponsorBroadcast implements OnModuleInit, BeforeApplicationShutdown {
  private readonly gathered = new GatheredMessages(countsAfterMs);

  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly windows: WorkplaceWindows,
    private readonly communities: Communities,
    private readonly users: UserRepository,
    private readonly sponsors: SponsorRepository,
    private readonly access: SponsorAccess,
    private readonly views: SponsorViews,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'sponsors-realtime',
      kinds: ['SponsorPosted', 'SponsorUpdated', 'SponsorDeleted', 'SponsorCounted', 'SponsorAcknowledged'],
      handle: (event) => this.handle(event),
    });
  }

  beforeApplicationShutdown() {
    return this.gathered.stop();
  }

  private async handle(event: Delivered<Kinds>): Promise<void> {
    const { tenant, sponsor } = event;
    if (event.kind === 'SponsorCounted')
      return this.later(`comments ${sponsor}`, () => this.sendComments(tenant, sponsor));
    if (event.kind === 'SponsorAcknowledged') return this.sendAcknowledged(event);
    if (event.kind === 'SponsorDeleted') return this.sendGone(tenant, sponsor, event.was);
    await this.send(tenant, sponsor);
    if (event.kind !== 'SponsorUpdated') return;
    const { former, former_owner } = event;
    if (former) await this.hide(tenant, sponsor, former.group ? { conversation: former.group } : 'workplace');
    if (former_owner) await this.hide(tenant, sponsor, { user: former_owner });
  }

  private later(key: string, send: () => Promise<void>): void {
    // The next change of the notice, or the next read, shows counts that could not be sent.
    this.gathered.add(key, () => send().catch(() => undefined));
  }

  /** Informs the windows of those who acknowledged at once, and the admins' windows once for many. */
  private sendAcknowledged({ tenant, sponsor: id, given, ...facts }: Delivered<'SponsorAcknowledged'>): void {
    const { workplace } = tenant;
    const { namespace, acknowledged } = facts;
    for (const { user, version } of given) {
      const own = { namespace, version, acknowledged };
      this.realtime.emitTo(tenant, { user }, 'acknowledging_sponsor', { workplace, id, own });
    }
    this.later(`acknowledgements ${id}`, async () => {
      const admins = await Promise.all([
        this.users.admins(tenant, [workplace]),
        this.users.admins(tenant, 'community'),
      ]);
      for (const user of new Set(admins.flat().map(({ _id }) => _id)))
        this.realtime.emitTo(tenant, { user }, 'acknowledging_sponsor', { workplace, id });
    });
  }

  private async send(tenant: Tenant, id: string): Promise<void> {
    const flags = this.communities.find(tenant.community)?.flags;
    const row = await this.sponsors.byId(tenant, id);
    if (!row || !flags) return;
    const { readers, groups } = await this.readers(tenant, row);
    const viewOf = await this.views.forEach({ tenant, flags }, readers, row, groups);
    this.realtime.emitToEach(tenant, 'workplace', 'updating_sponsor', (viewer) => {
      const sponsor = viewOf.get(viewer);
      return sponsor && { workplace: tenant.workplace, sponsor };
    });
  }

  private async sendComments(tenant: Tenant, id: string): Promise<void> {
    const row = await this.sponsors.byId(tenant, id);
    if (!row) return;
    const { workplace, namespace, comments } = row;
    const { readers } = await this.readers(tenant, row);
    const ids = new Set(readers.map(({ _id }) => _id));
    this.realtime.emitToEach(tenant, 'workplace', 'commenting_sponsor', (viewer) =>
      ids.has(viewer) ? { workplace, id, namespace, comments } : undefined,
    );
  }

  /** Removes a deleted notice from the windows of those who could read it. */
  private async sendGone(tenant: Tenant, id: string, was: Guarded): Promise<void> {
    const { readers } = await this.readers(tenant, was);
    const ids = new Set(readers.map(({ _id }) => _id));
    this.emitGone(tenant, id, 'workplace', (viewer) => ids.has(viewer));
  }

  /** Removes a notice from the windows of former readers. */
  private async hide(tenant: Tenant, id: string, from: Audience): Promise<void> {
    const row = await this.sponsors.byId(tenant, id);
    if (!row) return;
    const ids = new Set((await this.readers(tenant, row)).readers.map(({ _id }) => _id));
    this.emitGone(tenant, id, from, (viewer) => !ids.has(viewer));
  }

  private emitGone(tenant: Tenant, id: string, to: Audience, isFor: (viewer: string) => boolean): void {
    const { workplace } = tenant;
    this.realtime.emitToEach(tenant, to, 'deleting_sponsor', (viewer) =>
      isFor(viewer) ? { workplace, id } : undefined,
    );
  }

  /** The members with a window in the workplace who may read the notice. */
  private async readers(tenant: Tenant, row: Guarded) {
    return this.access.readersAmong(tenant, await this.windows.members(tenant), row);
  }
}
