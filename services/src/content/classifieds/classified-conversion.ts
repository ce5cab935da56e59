import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Conversions } from '../../community/search/conversions.js';
import { ClassifiedRepository } from './classified.repository.js';

/** Derives the titles' keys of ads of earlier releases, in the background. */
@Injectable()
export class ClassifiedConversion implements OnModuleInit {
  constructor(
    private readonly rows: ClassifiedRepository,
    private readonly conversions: Conversions,
  ) {}

  onModuleInit() {
    this.conversions.register({
      name: 'ads',
      places: (community) => this.rows.workplaces(community),
      step: (place, after) => this.rows.convert(place, after),
    });
  }
}
