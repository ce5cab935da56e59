import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Conversions } from '../community/search/conversions.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { tenantOf } from '../infrastructure/tenancy/tenant.js';
import { userKeys } from '../community/users/user-keys.js';
import { DirectoryRepository } from './directory.repository.js';

const batchSize = 500;

/**
 * Migrates members who were stored before their keys existed, so that the directory lists them; those with keys of an earlier rule
 * are converted in the background.
 */
@Injectable()
export class FillKeys implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly directory: DirectoryRepository,
    private readonly communities: Communities,
    private readonly conversions: Conversions,
  ) {}

  onModuleInit() {
    this.conversions.register({
      name: 'members',
      places: (community) => Promise.resolve([community]),
      step: (community, after) => this.directory.convert(community, after),
    });
  }

  async onApplicationBootstrap() {
    for (const { id } of this.communities.all()) {
      const tenant = tenantOf(id);
      for (let rows = await this.directory.withoutKeys(tenant, batchSize); rows.length > 0;) {
        for (const row of rows) await this.directory.setKeys(tenant, row._id, userKeys(row));
        rows = await this.directory.withoutKeys(tenant, batchSize);
      }
    }
  }
}
