import { Inject, Injectable } from '@nestjs/common';
import { tabsOf } from '@paddock/contract/core/deployment';
import { join } from 'node:path';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { UserRepository } from '../community/users/user.repository.js';
import { ENVIRONMENT, type Environment } from '../infrastructure/environment/environment.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { tenantOf } from '../infrastructure/tenancy/tenant.js';
import { readDemoContent } from './demo-content.js';

/** The rows of tabs that bring demo content of their own, also those that come to a filled community later. */
@Injectable()
export class DemoRows {
  constructor(
    private readonly communities: Communities,
    private readonly extensions: ExtensionPoints,
    private readonly users: UserRepository,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async add(): Promise<void> {
    const providers = [...this.extensions.all('demo')];
    if (providers.length === 0) return;
    for (const config of this.communities.all()) {
      const deployed = providers.filter(([tab]) => tabsOf(config).includes(tab));
      const content = deployed.length > 0 && readDemoContent(join(this.environment.deploymentsDir, 'demo'), config.id);
      const [member] = content ? content.members : [];
      const author = member && (await this.users.byUsername(tenantOf(config.id), member.username));
      if (!author) continue;
      for (const workplace of ['', ...config.workplaces.map(({ id }) => id)])
        for (const [, addRows] of deployed) await addRows(tenantOf(config.id, workplace), author._id);
    }
  }
}
