import { Module } from '@nestjs/common';
import { ClosestService } from './closest/closest.service.js';
import { DistanceWalk } from './closest/distance-walk.js';
import { OnlineMembers } from './closest/online-members.js';
import { PositionRepository } from './closest/position.repository.js';
import { PositionsService } from './closest/positions.service.js';
import { DirectoryCounts } from './directory-counts.js';
import { DirectoryListings } from './directory-listings.js';
import { DirectoryReach } from './directory-reach.js';
import { DirectoryRepository } from './directory.repository.js';
import { FillKeys } from './fill-keys.js';
import { GroupDirectory } from './group-directory.js';
import { PeopleController } from './people.controller.js';
import { PeoplePersonalData } from './people.personal-data.js';
import { PeopleService } from './people.service.js';
import { PersonViews } from './person-views.js';
import { ProfileService } from './profile.service.js';
import { ReportableMembers } from './reportable-members.js';
import { ReturnedAdmins } from './returned-admins.js';
import { MemberActivities } from './member-activities.js';
import { MemberBlocks } from './member-blocks.js';
import { MemberRoles } from './member-roles.js';
import { ProfileBroadcast } from './profile-broadcast.js';
import { ProfileController } from './profile.controller.js';

@Module({
  controllers: [PeopleController, ProfileController],
  providers: [
    MemberActivities,
    MemberBlocks,
    MemberRoles,
    ProfileBroadcast,
    ClosestService,
    DistanceWalk,
    OnlineMembers,
    PositionRepository,
    PositionsService,
    DirectoryListings,
    DirectoryReach,
    DirectoryRepository,
    DirectoryCounts,
    FillKeys,
    GroupDirectory,
    PersonViews,
    PeoplePersonalData,
    PeopleService,
    ProfileService,
    ReportableMembers,
    ReturnedAdmins,
  ],
})
export class PeopleModule {}
