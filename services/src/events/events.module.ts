import { Module } from '@nestjs/common';
import { EventFiles } from './event-files.js';
import { EventRepository } from './event.repository.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { EventsPersonalData } from './events.personal-data.js';

@Module({
  controllers: [EventsController],
  providers: [EventFiles, EventsPersonalData, EventRepository, EventsService],
})
export class EventsModule {}
