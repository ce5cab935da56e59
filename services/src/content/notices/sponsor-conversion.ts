import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Conversions } from '../../community/search/conversions.js';
import { SponsorRepository } from './sponsor.repository.js';

/** Derives the titles' keys of notices of earlier releases, in the background. */
@Injectable()
export class SponsorConversion implements OnModuleInit {
  constructor(
    private readonly rows: SponsorRepository,
    private readonly conversions: Conversions,
  ) {}

  onModuleInit() {
    this.conversions.register({
      name: 'notices',
      places: (community) => this.rows.workplaces(community),
      step: (place, after) => this.rows.convert(place, after),
    });
  }
}
