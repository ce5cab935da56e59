import { Module } from '@nestjs/common';
import { DirectoryCounts } from './directory-counts.js';
import { DirectoryRepository } from './directory.repository.js';
import { FillKeys } from './fill-keys.js';
import { PeopleController } from './people.controller.js';
import { PeopleService } from './people.service.js';
import { PersonViews } from './person-views.js';
import { ProfileService } from './profile.service.js';
import { ReportableMembers } from './reportable-members.js';
import { MemberBlocks } from './member-blocks.js';

@Module({
  controllers: [PeopleController],
  providers: [
    MemberBlocks,
    DirectoryRepository,
    DirectoryCounts,
    FillKeys,
    PersonViews,
    PeopleService,
    ProfileService,
    ReportableMembers,
  ],
})
export class PeopleModule {}
