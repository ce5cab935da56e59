import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Deadline } from '../infrastructure/calls/deadline.js';
import { ErrorFilter } from '../infrastructure/errors/error-filter.js';
import { KeyedMutex } from '../infrastructure/mongo/keyed-mutex.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { AttendanceController } from './attendance.controller.js';
import { CalendarAddress } from './calendar/calendar-address.js';
import { CalendarController } from './calendar/calendar.controller.js';
import { CalendarFeed } from './calendar/calendar-feed.js';
import { CalendarFiles } from './calendar/calendar-files.js';
import { serveCalendars } from './calendar/serve-calendars.js';
import { ArrivalRepository } from './storage/arrival.repository.js';
import { GateAccess } from './check-in/gate-access.js';
import { ArrivalsService } from './check-in/arrivals.service.js';
import { CheckInController } from './check-in/check-in.controller.js';
import { CheckInService } from './check-in/check-in.service.js';
import { PassSigner } from './check-in/pass-signer.js';
import { EventRepository } from './storage/event.repository.js';
import { EventsController } from './events.controller.js';
import { AttendancePersonalData } from './attendance.personal-data.js';
import { EventsPersonalData } from './events.personal-data.js';
import { ReportableEvents } from './reportable-events.js';
import { Attendees } from './reading/attendees.js';
import { EventAccess } from './reading/event-access.js';
import { EventViews } from './reading/event-views.js';
import { EventsService } from './reading/events.service.js';
import { CopiesChange } from './recurrence/copies-change.js';
import { CopiesRemoval } from './recurrence/copies-removal.js';
import { RecurringEventRepository } from './storage/recurring-event.repository.js';
import { RecurringEvents } from './recurrence/recurring-events.js';
import { ShiftController } from './shift/shift.controller.js';
import { ShiftNotifications } from './shift/shift-notifications.js';
import { ShiftRepository } from './shift/shift.repository.js';
import { ShiftService } from './shift/shift.service.js';
import { DeletedEventRepository } from './storage/deleted-event.repository.js';
import { MemberStateRepository } from './storage/member-state.repository.js';
import { RatingRepository } from './storage/rating.repository.js';
import { ReplyRepository } from './storage/reply.repository.js';
import { EventBroadcast } from './subscribers/event-broadcast.js';
import { EventComments } from './reading/event-comments.js';
import { GroupErasure } from './subscribers/group-erasure.js';
import { LeftGroup } from './subscribers/replies-of-leavers.js';
import { NarrowedEvents } from './subscribers/narrowed-events.js';
import { EventNotifications } from './subscribers/event-notifications.js';
import { DeletedEventNotifications } from './subscribers/deleted-event-notifications.js';
import { EventReaders } from './reading/event-readers.js';
import { CalendarSync } from './sync/calendar-sync.js';
import { EventSourceRepository } from './sync/event-source.repository.js';
import { EventSourcesController } from './sync/event-sources.controller.js';
import { EventSources } from './sync/event-sources.service.js';
import { SyncedEvents } from './sync/synced-events.js';
import { EventFieldRules } from './writing/event-fields.js';
import { AllDayRows } from './storage/all-day-rows.js';
import { EventRemoval } from './writing/event-removal.js';
import { EventChange } from './writing/event-change.js';
import { EventCreation } from './writing/event-creation.js';
import { EventDeletion } from './writing/event-deletion.js';
import { EventFiles } from './writing/event-files.js';
import { EventUpdate } from './writing/event-update.js';
import { OrganizerRequests } from './writing/organizer-requests.service.js';
import { RatingsService } from './writing/ratings.service.js';
import { ReadMarksService } from './writing/read-marks.service.js';
import { RepliesService } from './writing/replies.service.js';
import { WaitingList } from './storage/waiting-list.js';

@Module({
  controllers: [
    EventsController,
    AttendanceController,
    CalendarController,
    EventSourcesController,
    ShiftController,
    CheckInController,
  ],
  providers: [
    EventRepository,
    ReplyRepository,
    RatingRepository,
    MemberStateRepository,
    DeletedEventRepository,
    KeyedMutex,
    EventAccess,
    EventViews,
    EventsService,
    Attendees,
    EventFieldRules,
    EventRemoval,
    AllDayRows,
    EventFiles,
    EventChange,
    EventCreation,
    EventUpdate,
    EventDeletion,
    OrganizerRequests,
    RecurringEventRepository,
    RecurringEvents,
    CopiesChange,
    CopiesRemoval,
    EventSourceRepository,
    SyncedEvents,
    CalendarSync,
    EventSources,
    WaitingList,
    RepliesService,
    RatingsService,
    ReadMarksService,
    EventsPersonalData,
    AttendancePersonalData,
    EventBroadcast,
    CalendarAddress,
    CalendarFeed,
    CalendarFiles,
    EventNotifications,
    DeletedEventNotifications,
    EventReaders,
    GroupErasure,
    LeftGroup,
    NarrowedEvents,
    EventComments,
    ReportableEvents,
    ArrivalRepository,
    PassSigner,
    GateAccess,
    CheckInService,
    ArrivalsService,
    ShiftRepository,
    ShiftService,
    ShiftNotifications,
  ],
})
export class EventsModule implements OnModuleInit {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly files: CalendarFiles,
    private readonly communities: Communities,
    private readonly deadline: Deadline,
    private readonly errors: ErrorFilter,
  ) {}

  onModuleInit() {
    const fastify = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    serveCalendars(fastify, this.files, this.communities, this.deadline, this.errors);
  }
}
