import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { LinkRepository } from './link.repository.js';

/**
 * Exports the links that a member wrote as an admin. Links belong to the community and outlive their author; they hold only the
 * author's id.
 */
@Injectable()
export class LinksPersonalData implements OnModuleInit {
  constructor(
    private readonly links: LinkRepository,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'links', async (tenant, { _id }) => ({
      links: (await this.links.ofAuthor(tenant, _id)).map(({ _id: id, workplace, title, created }) => ({
        ...{ id, workplace, title, created },
      })),
    }));
  }
}
