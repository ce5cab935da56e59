import { Module } from '@nestjs/common';
import { EventFiles } from './event-files.js';
import { EventRepository } from './event.repository.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { MemberEvents } from './member-events.js';

@Module({ controllers: [EventsController], providers: [EventFiles, MemberEvents, EventRepository, EventsService] })
export class EventsModule {}
