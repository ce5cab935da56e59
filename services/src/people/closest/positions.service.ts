import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { setPosition } from '@paddock/contract/calls/people';
import type { Deployment } from '@paddock/contract/core/deployment';
import type { Subscription } from 'rxjs';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { checkFeature } from '../../community/calls/permission-check.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { CommunityJobs } from '../../infrastructure/tenancy/community-jobs.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { cellsOf } from './distance-cells.js';
import { PositionRepository } from './position.repository.js';

const hour = 3600;
/** Moves to another cell, which make a search for a member by distances slow (ADR 0078). Staying costs nothing. */
const moves = [
  { name: 'people.moves', limit: { by: 'member', points: 6, seconds: hour, shared: true } },
  { name: 'people.moves_of_day', limit: { by: 'member', points: 24, seconds: 24 * hour, shared: true } },
] as const;

/** A position that its member has not shared again for this long is deleted. */
const retentionMs = 30 * 24 * hour * 1000;
const everyMs = 10 * 60_000;

/** The positions that members share: only the cell is stored, only while the deployment has the directory by distance. */
@Injectable()
export class PositionsService implements OnModuleInit, BeforeApplicationShutdown {
  /** Deletes old positions, and those of deployments without the feature. */
  readonly sweep: (now?: Date) => Promise<void>;
  private changes: Subscription | undefined;

  constructor(
    private readonly positions: PositionRepository,
    private readonly limits: RateLimits,
    private readonly communities: Communities,
    @Inject(LOGGER) private readonly logger: Logger,
    jobs: CommunityJobs,
  ) {
    const failure = 'positions could not be deleted';
    this.sweep = jobs.add({
      name: 'people.clear_positions',
      everyMs,
      failure,
      run: (tenant, now) => this.clean(tenant, now),
    });
  }

  onModuleInit() {
    this.changes = this.communities.changes.subscribe(({ community }) => {
      this.clean(tenantOf(community), new Date()).catch((err: unknown) =>
        this.logger.error({ module: 'people', community, err }, 'positions could not be deleted'),
      );
    });
  }

  beforeApplicationShutdown() {
    this.changes?.unsubscribe();
  }

  /** @throws FEATURE_DISABLED; TOO_MANY_REQUESTS for too many moves */
  async set({ tenant, user, config }: SignedInCaller, { position }: CallArguments<typeof setPosition>): Promise<void> {
    checkByDistance(config);
    const cells = cellsOf(position);
    if ((await this.positions.cellOf(tenant, user._id)) !== cells[0])
      await this.limits.takeAll(
        tenant.community,
        moves.map((one) => ({ ...one, subject: user._id })),
      );
    await this.positions.set(tenant, user._id, cells);
  }

  /** The cell that the member shares. */
  cellOf({ tenant, user }: SignedInCaller): Promise<string | undefined> {
    return this.positions.cellOf(tenant, user._id);
  }

  async forget({ tenant, user }: SignedInCaller): Promise<void> {
    await this.positions.forget(tenant, user._id);
  }

  private async clean(tenant: Tenant, now: Date): Promise<void> {
    const config = this.communities.find(tenant.community);
    const isOn = config !== undefined && hasByDistance(config);
    await this.positions.forgetBefore(tenant, new Date(isOn ? now.getTime() - retentionMs : now.getTime() + everyMs));
  }
}

/** @throws FEATURE_DISABLED when the deployment has no directory by distance */
export function checkByDistance(config: Deployment): void {
  if (!hasByDistance(config)) throw new PaddockError('FEATURE_DISABLED');
}

function hasByDistance(config: Deployment): boolean {
  try {
    checkFeature('people.closest', config);
  } catch {
    return false;
  }
  return config.flags.people_tab.by_distance;
}
