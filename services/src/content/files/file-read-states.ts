import { Injectable } from '@nestjs/common';
import { ReadStateRepository } from '../../community/read-states/read-state.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';

/** Which contents of files a member has read, by the ids of stored files: a new version is new again. */
@Injectable()
export class FileReadStates extends ReadStateRepository {
  constructor(mongo: Mongo) {
    super(mongo, 'file_read_states');
  }
}
