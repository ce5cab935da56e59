import { Global, Module } from '@nestjs/common';
import { DepartureRepository } from './departure.repository.js';
import { Departures } from './departures.js';

@Global()
@Module({ providers: [DepartureRepository, Departures], exports: [Departures, DepartureRepository] })
export class DeparturesModule {}
