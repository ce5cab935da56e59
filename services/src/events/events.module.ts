import { Module } from '@nestjs/common';
import { EventRepository } from './event.repository.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';

@Module({ controllers: [EventsController], providers: [EventRepository, EventsService] })
export class EventsModule {}
