import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Deployment } from '@paddock/contract/core/deployment';
import type { Subscription } from 'rxjs';
import { hasAdmin } from '../../community/users/has-admin.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';

/** Flags with which a new member waits for an admin: for the approval, or for plans. */
const gates = ['admin_approval_required', 'subscription_required'] as const;

/**
 * Logs the communities that no member can enter, because an admin must let members in and there is none. While the database runs,
 * `npm run doctor` finds those that require an admin's approval.
 */
@Injectable()
export class UnattendedCommunities implements OnApplicationShutdown {
  private changes: Subscription | undefined;

  constructor(
    private readonly communities: Communities,
    private readonly users: UserRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Looks at all communities, then at each one whose deployment changes. Begins after the start, which may make demo members. */
  async watch(): Promise<void> {
    this.changes = this.communities.changes.subscribe(({ config }) => {
      if (config) void this.look(config).catch(() => undefined);
    });
    for (const config of this.communities.all()) await this.look(config);
  }

  onApplicationShutdown() {
    this.changes?.unsubscribe();
  }

  private async look(config: Deployment): Promise<void> {
    const gate = gates.find((flag) => config.flags[flag]);
    if (gate === undefined || (await hasAdmin(this.users, config))) return;
    this.logger.warn(
      {
        ...{ module: 'admins', community: config.id, file: `${config.id}.json`, path: `flags.${gate}` },
        remedy: `npm run admin -- ${config.id} <e-mail address>`,
      },
      'members cannot enter: they wait for an admin, and the community has no admin',
    );
  }
}
