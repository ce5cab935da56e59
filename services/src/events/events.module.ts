import { Module } from '@nestjs/common';
import { EventRepository } from './event.repository.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { MemberEvents } from './member-events.js';

@Module({ controllers: [EventsController], providers: [MemberEvents, EventRepository, EventsService] })
export class EventsModule {}
