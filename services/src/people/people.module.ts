import { Module } from '@nestjs/common';
import { DirectoryRepository } from './directory.repository.js';
import { FillKeys } from './fill-keys.js';
import { PeopleController } from './people.controller.js';
import { PeopleService } from './people.service.js';
import { PersonViews } from './person-views.js';
import { ProfileService } from './profile.service.js';

@Module({
  controllers: [PeopleController],
  providers: [DirectoryRepository, FillKeys, PersonViews, PeopleService, ProfileService],
})
export class PeopleModule {}
