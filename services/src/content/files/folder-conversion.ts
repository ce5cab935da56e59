import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Conversions } from '../../community/search/conversions.js';
import { FolderItemRepository } from './folder-item.repository.js';

/** Derives the search terms of files and folders of earlier releases, in the background. */
@Injectable()
export class FolderConversion implements OnModuleInit {
  constructor(
    private readonly rows: FolderItemRepository,
    private readonly conversions: Conversions,
  ) {}

  onModuleInit() {
    this.conversions.register({
      name: 'folder items',
      places: (community) => this.rows.workplaces(community),
      step: (place, after) => this.rows.convert(place, after),
    });
  }
}
