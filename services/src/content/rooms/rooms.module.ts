import { Module } from '@nestjs/common';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { BookingCalendar } from './booking-calendar.js';
import { BookingCases } from './booking-cases.js';
import { BookingChanges } from './booking-changes.js';
import { BookingDecisions } from './booking-decisions.js';
import { BookingEnding } from './booking-ending.js';
import { BookingMails } from './booking-mails.js';
import { BookingNotifications } from './booking-notifications.js';
import { BookingRequestMail } from './booking-request-mail.js';
import { BookingRelease } from './booking-release.js';
import { BookingRepository } from './booking.repository.js';
import { BookingTexts } from './booking-texts.js';
import { BookingWriter } from './booking-writer.js';
import { BookingsController } from './bookings.controller.js';
import { DepartedMembers } from './departed-members.js';
import { Repetitions } from './repetitions.js';
import { RoomAccess } from './room-access.js';
import { RoomBroadcast } from './room-broadcast.js';
import { RoomDeletion } from './room-deletion.js';
import { RoomDisplay } from './room-display.js';
import { RoomRepository } from './room.repository.js';
import { RoomSchedule } from './room-schedule.js';
import { RoomSlotRepository } from './room-slot.repository.js';
import { RoomViews } from './room-views.js';
import { RoomWriter } from './room-writer.js';
import { RoomsController } from './rooms.controller.js';
import { RoomsPersonalData } from './rooms.personal-data.js';
import { RoomsService } from './rooms.service.js';

@Module({
  controllers: [RoomsController, BookingsController],
  providers: [
    KeyedMutex,
    RoomRepository,
    BookingRepository,
    RoomSlotRepository,
    RoomSchedule,
    RoomAccess,
    RoomViews,
    RoomsService,
    RoomWriter,
    RoomDeletion,
    RoomDisplay,
    RoomBroadcast,
    BookingEnding,
    BookingWriter,
    BookingChanges,
    BookingCases,
    BookingDecisions,
    BookingRelease,
    DepartedMembers,
    BookingTexts,
    BookingCalendar,
    BookingRequestMail,
    BookingMails,
    BookingNotifications,
    Repetitions,
    RoomsPersonalData,
  ],
})
export class RoomsModule {}
