import { Injectable } from '@nestjs/common';
import { ReadStateRepository } from '../../community/read-states/read-state.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';

@Injectable()
export class ClassifiedReadStates extends ReadStateRepository {
  constructor(mongo: Mongo) {
    super(mongo, 'classified_read_states');
  }
}
